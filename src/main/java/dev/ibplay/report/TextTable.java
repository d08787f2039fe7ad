package dev.ibplay.report;

import java.util.List;

/** Rows with aligned columns, for people. */
final class TextTable {
    private TextTable() {}

    /** The rows, each of as many cells as the first one; two blanks between columns, none at the ends of lines. */
    static String of(List<List<String>> rows) {
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int index = column;
                int width =
                        rows.stream().mapToInt(r -> r.get(index).length()).max().orElse(0);
                line.append(row.get(column))
                        .append(" ".repeat(width + 2 - row.get(column).length()));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
