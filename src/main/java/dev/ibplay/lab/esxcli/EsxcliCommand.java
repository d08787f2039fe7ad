package dev.ibplay.lab.esxcli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A command.
 *
 * @param path namespaces and name, one space apart: {@code network ip interface list}
 */
public record EsxcliCommand(String path, String description, List<Option> options, Body body) {
    public EsxcliCommand {
        options = List.copyOf(options);
    }

    /** What a command does. */
    @FunctionalInterface
    public interface Body {
        /** Does it. */
        Answer run(EsxcliOptions given) throws EsxcliFailure, InterruptedException;
    }

    /**
     * An option of a command.
     *
     * @param letter the short name
     * @param name the long one
     */
    public record Option(char letter, String name, Kind kind) {
        /** What an option wants. */
        public enum Kind {
            REQUIRED,
            OPTIONAL,
            /** No value. */
            FLAG
        }

        /** One with a value that must be given. */
        public static Option required(char letter, String name) {
            return new Option(letter, name, Kind.REQUIRED);
        }

        /** One with a value that may be given. */
        public static Option optional(char letter, String name) {
            return new Option(letter, name, Kind.OPTIONAL);
        }

        /** One without a value. */
        public static Option flag(char letter, String name) {
            return new Option(letter, name, Kind.FLAG);
        }

        String text() {
            return "-%s|--%s".formatted(letter, name);
        }
    }

    Optional<Option> option(String word) {
        return options.stream()
                .filter(option -> word.equals("-" + option.letter()) || word.equals("--" + option.name()))
                .findFirst();
    }

    /** What is printed behind an error. */
    String usage() {
        String name = path.substring(path.lastIndexOf(' ') + 1);
        return "Usage: esxcli " + path
                + " [cmd options]\n\nDescription: \n  %-22s%s\n\nCmd options:\n".formatted(name, description)
                + options.stream().map(option -> "  " + option.text() + "\n").collect(Collectors.joining());
    }
}
