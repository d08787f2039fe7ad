package dev.ibplay.lab.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Text as lines; each has its line feed but perhaps the last. */
final class Lines {
    private Lines() {}

    static List<String> of(InputStream in) throws IOException {
        return of(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    }

    static List<String> of(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int end = text.indexOf('\n', from);
            int next = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(from, next));
            from = next;
        }
        return lines;
    }

    static String bare(String line) {
        return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
    }
}
