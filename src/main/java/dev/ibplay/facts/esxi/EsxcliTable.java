package dev.ibplay.facts.esxi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** esxcli's text for many entries: a header, a line of dashes that shows how wide each column is, a line for each entry. */
final class EsxcliTable {
    private static final Pattern DASHES = Pattern.compile("\\s*-+(?: +-+)+\\s*");
    private static final Pattern DASH_RUN = Pattern.compile("-+");

    private record Column(String name, int from, int to) {}

    private final List<Column> columns;
    private final List<String> body;

    private EsxcliTable(List<Column> columns, List<String> body) {
        this.columns = List.copyOf(columns);
        this.body = List.copyOf(body);
    }

    /** The table in some lines; nothing where there is none, or its header does not stand above its dashes. */
    static Optional<EsxcliTable> in(List<String> lines) {
        for (int i = 1; i < lines.size(); i++) {
            if (DASHES.matcher(lines.get(i)).matches()) {
                List<Column> columns = columns(lines.get(i), lines.get(i - 1));
                boolean named =
                        columns.stream().noneMatch(column -> column.name().isEmpty());
                EsxcliTable table = new EsxcliTable(columns, lines.subList(i + 1, lines.size()));
                return named && table.fits(lines.get(i - 1)) ? Optional.of(table) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static List<Column> columns(String dashes, String header) {
        List<Column> columns = new ArrayList<>();
        Matcher run = DASH_RUN.matcher(dashes);
        while (run.find()) {
            columns.add(new Column(cut(header, run.start(), run.end()), run.start(), run.end()));
        }
        return columns;
    }

    /** The lines below the dashes. */
    List<String> body() {
        return body;
    }

    /** All entries; lines that do not stand in the columns are passed over. */
    List<EsxcliRow> rows() {
        return body.stream().flatMap(line -> row(line).stream()).toList();
    }

    /** The entry on a line; nothing where it does not stand in the columns. */
    Optional<EsxcliRow> row(String line) {
        if (line.isBlank() || !fits(line)) {
            return Optional.empty();
        }
        EsxcliRow row = new EsxcliRow();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            row.put(column.name(), cut(line, column.from(), end(i)));
        }
        return Optional.of(row);
    }

    /** The last column may be longer than its dashes. */
    private int end(int column) {
        return column + 1 < columns.size() ? columns.get(column).to() : Integer.MAX_VALUE;
    }

    /** Whether nothing stands between the columns. */
    private boolean fits(String line) {
        int first = columns.getFirst().from();
        Stream<String> gaps = Stream.concat(
                Stream.of(cut(line, 0, first)),
                Stream.iterate(1, i -> i < columns.size(), i -> i + 1)
                        .map(i -> cut(
                                line, columns.get(i - 1).to(), columns.get(i).from())));
        return gaps.allMatch(String::isEmpty);
    }

    private static String cut(String line, int from, int to) {
        int start = Math.min(from, line.length());
        return line.substring(start, Math.max(start, Math.min(to, line.length())))
                .strip();
    }
}
