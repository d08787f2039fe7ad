package dev.ibplay.opensm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A command or its options as one text, cut into words that know their places, and the {@code -p} in it. */
final class CommandWords {
    /**
     * A word.
     *
     * @param text what the program gets, without quotes
     * @param start the offset of its first character, quotes included
     * @param end the offset after it
     * @param plain whether it stands in the text as it is, so that a part of it can be replaced
     */
    record CommandWord(String text, int start, int end, boolean plain) {}

    private final String text;
    private final List<CommandWord> words;
    private final boolean program;
    private final boolean closed;

    private CommandWords(String text, List<CommandWord> words, boolean program, boolean closed) {
        this.text = text;
        this.words = List.copyOf(words);
        this.program = program;
        this.closed = closed;
    }

    /** The value of a variable that is used without quotes: blanks alone separate, quotes mean nothing (XCU 2.6.5). */
    static CommandWords ofShell(String text) {
        var words = new ArrayList<CommandWord>();
        int at = 0;
        while (at < text.length()) {
            int start = at;
            while (at < text.length() && !isBlank(text.charAt(at))) {
                at++;
            }
            if (at > start) {
                words.add(new CommandWord(text.substring(start, at), start, at, true));
            }
            at = Math.max(at, start + 1);
        }
        return new CommandWords(text, words, false, true);
    }

    /**
     * The value of ExecStart=: quotes around words or parts of them, a backslash before a quote or itself, and one at the end
     * of a line that goes on (systemd.syntax(7), systemd.service(5)). The first word is the program.
     */
    static CommandWords ofUnit(String text) {
        var words = new ArrayList<CommandWord>();
        int at = 0;
        boolean closed = true;
        while (at < text.length()) {
            if (isBlank(text.charAt(at)) || isContinuation(text, at)) {
                at++;
                continue;
            }
            int start = at;
            var word = new StringBuilder();
            char quote = 0;
            while (at < text.length() && (quote != 0 || !isBlank(text.charAt(at))) && !isContinuation(text, at)) {
                char c = text.charAt(at);
                if (c == quote) {
                    quote = 0;
                } else if (quote == 0 && (c == '"' || c == '\'')) {
                    quote = c;
                } else if (c == '\\' && at + 1 < text.length()) {
                    at++;
                    word.append(text.charAt(at));
                } else {
                    word.append(c);
                }
                at++;
            }
            closed &= quote == 0;
            boolean plain = text.substring(start, at).contentEquals(word);
            words.add(new CommandWord(word.toString(), start, at, plain));
        }
        return new CommandWords(text, words, true, closed);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    private static boolean isContinuation(String text, int at) {
        return text.charAt(at) == '\\' && at + 1 < text.length() && "\r\n".indexOf(text.charAt(at + 1)) >= 0;
    }

    /** Whether every quote has its partner. */
    boolean closed() {
        return closed;
    }

    List<String> texts() {
        return words.stream().map(CommandWord::text).toList();
    }

    /** The last priority that the words give. */
    Optional<String> priority() {
        List<OpensmArguments.Found> found = found();
        return found.isEmpty() ? Optional.empty() : found.getLast().value(texts());
    }

    private List<OpensmArguments.Found> found() {
        var options = new ArrayList<>(texts());
        if (program && !options.isEmpty()) {
            options.set(0, ""); // systemd's "-/usr/sbin/opensm" is no option
        }
        return OpensmArguments.find(options, "p", "priority");
    }

    /** The text with the last priority changed, where it gives one. */
    String withPriority(String priority) {
        List<OpensmArguments.Found> found = found();
        if (found.isEmpty() || found.getLast().value(texts()).isEmpty()) {
            return text;
        }
        OpensmArguments.Found last = found.getLast();
        CommandWord word = words.get(last.valueIndex());
        String kept = word.text().substring(0, last.valueStart());
        int start = word.plain() ? word.start() + last.valueStart() : word.start();
        return text.substring(0, start) + (word.plain() ? "" : kept) + priority + text.substring(word.end());
    }
}
