package dev.ibplay.opensm;

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
    private Optional<String> value(String letter, String word) {
        Optional<String> found = Optional.empty();
        for (int i = 1; i < all.size(); i++) {
            String argument = all.get(i);
            Optional<String> next = i + 1 < all.size() ? Optional.of(all.get(i + 1)) : Optional.empty();
            int taking = argument.startsWith("--") ? -1 : firstWithValue(argument);
            if (isWord(argument, word)) {
                found = next;
                i++;
            } else if (argument.contains("=") && isWord(argument.substring(0, argument.indexOf('=')), word)) {
                found = Optional.of(argument.substring(argument.indexOf('=') + 1));
            } else if (taking > 0) {
                boolean attached = taking + 1 < argument.length();
                if (argument.startsWith(letter, taking)) {
                    found = attached ? Optional.of(argument.substring(taking + 1)) : next;
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
