package dev.ibplay.source;

import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Optional;

/**
 * A value as it was written, with its place: what YAML files, INI inventories and {@code -e} are all read into. A scalar
 * keeps its text; what the text means is the business of the field that reads it, since YAML's own numbers lose the form
 * of GUIDs and P_Keys.
 */
public sealed interface Node {
    Span span();

    /** What this is, in the user's words. */
    default String kind() {
        return switch (this) {
            case Mapping ignored -> "a mapping";
            case Sequence ignored -> "a list";
            case Scalar scalar -> scalar.isNull() ? "nothing" : "a single value";
        };
    }

    /**
     * A single value.
     *
     * @param text the text between the quotes, or the plain text
     * @param plain whether it stood without quotes, so that {@code yes}, {@code 7} and {@code null} may mean more than text
     */
    record Scalar(String text, boolean plain, Span span) implements Node {
        /** A value that was computed or quoted, and is text whatever it looks like. */
        public static Scalar quoted(String text, Span span) {
            return new Scalar(text, false, span);
        }

        public boolean isNull() {
            return plain && ScalarTypes.isNull(text);
        }

        /** Whether a template must be rendered before the text means anything. */
        public boolean isTemplate() {
            return text.contains("{{") || text.contains("{%") || text.contains("{#");
        }
    }

    record Sequence(List<Node> items, Span span) implements Node {
        public Sequence {
            items = List.copyOf(items);
        }
    }

    /** Keys in the order of the file; no key occurs twice. */
    record Mapping(List<Entry> entries, Span span) implements Node {
        public Mapping {
            entries = List.copyOf(entries);
        }

        public Optional<Entry> entry(String key) {
            return entries.stream().filter(e -> e.key().text().equals(key)).findFirst();
        }

        public Optional<Node> get(String key) {
            return entry(key).map(Entry::value);
        }
    }

    record Entry(Scalar key, Node value) {}
}
