package dev.ibplay.facts.esxi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code esxcli --formatter=csv} prints: one header, then one record for each entry, and a comma at the end of every
 * line. Columns come in any order, and releases add some. A value with a comma, a quotation mark or a line end in it is
 * quoted, with its quotation marks doubled (RFC 4180).
 */
final class EsxcliCsv {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String text;
    private final List<List<String>> records = new ArrayList<>();
    private final StringBuilder field = new StringBuilder();
    private List<String> record = new ArrayList<>();
    private boolean quoted;

    private EsxcliCsv(String text) {
        this.text = text;
    }

    /**
     * Reads the entries; what stands before the header is passed over.
     *
     * @param columns that the header must have
     * @return nothing where there is no such header, a record has more fields than it (a value has not been quoted), or the text
     *     ends inside of quotation marks
     */
    static Optional<List<EsxcliRow>> parse(String text, Set<String> columns) {
        var csv = new EsxcliCsv(text);
        List<List<String>> records = csv.read();
        if (csv.quoted) {
            return Optional.empty();
        }
        Set<String> wanted = columns.stream().map(EsxcliRow::key).collect(Collectors.toUnmodifiableSet());
        for (int i = 0; i < records.size(); i++) {
            Set<String> found = records.get(i).stream().map(EsxcliRow::key).collect(Collectors.toSet());
            if (found.containsAll(wanted)) {
                return rows(records.get(i), records.subList(i + 1, records.size()));
            }
        }
        return Optional.empty();
    }

    private static Optional<List<EsxcliRow>> rows(List<String> header, List<List<String>> records) {
        List<EsxcliRow> rows = new ArrayList<>();
        for (List<String> record : records) {
            if (record.size() > header.size()) {
                return Optional.empty();
            }
            EsxcliRow row = new EsxcliRow();
            for (int i = 0; i < record.size(); i++) {
                row.put(header.get(i), record.get(i));
            }
            rows.add(row);
        }
        return Optional.of(List.copyOf(rows));
    }

    private List<List<String>> read() {
        int from = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                boolean doubled = c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"';
                if (c == '"' && !doubled) {
                    quoted = false;
                } else {
                    field.append(c);
                    i += doubled ? 1 : 0;
                }
            } else {
                unquoted(c);
            }
        }
        endRecord();
        return records;
    }

    private void unquoted(char c) {
        switch (c) {
            case '"' -> {
                // A quotation mark inside of a value that was not quoted is a part of it.
                if (field.toString().isBlank()) {
                    field.setLength(0);
                    quoted = true;
                } else {
                    field.append(c);
                }
            }
            case ',' -> endField();
            case '\n' -> endRecord();
            case '\r' -> {}
            default -> field.append(c);
        }
    }

    private void endField() {
        record.add(field.toString());
        field.setLength(0);
    }

    /** Nothing stands behind the last comma; a blank line is no record. */
    private void endRecord() {
        if (!field.toString().isBlank()) {
            endField();
        }
        field.setLength(0);
        if (!record.isEmpty()) {
            records.add(record);
        }
        record = new ArrayList<>();
    }
}
