package dev.ibplay.opensm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The arguments of a running OpenSM that matter here. At the start they win over the file (main.c parses the file in a
 * first pass and the options on top of it).
 *
 * @param all as the kernel shows them, the program first
 */
public record OpensmArguments(List<String> all) {
    /** The one-letter options that take a value (main.c: short_option). */
    private static final String WITH_VALUE = "FciwOfDglLstaumXRMUSPYZpnqkCGH";

    public OpensmArguments {
        all = List.copyOf(all);
    }

    /** The text behind {@code -p} or {@code --priority}. */
    public Optional<String> priority() {
        return value("p", "priority");
    }

    /** The file named by {@code -F} or {@code --config}. */
    public Optional<String> config() {
        return value("F", "config");
    }

    /** The file named by {@code -P} or {@code --Pconfig}. */
    public Optional<String> partitionConfig() {
        return value("P", "Pconfig");
    }

    /** The port GUID named by {@code -g} or {@code --guid}, as text. */
    public Optional<String> guid() {
        return value("g", "guid");
    }

    /** The last value counts, as getopt_long gives them one after the other. */
    Optional<String> value(String letter, String word) {
        List<String> options = all.isEmpty() ? all : all.subList(1, all.size());
        List<Found> found = find(options, letter, word);
        return found.isEmpty() ? Optional.empty() : found.getLast().value(options);
    }

    /** Whether an option is there that takes no value. */
    boolean has(String letter, String word) {
        List<String> options = all.isEmpty() ? all : all.subList(1, all.size());
        return options.stream()
                .anyMatch(option -> option.startsWith("--") ? isWord(option, word) : option.equals("-" + letter));
    }

    /**
     * Where an option's value stands among others.
     *
     * @param valueIndex the argument that has its value; one more than there are where it is missing
     * @param valueStart where in that one the value begins
     */
    record Found(int valueIndex, int valueStart) {
        Optional<String> value(List<String> options) {
            return valueIndex < options.size()
                    ? Optional.of(options.get(valueIndex).substring(valueStart))
                    : Optional.empty();
        }
    }

    /** All places of an option, in order. What is the value of another option is none. */
    static List<Found> find(List<String> options, String letter, String word) {
        var found = new ArrayList<Found>();
        for (int i = 0; i < options.size(); i++) {
            String argument = options.get(i);
            int equals = argument.indexOf('=');
            int taking = argument.startsWith("--") ? -1 : firstWithValue(argument);
            if (isWord(argument, word)) {
                found.add(new Found(i + 1, 0));
                i++;
            } else if (equals >= 0 && isWord(argument.substring(0, equals), word)) {
                found.add(new Found(i, equals + 1));
            } else if (taking > 0) {
                boolean attached = taking + 1 < argument.length();
                if (argument.startsWith(letter, taking)) {
                    found.add(attached ? new Found(i, taking + 1) : new Found(i + 1, 0));
                }
                i += attached ? 0 : 1;
            }
        }
        return found;
    }

    /** Where in letters behind one dash the one stands that takes all behind it, or the next argument; -1 for none. */
    private static int firstWithValue(String argument) {
        for (int at = 1; argument.startsWith("-") && at < argument.length(); at++) {
            if (WITH_VALUE.indexOf(argument.charAt(at)) >= 0) {
                return at;
            }
        }
        return -1;
    }

    /** getopt_long takes any beginning of a long option that no other option has; three letters tell these apart. */
    private static boolean isWord(String argument, String word) {
        return argument.startsWith("--") && argument.length() >= 6 && ("--" + word).startsWith(argument);
    }
}
