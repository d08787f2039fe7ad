package dev.ibplay.playbook;

import dev.ibplay.source.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What may stand at one place of a playbook. {@link ShapeCheck} reads a playbook by it, {@link PlaybookSchema} writes the
 * JSON Schema from it: one table, so the two cannot differ.
 */
sealed interface Shape {
    /** A single value. */
    record Value(String what, ValueCheck check, List<SchemaFact> schema) implements Shape {
        public Value {
            schema = List.copyOf(schema);
        }
    }

    /** A list of one kind of things. */
    record ListOf(Shape item) implements Shape {}

    /** A mapping whose keys are names that the user chooses. */
    record Named(String what, Value name, Shape value) implements Shape {}

    /** A mapping with the keys of this table and no others. */
    record Keys(String what, List<Keyword> keys) implements Shape {
        public Keys {
            keys = List.copyOf(keys);
        }

        Optional<Keyword> key(String name) {
            return keys.stream().filter(k -> k.name().equals(name)).findFirst();
        }

        List<String> names() {
            return keys.stream()
                    .filter(k -> k.force() instanceof Force.Now)
                    .map(Keyword::name)
                    .toList();
        }
    }

    /** One of several shapes, told apart by what stands there: a single value, a list or a mapping. */
    record AnyOf(List<Shape> shapes) implements Shape {
        public AnyOf {
            shapes = List.copyOf(shapes);
        }
    }

    /** Anything: variables are the user's own. */
    record Anything() implements Shape {}

    /** One key of a mapping. */
    record Keyword(String name, Shape shape, boolean required, Force force, String help) {}

    /** Whether a key works. */
    sealed interface Force {
        record Now() implements Force {}

        /** A key of Ansible's that has no meaning here. */
        record Foreign(String message, String hint) implements Force {}
    }

    /** What is wrong with a value. */
    record Complaint(String message, Optional<String> hint) {}

    /** Finds what is wrong with a single value; nothing when it is right. */
    @FunctionalInterface
    interface ValueCheck {
        Optional<Complaint> complaint(Node.Scalar value);
    }

    /** One keyword of JSON Schema with its value: text, number or list of texts. */
    record SchemaFact(String keyword, Object value) {
        static SchemaFact type(String... types) {
            return new SchemaFact("type", types.length == 1 ? types[0] : List.of(types));
        }
    }

    /** All keywords of a value as a map, for the schema. */
    static Map<String, Object> asMap(List<SchemaFact> facts) {
        Map<String, Object> map = new java.util.LinkedHashMap<>();
        facts.forEach(f -> map.put(f.keyword(), f.value()));
        return map;
    }
}
