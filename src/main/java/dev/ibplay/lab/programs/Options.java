package dev.ibplay.lab.programs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Options as getopt_long(3) of GNU finds them: anywhere among the operands, up to {@code --}. */
final class Options {
    private final Map<Character, List<String>> given = new HashMap<>();
    private final List<String> operands = new ArrayList<>();
    private final String letters;
    private final Map<String, Character> names;

    private Options(String letters, Map<String, Character> names) {
        this.letters = letters;
        this.names = names;
    }

    /**
     * Sorts words.
     *
     * @param letters of options, those with an argument followed by a colon; with {@code +} in front the first operand ends
     *     the options
     * @param names long options by the letter that they stand for
     */
    static Options of(List<String> words, String letters, Map<String, Character> names) throws ToolFailure {
        boolean early = letters.startsWith("+");
        Options options = new Options(early ? letters.substring(1) : letters, names);
        options.read(words, early);
        return options;
    }

    static Options of(List<String> words, String letters) throws ToolFailure {
        return of(words, letters, Map.of());
    }

    private void read(List<String> words, boolean early) throws ToolFailure {
        int at = 0;
        while (at < words.size()) {
            String word = words.get(at);
            if (word.equals("--") || (early && !isOption(word))) {
                operands.addAll(words.subList(word.equals("--") ? at + 1 : at, words.size()));
                return;
            }
            List<String> rest = words.subList(at + 1, words.size());
            if (word.startsWith("--")) {
                at += named(word.substring(2), rest);
            } else if (isOption(word)) {
                at += cluster(word, rest);
            } else {
                operands.add(word);
            }
            at++;
        }
    }

    private static boolean isOption(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    /** How many of the following words were taken. */
    private int named(String word, List<String> rest) throws ToolFailure {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Optional<Character> letter = Optional.ofNullable(names.get(name));
        if (letter.isEmpty()) {
            throw new ToolFailure("unrecognized option '--" + word + "'");
        }
        boolean wants = wantsArgument(letter.get());
        if (wants && equals < 0 && rest.isEmpty()) {
            throw new ToolFailure("option '--" + name + "' requires an argument");
        }
        add(letter.get(), equals >= 0 ? word.substring(equals + 1) : wants ? rest.getFirst() : "");
        return wants && equals < 0 ? 1 : 0;
    }

    private int cluster(String word, List<String> rest) throws ToolFailure {
        for (int i = 1; i < word.length(); i++) {
            char letter = word.charAt(i);
            if (letter == ':' || letters.indexOf(letter) < 0) {
                throw new ToolFailure("invalid option -- '" + letter + "'");
            }
            if (!wantsArgument(letter)) {
                add(letter, "");
            } else if (i + 1 < word.length()) {
                add(letter, word.substring(i + 1));
                return 0;
            } else if (rest.isEmpty()) {
                throw new ToolFailure("option requires an argument -- '" + letter + "'");
            } else {
                add(letter, rest.getFirst());
                return 1;
            }
        }
        return 0;
    }

    private boolean wantsArgument(char letter) {
        return letters.startsWith(":", letters.indexOf(letter) + 1);
    }

    private void add(char letter, String argument) {
        given.computeIfAbsent(letter, l -> new ArrayList<>()).add(argument);
    }

    boolean has(char letter) {
        return given.containsKey(letter);
    }

    /** The last argument given for a letter. */
    Optional<String> argument(char letter) {
        return Optional.ofNullable(given.get(letter)).map(List::getLast);
    }

    List<String> arguments(char letter) {
        return given.getOrDefault(letter, List.of());
    }

    List<String> operands() {
        return operands;
    }

    /** The operands, or the word when there is none. */
    List<String> operandsOr(String word) {
        return operands.isEmpty() ? List.of(word) : operands;
    }

    List<String> atLeast(int count) throws ToolFailure {
        if (operands.size() < count) {
            throw new ToolFailure(
                    operands.isEmpty() ? "missing operand" : "missing operand after '" + operands.getLast() + "'");
        }
        return operands;
    }
}
