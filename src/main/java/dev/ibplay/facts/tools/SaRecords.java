package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The records that saquery prints: a line {@code ... dump:} and indented lines {@code name....value}. Names are kept in
 * lower case, as their case differs between the forms.
 */
final class SaRecords {
    /**
     * One record.
     *
     * @param section the last line before it that is no part of a record, for example {@code IsSM ports}
     */
    record Entry(String title, String section, Map<String, String> values) {
        Entry {
            values = Map.copyOf(values);
        }

        Optional<String> text(String name) {
            return Optional.ofNullable(values.get(name)).filter(value -> !value.isEmpty());
        }

        Optional<Integer> number(String name, int highest) {
            return text(name).flatMap(value -> NumberText.parse(value, highest));
        }
    }

    private static final Pattern TITLE = Pattern.compile("((?:\\w+ )?\\w*Record(?: \\w+)?) dump:");
    private static final Pattern VALUE = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)\\.\\.+(.*)");
    private static final Pattern SECTION = Pattern.compile("IsSM ports|IsSMdisabled ports");

    /** Lines inside a record that carry no value. */
    private static final Pattern INNER = Pattern.compile("RID:?|(?:SMInfo|PortInfo) dump:");

    private SaRecords() {}

    /** Whether a line may be part of what saquery prints. */
    static boolean isPart(String text) {
        String line = text.strip();
        return TITLE.matcher(line).matches()
                || VALUE.matcher(line).matches()
                || SECTION.matcher(line).matches()
                || INNER.matcher(line).matches();
    }

    static Fact<List<Entry>> read(ToolOutput output) {
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        if (!output.lastUnended().isEmpty()) {
            return Fact.unreadable("the output of saquery is cut");
        }
        List<Entry> entries = new ArrayList<>();
        Map<String, String> values = new LinkedHashMap<>();
        String title = "";
        String section = "";
        for (String text : output.lines()) {
            String line = text.strip();
            Matcher head = TITLE.matcher(line);
            Matcher value = VALUE.matcher(line);
            if (head.matches()) {
                add(entries, title, section, values);
                title = head.group(1);
            } else if (SECTION.matcher(line).matches()) {
                add(entries, title, section, values);
                title = "";
                section = line;
            } else if (value.matches()) {
                values.put(
                        value.group(1).toLowerCase(Locale.ROOT), value.group(2).strip());
            } else if (!line.isEmpty() && !line.startsWith("ibwarn: ") && !isPart(line)) {
                return Fact.unreadable("this is not the output of saquery: " + line);
            }
        }
        add(entries, title, section, values);
        return Fact.known(List.copyOf(entries));
    }

    /** Values without a title come from a list of members only, which has no records. */
    private static void add(List<Entry> entries, String title, String section, Map<String, String> values) {
        if (!title.isEmpty()) {
            entries.add(new Entry(title, section, values));
        }
        values.clear();
    }
}
