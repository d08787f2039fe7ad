package dev.ibplay.netstack;

import dev.ibplay.diag.Span;
import java.util.ArrayList;
import java.util.List;

/** Where the lines and columns of a YAML reader are in the text: it counts code points, and all of YAML 1.1's line ends. */
final class YamlOffsets {
    private final String text;
    private final List<Integer> lineStarts = new ArrayList<>(List.of(0));

    YamlOffsets(String text) {
        this.text = text;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean loneReturn = c == '\r' && !text.startsWith("\n", i + 1);
            if (c == '\n' || c == '\u0085' || c == '\u2028' || c == '\u2029' || loneReturn) {
                lineStarts.add(i + 1);
            }
        }
    }

    int start(Span span) {
        return offset(span.line(), span.column());
    }

    int end(Span span) {
        return offset(span.endLine(), span.endColumn());
    }

    private int offset(int line, int column) {
        if (line > lineStarts.size()) {
            return text.length();
        }
        int from = lineStarts.get(line - 1);
        int points = Math.min(column - 1, text.codePointCount(from, text.length()));
        return text.offsetByCodePoints(from, points);
    }
}
