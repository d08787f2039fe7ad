package dev.ibplay.facts.tools;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields that libibmad prints as {@code Name:.....value}.
 *
 * @param header what follows {@code #} in the first line, for example {@code Port info: Lid 1 port 1}; may be missing
 */
record DottedFields(Optional<String> header, Map<String, String> values) {
    private static final Pattern HEADER = Pattern.compile("# ((?:Port|Node) info: .*)");
    private static final Pattern FIELD = Pattern.compile("([A-Za-z][A-Za-z0-9 ]*):\\.*(.*)");

    /** A person's note behind a value in a copied text. */
    private static final Pattern NOTE = Pattern.compile("\\s+#.*");

    DottedFields {
        values = Map.copyOf(values);
    }

    /** Reads up to a second header; a name that comes twice keeps its first value. */
    static DottedFields read(List<String> lines) {
        Optional<String> header = Optional.empty();
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher head = HEADER.matcher(line.strip());
            if (head.matches()) {
                if (header.isPresent() || !values.isEmpty()) {
                    break;
                }
                header = Optional.of(head.group(1));
                continue;
            }
            Matcher field = FIELD.matcher(line.strip());
            if (field.matches() && !field.group(1).startsWith("ib")) {
                String value = NOTE.matcher(field.group(2)).replaceFirst("").strip();
                values.putIfAbsent(field.group(1), value);
            }
        }
        return new DottedFields(header, values);
    }

    /** The text of a field that has one. */
    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
    }

    Optional<Long> number(String name) {
        return text(name).flatMap(NumberText::parse);
    }
}
