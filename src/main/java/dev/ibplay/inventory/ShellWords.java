package dev.ibplay.inventory;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits text into words by the rules of a POSIX shell, as Python's {@code shlex.split} has them: quotes and backslashes
 * group and vanish, and where comments are on, an unquoted {@code #} ends the text even in the middle of a word.
 */
public final class ShellWords {
    /**
     * A word.
     *
     * @param start index of its first character in the text, quotes included
     * @param end index after its last character
     */
    public record Word(String text, int start, int end) {}

    /** What came of it: all words, or the place where a quote or a backslash leads nowhere. */
    public sealed interface Result {}

    /** All words, in their order. */
    public record Words(List<Word> words) implements Result {
        public Words {
            words = List.copyOf(words);
        }
    }

    /** It cannot be split, and where that shows. */
    public record Broken(String reason, int at) implements Result {}

    private final String text;
    private final boolean comments;
    private final List<Word> words = new ArrayList<>();
    private int next;

    private ShellWords(String text, boolean comments) {
        this.text = text;
        this.comments = comments;
    }

    /** Splits a text; {@code comments} says whether a # begins one. */
    public static Result split(String text, boolean comments) {
        return new ShellWords(text, comments).split();
    }

    private Result split() {
        while (true) {
            while (next < text.length() && isSpace(text.charAt(next))) {
                next++;
            }
            if (next == text.length() || startsComment(text.charAt(next))) {
                return new Words(words);
            }
            int start = next;
            var word = new StringBuilder();
            while (next < text.length() && !isSpace(text.charAt(next)) && !startsComment(text.charAt(next))) {
                int at = next;
                if (!part(word)) {
                    return new Broken(
                            text.charAt(at) == '\\' ? "nothing follows the backslash" : "a quote is not closed", at);
                }
            }
            words.add(new Word(word.toString(), start, next));
        }
    }

    private boolean startsComment(char c) {
        return comments && c == '#';
    }

    /** Takes a plain character, an escaped one or a quoted run; false when it has no end. */
    private boolean part(StringBuilder word) {
        char c = text.charAt(next++);
        switch (c) {
            case '\\' -> {
                if (next == text.length()) {
                    return false;
                }
                word.append(text.charAt(next++));
            }
            case '\'' -> {
                int close = text.indexOf('\'', next);
                if (close < 0) {
                    return false;
                }
                word.append(text, next, close);
                next = close + 1;
            }
            case '"' -> {
                return doubleQuoted(word);
            }
            default -> word.append(c);
        }
        return true;
    }

    private boolean doubleQuoted(StringBuilder word) {
        while (next < text.length()) {
            char c = text.charAt(next++);
            if (c == '"') {
                return true;
            }
            // Between double quotes a backslash is itself unless it stands before a quote or another backslash.
            if (c == '\\' && next < text.length() && (text.charAt(next) == '"' || text.charAt(next) == '\\')) {
                c = text.charAt(next++);
            }
            word.append(c);
        }
        return false;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
