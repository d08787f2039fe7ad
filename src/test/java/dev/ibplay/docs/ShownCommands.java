package dev.ibplay.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command lines of ibplay within a line of shell, split into words as a shell would; nothing is expanded. */
final class ShownCommands {
    private static final Pattern START = Pattern.compile("(?:^|[\\s;&|(/\"'])ibplay (?=[a-z-])");
    private static final String ENDS = ";&|)<>#`";

    private ShownCommands() {}

    /** Of each of them the words behind {@code ibplay}. */
    static List<List<String>> of(String line) {
        List<List<String>> lines = new ArrayList<>();
        Matcher start = START.matcher(line);
        while (start.find()) {
            lines.add(words(line.substring(start.end())));
        }
        return lines;
    }

    private static List<String> words(String rest) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < rest.length(); i++) {
            char c = rest.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                begun = true;
            } else if (c == ' ') {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else if (ENDS.indexOf(c) >= 0 && !(c == '#' && begun)) {
                break;
            } else {
                word.append(c);
                begun = true;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return words;
    }
}
