package dev.ibplay.lab.windows;

import java.util.ArrayList;
import java.util.List;

/** Splits the argument line of CreateProcess as Windows' C runtime does (Microsoft: Parsing C command-line arguments). */
final class ArgumentWords {
    private final String line;
    private int at;

    private ArgumentWords(String line) {
        this.line = line;
    }

    static List<String> of(String line) {
        ArgumentWords reading = new ArgumentWords(line);
        List<String> words = new ArrayList<>();
        while (reading.at < line.length()) {
            if (isBlank(line.charAt(reading.at))) {
                reading.at++;
            } else {
                words.add(reading.word());
            }
        }
        return List.copyOf(words);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        boolean isQuoted = false;
        while (at < line.length() && (isQuoted || !isBlank(line.charAt(at)))) {
            int backslashes = 0;
            while (at < line.length() && line.charAt(at) == '\\') {
                backslashes++;
                at++;
            }
            boolean isQuote = at < line.length() && line.charAt(at) == '"';
            word.repeat("\\", isQuote ? backslashes / 2 : backslashes);
            if (isQuote) {
                if (backslashes % 2 == 1) {
                    word.append('"');
                } else {
                    isQuoted = !isQuoted;
                }
                at++;
            } else if (backslashes == 0) {
                word.append(line.charAt(at));
                at++;
            }
        }
        return word.toString();
    }
}
