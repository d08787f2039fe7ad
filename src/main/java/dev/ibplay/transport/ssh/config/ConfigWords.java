package dev.ibplay.transport.ssh.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How OpenSSH takes a line of a configuration apart. */
final class ConfigWords {
    private static final String WHITESPACE = " \t\r\n";

    private final String line;
    private int position;

    private ConfigWords(String line) {
        this.line = line;
    }

    static ConfigWords of(String line) {
        ConfigWords words = new ConfigWords(line);
        words.skipWhitespace();
        return words;
    }

    /**
     * The next word as strdelim() gives it: up to whitespace, or to one {@code =}; in double quotes as a whole.
     *
     * @return nothing when a quote is not closed
     */
    Optional<String> delimited() {
        if (position < line.length() && line.charAt(position) == '"') {
            int end = line.indexOf('"', position + 1);
            if (end < 0) {
                return Optional.empty();
            }
            String word = line.substring(position + 1, end);
            position = end + 1;
            skipDelimiter();
            return Optional.of(word);
        }
        int start = position;
        while (position < line.length() && (WHITESPACE + "=\"").indexOf(line.charAt(position)) < 0) {
            position++;
        }
        String word = line.substring(start, position);
        skipDelimiter();
        return Optional.of(word);
    }

    private void skipDelimiter() {
        skipWhitespace();
        if (position < line.length() && line.charAt(position) == '=') {
            position++;
            skipWhitespace();
        }
    }

    private void skipWhitespace() {
        while (position < line.length() && WHITESPACE.indexOf(line.charAt(position)) >= 0) {
            position++;
        }
    }

    /** What has not been taken, as it stands there. */
    String rest() {
        return line.substring(position);
    }

    boolean atEnd() {
        return position >= line.length();
    }

    /**
     * What has not been taken, as argv_split() splits it: both kinds of quotes, a backslash before a quote, a backslash or
     * (outside of quotes) a space, and no further than a word that begins with {@code #}.
     *
     * @return nothing when a quote is not closed
     */
    Optional<List<String>> arguments() {
        List<String> words = new ArrayList<>();
        while (true) {
            while (position < line.length() && " \t".indexOf(line.charAt(position)) >= 0) {
                position++;
            }
            if (position >= line.length() || line.charAt(position) == '#') {
                return Optional.of(words);
            }
            Optional<String> word = quotedWord();
            if (word.isEmpty()) {
                return Optional.empty();
            }
            words.add(word.get());
        }
    }

    private Optional<String> quotedWord() {
        StringBuilder word = new StringBuilder();
        char quote = 0;
        while (position < line.length()) {
            char c = line.charAt(position++);
            boolean escaped = c == '\\' && position < line.length() && isEscapable(line.charAt(position), quote);
            if (escaped) {
                word.append(line.charAt(position++));
            } else if (quote == 0 && (c == ' ' || c == '\t')) {
                return Optional.of(word.toString());
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            } else {
                word.append(c);
            }
        }
        return quote == 0 ? Optional.of(word.toString()) : Optional.empty();
    }

    private static boolean isEscapable(char c, char quote) {
        return c == '\'' || c == '"' || c == '\\' || (quote == 0 && c == ' ');
    }
}
