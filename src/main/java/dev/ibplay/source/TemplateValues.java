package dev.ibplay.source;

import dev.ibplay.diag.Span;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns nodes into what the template engine calculates with, and its results back into nodes. */
final class TemplateValues {
    private TemplateValues() {}

    static @Nullable Object object(Node node) {
        return switch (node) {
            case Node.Scalar scalar -> scalarObject(scalar);
            case Node.Vaulted vaulted -> throw new IllegalStateException("not decrypted: " + vaulted.span());
            case Node.Sequence sequence -> {
                List<@Nullable Object> list = new ArrayList<>();
                sequence.items().forEach(item -> list.add(object(item)));
                yield list;
            }
            case Node.Mapping mapping -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                mapping.entries().forEach(e -> map.put(e.key().text(), object(e.value())));
                yield map;
            }
        };
    }

    private static @Nullable Object scalarObject(Node.Scalar scalar) {
        String text = scalar.text();
        if (!scalar.plain()) {
            return text;
        }
        if (scalar.isNull()) {
            return null;
        }
        Optional<Boolean> bool = ScalarTypes.bool(text);
        if (bool.isPresent()) {
            return bool.get();
        }
        Optional<BigInteger> integer = ScalarTypes.integer(text);
        if (integer.isPresent()) {
            return integer.get().bitLength() < Long.SIZE
                    ? (Object) integer.get().longValue()
                    : text;
        }
        Optional<Double> decimal = ScalarTypes.decimal(text);
        return decimal.isPresent() ? (Object) decimal.get() : text;
    }

    static Node node(@Nullable Object value, Span span) {
        return switch (value) {
            case null -> new Node.Scalar("null", true, span);
            case Boolean bool -> new Node.Scalar(bool.toString(), true, span);
            case Number number -> new Node.Scalar(numberText(number), true, span);
            case Map<?, ?> map ->
                new Node.Mapping(
                        map.entrySet().stream()
                                .map(e -> new Node.Entry(
                                        Node.Scalar.quoted(String.valueOf(e.getKey()), span), node(e.getValue(), span)))
                                .toList(),
                        span);
            case Collection<?> list ->
                new Node.Sequence(list.stream().map(item -> node(item, span)).toList(), span);
            default -> Node.Scalar.quoted(value.toString(), span);
        };
    }

    /** A whole number in floating point (x / 2 * 2) is written as one: 4.0 would be no priority. */
    private static String numberText(Number number) {
        boolean whole = number instanceof Double real && real == Math.rint(real) && Math.abs(real) < 1e15;
        return whole ? Long.toString(number.longValue()) : number.toString();
    }

    /** A single value keeps its text but stands where it is used; a collection keeps the places of its parts. */
    static Node at(Node node, Span span) {
        return node instanceof Node.Scalar scalar
                ? new Node.Scalar(scalar.text(), scalar.plain(), scalar.unsafe(), span)
                : node;
    }

    /** Python's truth, which Ansible's conditions follow. */
    static boolean isTrue(@Nullable Object value) {
        return switch (value) {
            case null -> false;
            case Boolean bool -> bool;
            case Number number -> number.doubleValue() != 0;
            case Collection<?> list -> !list.isEmpty();
            case Map<?, ?> map -> !map.isEmpty();
            default -> !value.toString().isEmpty();
        };
    }
}
