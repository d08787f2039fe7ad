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
            if (argument.equals("-" + letter) || isWord(argument, word)) {
                found = next;
            } else if (argument.startsWith("-" + letter)) {
                found = Optional.of(argument.substring(2));
            } else if (argument.contains("=") && isWord(argument.substring(0, argument.indexOf('=')), word)) {
                found = Optional.of(argument.substring(argument.indexOf('=') + 1));
            }
        }
        return found;
    }

    /** getopt_long takes any beginning of a long option that no other option has; three letters tell these apart. */
    private static boolean isWord(String argument, String word) {
        return argument.startsWith("--") && argument.length() >= 6 && ("--" + word).startsWith(argument);
    }
}
