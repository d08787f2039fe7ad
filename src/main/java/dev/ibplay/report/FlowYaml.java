package dev.ibplay.report;

import dev.ibplay.inventory.SecretNames;
import dev.ibplay.source.Node;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values on one line of YAML, their text as it was written. */
public final class FlowYaml {
    /** What stands in place of a secret. */
    static final String HIDDEN = "<hidden>";

    private static final Pattern SAFE = Pattern.compile("[\\p{L}_/.][\\p{L}\\p{N}_/.@+-]*");
    private static final Pattern SPECIAL =
            Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null|\\.(nan|inf).*|[.][0-9].*");

    /** Plain in a collection, too: words, numbers, times; what templates and notes begin with is not among them. */
    private static final Pattern PLAIN =
            Pattern.compile("[-+]?[.]?[\\p{Alnum}_/](?:[\\p{Alnum}_/.+:-]*[\\p{Alnum}_/.+-])?");

    private FlowYaml() {}

    static String of(Node node) {
        return switch (node) {
            case Node.Scalar scalar ->
                scalar.plain() && !scalar.text().isEmpty() ? scalar.text() : quoteIfNeeded(scalar);
            case Node.Vaulted ignored -> HIDDEN;
            case Node.Sequence list ->
                list.items().stream().map(FlowYaml::of).collect(Collectors.joining(", ", "[", "]"));
            case Node.Mapping mapping ->
                mapping.entries().stream().map(FlowYaml::entry).collect(Collectors.joining(", ", "{", "}"));
        };
    }

    /** The value for a file that is read again: with secrets, and such that it means what it did wherever it was written. */
    public static String complete(Node node) {
        return switch (node) {
            case Node.Scalar scalar ->
                (scalar.unsafe() ? "!unsafe " : "")
                        + (scalar.plain() && PLAIN.matcher(scalar.text()).matches()
                                ? scalar.text()
                                : quoteIfNeeded(scalar));
            case Node.Vaulted vaulted -> "!vault " + quoteIfNeeded(vaulted.envelope());
            case Node.Sequence list ->
                list.items().stream().map(FlowYaml::complete).collect(Collectors.joining(", ", "[", "]"));
            case Node.Mapping mapping ->
                mapping.entries().stream()
                        .map(entry -> quoteIfNeeded(entry.key().text()) + ": " + complete(entry.value()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private static String entry(Node.Entry entry) {
        String key = entry.key().text();
        return quoteIfNeeded(key) + ": " + (SecretNames.isSecret(key) ? HIDDEN : of(entry.value()));
    }

    private static String quoteIfNeeded(Node.Scalar scalar) {
        return scalar.isNull() ? "null" : quoteIfNeeded(scalar.text());
    }

    /** Text that YAML would read as something else stands in double quotes. */
    static String quoteIfNeeded(String text) {
        if (SAFE.matcher(text).matches() && !SPECIAL.matcher(text).matches()) {
            return text;
        }
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        quoted.append("\\x%02x".formatted((int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
