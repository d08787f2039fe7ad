package dev.ibplay.lab.mlnxos;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command of the command line.
 *
 * @param words literal, or {@code *} for any one word
 * @param mode that has it
 */
record CliCommand(List<String> words, CliMode mode, Action action) {
    private static final String ANY = "*";
    private static final int SHORTEST = 3;

    /** What it does. */
    @FunctionalInterface
    interface Action {
        /**
         * Does it.
         *
         * @param values the words where any may stand
         * @return what is printed; errors begin with %
         */
        List<String> run(CliUser user, List<String> values);
    }

    static CliCommand of(CliMode mode, String words, Action action) {
        return new CliCommand(List.of(words.split(" ", -1)), mode, action);
    }

    /** How many words of a line agree with this from the beginning. */
    int agreeing(List<String> line) {
        int count = 0;
        while (count < line.size() && count < words.size() && agrees(words.get(count), line.get(count))) {
            count++;
        }
        return count;
    }

    /** Words may be cut short, as people do. */
    private static boolean agrees(String word, String typed) {
        return word.equals(ANY) || word.equals(typed) || (typed.length() >= SHORTEST && word.startsWith(typed));
    }

    /** The values of a line that is this command. */
    Optional<List<String>> values(List<String> line) {
        if (line.size() != words.size() || agreeing(line) != words.size()) {
            return Optional.empty();
        }
        List<String> values = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals(ANY)) {
                values.add(line.get(i));
            }
        }
        return Optional.of(values);
    }
}
