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
            case Vaulted ignored -> "an encrypted value";
        };
    }

    /**
     * A single value.
     *
     * @param text the text between the quotes, or the plain text
     * @param plain whether it stood without quotes, so that {@code yes}, {@code 7} and {@code null} may mean more than text
     * @param unsafe whether it is no template, whatever it looks like ({@code !unsafe})
     */
    record Scalar(String text, boolean plain, boolean unsafe, Span span) implements Node {
        /** A value that may be a template. */
        public Scalar(String text, boolean plain, Span span) {
            this(text, plain, false, span);
        }

        /** A value that was computed or quoted, and is text whatever it looks like. */
        public static Scalar quoted(String text, Span span) {
            return new Scalar(text, false, span);
        }

        public boolean isNull() {
            return plain && ScalarTypes.isNull(text);
        }

        /** Whether a template must be rendered before the text means anything. */
        public boolean isTemplate() {
            return !unsafe && (text.contains("{{") || text.contains("{%") || text.contains("{#"));
        }
    }

    /**
     * A value that Ansible Vault has encrypted. {@link Templates} decrypts it where it is used, so that a value that nobody
     * needs needs no password; what was rendered holds none.
     *
     * @param envelope the encrypted text
     * @param vault what can decrypt it
     */
    record Vaulted(String envelope, Vault vault, Span span) implements Node {
        /** The key of the JSON form, which ansible-inventory prints. */
        public static final String JSON_KEY = "__ansible_vault";
    }

    /** The key of the JSON form of a text that is no template, which ansible-inventory prints. */
    String UNSAFE_KEY = "__ansible_unsafe";

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
