package dev.ibplay.facts.esxi;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * esxcli's text for one entry at a time: its name as a title, then {@code Key: value} lines. An entry begins with its first
 * key, since indentation is lost on many ways and blank lines also stand between the parts of one entry.
 */
final class EsxcliBlocks {
    /** A key is followed by a blank or by nothing, so a prompt, a PCI address or a time is none. */
    private static final Pattern FIELD = Pattern.compile("([#\\s]*)([A-Za-z][A-Za-z0-9 /()_-]*):(?:\\s+(.*))?");

    private EsxcliBlocks() {}

    /**
     * Reads all entries. Fields that are indented more than the first one are parts of the field above, whose name is put before
     * theirs: {@code Driver Info Version}. Of several parts with the same fields, such as a distributed vSwitch's ports, the
     * first one is kept.
     *
     * @param first the key that each entry begins with
     */
    static List<EsxcliRow> parse(List<String> lines, String first) {
        List<EsxcliRow> rows = new ArrayList<>();
        int indentation = 0;
        String part = "";
        for (String line : lines) {
            Matcher field = FIELD.matcher(line.stripTrailing());
            if (!field.matches()) {
                continue;
            }
            int depth = field.group(1).length();
            String value = Optional.ofNullable(field.group(3)).orElse("");
            if (field.group(2).equals(first) && (rows.isEmpty() || depth <= indentation)) {
                rows.add(new EsxcliRow());
                indentation = depth;
            }
            if (!rows.isEmpty()) {
                part = depth <= indentation ? field.group(2) : part;
                rows.getLast().put(depth <= indentation ? part : part + " " + field.group(2), value);
            }
        }
        return List.copyOf(rows);
    }
}
