package dev.ibplay.transport.cli;

import dev.ibplay.transport.RandomHex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Tells the answers of one exec apart. {@code cli -h} prints them one after the other with nothing between; so a line that is no
 * command follows each, whose error names the word that is not known: {@code % Unrecognized command "ibplay0123456789abcdefx2".} The
 * word is random and new for each exec, so no answer can hold it, and each is looked for behind the one before.
 */
record ExecFrame(String word) {
    private static final int RANDOM_DIGITS = 16;

    /** The second line of that error. */
    private static final String ADVICE = "% Type \"?\" for help";

    static ExecFrame random() {
        return new ExecFrame("ibplay" + RandomHex.digits(RANDOM_DIGITS) + "x");
    }

    /** The line that is no command and ends answer number {@code index}. */
    String marker(int index) {
        return word + index;
    }

    /**
     * The command line of the exec: each line in double quotes, which {@code cli -h} takes in turn. (Examples have single quotes
     * around all of them, which the shell takes off that they are typed into.)
     */
    String commandLine(List<String> commands) {
        StringBuilder line = new StringBuilder("cli -h");
        for (int i = 0; i < commands.size(); i++) {
            line.append(" \"").append(commands.get(i)).append('"');
            line.append(" \"").append(marker(i)).append('"');
        }
        return line.toString();
    }

    /** The answers that have ended, in the order of the commands, without echoes; and what came behind them. */
    Answers cut(List<String> lines, List<String> commands) {
        List<List<String>> answers = new ArrayList<>();
        int from = 0;
        while (answers.size() < commands.size()) {
            Optional<Integer> end = find(lines, from, marker(answers.size()));
            if (end.isEmpty()) {
                break;
            }
            List<String> own = new ArrayList<>(lines.subList(from, end.get()));
            // What was said without a line feed stands before the error.
            own.add(lines.get(end.get()).substring(0, errorStart(lines.get(end.get()), marker(answers.size()))));
            answers.add(own(own, commands.get(answers.size())));
            from = end.get() + 1;
            while (from < lines.size() && lines.get(from).strip().startsWith(ADVICE)) {
                from++;
            }
        }
        return new Answers(answers, List.copyOf(lines.subList(from, lines.size())));
    }

    record Answers(List<List<String>> ended, List<String> rest) {
        Answers {
            ended = List.copyOf(ended);
        }
    }

    private static Optional<Integer> find(List<String> lines, int from, String marker) {
        for (int i = from; i < lines.size(); i++) {
            String line = lines.get(i);
            int at = line.indexOf(marker);
            if (at >= 0 && errorStart(line, marker) >= 0 && isWhole(line, at + marker.length())) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /** Where the error begins that names the marker; negative when the line only echoes it. */
    private static int errorStart(String line, String marker) {
        return line.lastIndexOf('%', line.indexOf(marker));
    }

    /** Marker 1 is not found in marker 12. */
    private static boolean isWhole(String line, int end) {
        return end == line.length() || !Character.isDigit(line.charAt(end));
    }

    private List<String> own(List<String> lines, String command) {
        List<String> own = new ArrayList<>(
                lines.stream().filter(line -> !line.contains(word)).toList());
        if (!own.isEmpty() && Prompt.isEcho(own.getFirst(), command)) {
            own.removeFirst();
        }
        if (!own.isEmpty() && own.getLast().isBlank()) {
            own.removeLast();
        }
        return own;
    }
}
