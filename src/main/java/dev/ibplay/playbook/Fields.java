package dev.ibplay.playbook;

import dev.ibplay.diag.Located;
import dev.ibplay.source.Node;
import dev.ibplay.source.ScalarTypes;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Typed access to a mapping that {@link ShapeCheck} has passed. A template that is not rendered yet reads as absent. */
record Fields(Node.Mapping mapping) {
    Optional<Node.Scalar> scalar(String key) {
        return mapping.get(key)
                .filter(Node.Scalar.class::isInstance)
                .map(Node.Scalar.class::cast)
                .filter(s -> !s.isTemplate());
    }

    Optional<Located<String>> text(String key) {
        return scalar(key).map(s -> new Located<>(s.text(), s.span()));
    }

    /** The value read by {@code reader}; nothing when the key is absent or the reader cannot read it. */
    <T> Optional<Located<T>> read(String key, Function<String, Optional<T>> reader) {
        return scalar(key).flatMap(s -> reader.apply(s.text()).map(value -> new Located<>(value, s.span())));
    }

    Optional<Located<Integer>> whole(String key) {
        return read(
                key,
                text -> ScalarTypes.integer(text)
                        .filter(n -> n.bitLength() < Integer.SIZE)
                        .map(Number::intValue));
    }

    Optional<Located<Boolean>> flag(String key) {
        return read(key, ScalarTypes::bool);
    }

    /** The entries of a mapping below {@code key}. */
    List<Node.Entry> entries(String key) {
        return mapping.get(key)
                .filter(Node.Mapping.class::isInstance)
                .map(node -> ((Node.Mapping) node).entries())
                .orElse(List.of());
    }

    /** The items of a list below {@code key}; a single value is a list of one. */
    List<Node> items(String key) {
        Optional<Node> node = mapping.get(key);
        if (node.isPresent() && node.get() instanceof Node.Sequence sequence) {
            return sequence.items();
        }
        return node.map(List::of).orElse(List.of());
    }
}
