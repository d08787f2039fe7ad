package dev.ibplay.transport.ssh;

import java.util.ArrayList;
import java.util.List;

/** Splits a text into words with the shell's quotes and backslashes, as Ansible does with arguments for ssh. */
final class ShellWords {
    private static final char UNQUOTED = ' ';

    private ShellWords() {}

    /** An unclosed quote ends with the text. */
    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean started = false;
        char quote = UNQUOTED;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escapes = c == '\\' && quote != '\'' && i + 1 < text.length();
            if (escapes) {
                word.append(text.charAt(++i));
                started = true;
            } else if (quote != UNQUOTED) {
                if (c == quote) {
                    quote = UNQUOTED;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                started = true;
            } else if (!Character.isWhitespace(c)) {
                word.append(c);
                started = true;
            } else if (started) {
                words.add(word.toString());
                word.setLength(0);
                started = false;
            }
        }
        if (started) {
            words.add(word.toString());
        }
        return words;
    }
}
