package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A list of algorithms as ssh_config(5) writes it: names in order of preference, or a change of the default list when it
 * begins with {@code +} (append), {@code -} (remove) or {@code ^} (put first). Names may be patterns.
 */
public record AlgorithmList(Mode mode, List<String> names) {
    /** What becomes of the default list. */
    public enum Mode {
        REPLACE,
        APPEND,
        REMOVE,
        PUT_FIRST
    }

    public AlgorithmList {
        names = List.copyOf(names);
    }

    public static AlgorithmList of(String... names) {
        return new AlgorithmList(Mode.REPLACE, List.of(names));
    }

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException when no name is in the text
     */
    public static AlgorithmList parse(String text) {
        Mode mode = text.isEmpty()
                ? Mode.REPLACE
                : switch (text.charAt(0)) {
                    case '+' -> Mode.APPEND;
                    case '-' -> Mode.REMOVE;
                    case '^' -> Mode.PUT_FIRST;
                    default -> Mode.REPLACE;
                };
        String list = mode == Mode.REPLACE ? text : text.substring(1);
        List<String> names = Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        if (names.isEmpty()) {
            throw new IllegalArgumentException("no algorithm is named");
        }
        return new AlgorithmList(mode, names);
    }

    /**
     * The algorithms to use.
     *
     * @param defaults those that are used when nothing is said
     * @param supported all that there are; names beyond them are dropped, as OpenSSH's own lists differ from ours
     */
    public List<String> applyTo(List<String> defaults, List<String> supported) {
        Set<String> named = new LinkedHashSet<>();
        for (String name : names) {
            supported.stream().filter(s -> Glob.matches(name, s)).forEach(named::add);
        }
        List<String> result = new ArrayList<>();
        switch (mode) {
            case REPLACE -> result.addAll(named);
            case APPEND -> {
                result.addAll(defaults);
                named.stream().filter(s -> !defaults.contains(s)).forEach(result::add);
            }
            case REMOVE -> defaults.stream().filter(s -> !named.contains(s)).forEach(result::add);
            case PUT_FIRST -> {
                result.addAll(named);
                defaults.stream().filter(s -> !named.contains(s)).forEach(result::add);
            }
        }
        return result;
    }
}
