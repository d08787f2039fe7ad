package dev.ibplay.report;

import java.util.ArrayList;
import java.util.List;

/** Rows with aligned columns, for people: two blanks between columns, none at the ends of lines. */
final class TextTable {
    private final String indent;
    private final List<List<String>> rows = new ArrayList<>();

    /** A table without rows. */
    TextTable(String indent, List<String> header) {
        this.indent = indent;
        rows.add(header);
    }

    /** A row of as many cells as the header. */
    void add(List<String> row) {
        rows.add(row);
    }

    /** The lines; none for a table without rows. */
    @Override
    public String toString() {
        return rows.size() == 1 ? "" : lines(indent, rows);
    }

    /** The lines of rows, of which the first may be a header. */
    static String of(List<List<String>> rows) {
        return lines("", rows);
    }

    private static String lines(String indent, List<List<String>> rows) {
        int[] widths = new int[rows.getFirst().size()];
        rows.forEach(row -> {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        });
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder(indent);
            for (int column = 0; column < row.size(); column++) {
                line.append(row.get(column))
                        .append(" ".repeat(widths[column] + 2 - row.get(column).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
