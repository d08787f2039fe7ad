package dev.ibplay.report;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A diagnostic as a compiler would print it: place, severity and code, the line of the source with a marker under the
 * part that is meant, and a hint.
 */
public final class DiagnosticText {
    private final BiFunction<String, Integer, Optional<String>> lines;

    /** Renders with source lines from {@code lines}, which takes a file's name and a line's number from 1. */
    public DiagnosticText(BiFunction<String, Integer, Optional<String>> lines) {
        this.lines = lines;
    }

    /** The text, each line ended. */
    public String render(Diagnostic diagnostic) {
        var text = new StringBuilder();
        text.append(place(diagnostic.location()))
                .append(": ")
                .append(diagnostic.severity().word())
                .append('[')
                .append(diagnostic.code().id())
                .append("]: ")
                .append(diagnostic.message())
                .append(askedBy(diagnostic.location()))
                .append('\n');
        if (diagnostic.location() instanceof Location.InSource source) {
            lines.apply(source.span().file(), source.span().line())
                    .filter(line -> !line.isBlank())
                    .ifPresent(line -> text.append(marked(line, source.span())));
        }
        diagnostic.hint().ifPresent(hint -> text.append("  hint: ").append(hint).append('\n'));
        return text.toString();
    }

    private static String place(Location location) {
        return switch (location) {
            case Location.InSource source -> source.span().toString();
            case Location.OnHost host -> host.host();
            case Location.Run ignored -> "ibplay";
        };
    }

    private static String askedBy(Location location) {
        if (!(location instanceof Location.OnHost host)) {
            return "";
        }
        String step = host.step().map(s -> "while: " + s).orElse("");
        String by = host.askedBy().map(span -> "asked for by " + span).orElse("");
        String both = step.isEmpty() || by.isEmpty() ? step + by : step + ", " + by;
        return both.isEmpty() ? "" : " (" + both + ")";
    }

    /** The line with a marker below. Tabs are kept in the margin, so that the marker stands under its text. */
    private static String marked(String line, Span span) {
        int length = line.codePointCount(0, line.length());
        int first = Math.min(span.column(), length + 1);
        int end = span.endLine() == span.line() ? Math.min(span.endColumn(), length + 1) : length + 1;
        var margin = new StringBuilder();
        line.codePoints().limit(first - 1L).forEach(c -> margin.append(c == '\t' ? '\t' : ' '));
        String marker = "^" + "~".repeat(Math.max(0, end - first - 1));
        return "%5d | %s%n      | %s%s%n"
                .formatted(span.line(), line, margin, marker)
                .replace("\r\n", "\n");
    }
}
