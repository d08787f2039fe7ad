package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.diag.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The header of a section of an INI inventory: {@code [group]}, {@code [group:children]} or {@code [group:vars]}. */
record IniSection(String group, Kind kind) {
    enum Kind {
        HOSTS,
        CHILDREN,
        VARS;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Pattern HEADER = Pattern.compile("\\[([^:\\]\\s]+)(?::(\\w+))?]\\s*(?:#.*)?");
    private static final List<String> KINDS =
            Arrays.stream(Kind.values()).map(Kind::word).toList();
    private static final String FORMS = "a section is [group], [group:children] or [group:vars]";

    /** Whether the line looks like a header, right or wrong: not a host such as {@code [fe80::1]:22} or {@code [a:c]1}. */
    static boolean isHeader(String line) {
        return line.startsWith("[")
                && (line.endsWith("]")
                        || line.indexOf(']') < 0
                        || HEADER.matcher(line).matches());
    }

    static Optional<IniSection> parse(String line, Span span, Problems problems) {
        Matcher header = HEADER.matcher(line);
        if (!header.matches()) {
            if (line.indexOf(']') < 0) {
                problems.error(Code.INVENTORY_SECTION, span, "the bracket of this section is not closed", FORMS);
            } else {
                problems.error(
                        Code.INVENTORY_SECTION,
                        span,
                        "\"" + line + "\" is not a section",
                        FORMS + "; the name has no spaces, colons or brackets");
            }
            return Optional.empty();
        }
        String word = header.group(2) == null ? Kind.HOSTS.word() : header.group(2);
        Optional<Kind> kind = Arrays.stream(Kind.values())
                .filter(known -> known.word().equals(word))
                .findFirst();
        if (kind.isEmpty()) {
            String hint = meant(word)
                    .map(near -> "did you mean [" + header.group(1) + ":" + near + "]?")
                    .orElse(FORMS);
            problems.error(Code.INVENTORY_SECTION, span, "there is no section kind \"" + word + "\"", hint);
            return Optional.empty();
        }
        return kind.map(known -> new IniSection(header.group(1), known));
    }

    private static Optional<String> meant(String kind) {
        String lower = kind.toLowerCase(Locale.ROOT);
        return KINDS.stream()
                .filter(word -> word.startsWith(lower))
                .findFirst()
                .or(() -> lower.startsWith("var") ? Optional.of(Kind.VARS.word()) : Suggestion.nearest(lower, KINDS));
    }
}
