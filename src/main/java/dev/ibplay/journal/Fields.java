package dev.ibplay.journal;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The fields of one JSON object; one that is missing or of another kind than expected reads as empty. */
record Fields(Map<?, ?> values) {
    static Fields of(Object value) {
        return new Fields(value instanceof Map<?, ?> map ? map : Map.of());
    }

    Optional<String> ifText(String name) {
        return values.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    Optional<Boolean> isTrue(String name) {
        return values.get(name) instanceof Boolean truth ? Optional.of(truth) : Optional.empty();
    }

    String text(String name) {
        return ifText(name).orElse("");
    }

    OptionalLong number(String name) {
        return values.get(name) instanceof Number number ? OptionalLong.of(number.longValue()) : OptionalLong.empty();
    }

    int count(String name) {
        return (int) number(name).orElse(0);
    }

    OptionalInt ifCount(String name) {
        OptionalLong number = number(name);
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    /** Nothing where the field is null or missing. */
    Optional<Fields> ifObject(String name) {
        return values.get(name) instanceof Map<?, ?> map ? Optional.of(new Fields(map)) : Optional.empty();
    }

    List<?> list(String name) {
        return values.get(name) instanceof List<?> list ? list : List.of();
    }

    List<Fields> objects(String name) {
        return list(name).stream().filter(Map.class::isInstance).map(Fields::of).toList();
    }

    List<String> texts(String name) {
        return texts(list(name));
    }

    static List<String> texts(List<?> list) {
        return list.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .toList();
    }

    /** The counts of an object whose fields are all numbers. */
    Map<String, Integer> counts(String name) {
        return ifObject(name).map(Fields::values).orElse(Map.of()).entrySet().stream()
                .filter(e -> e.getKey() instanceof String && e.getValue() instanceof Number)
                .collect(Collectors.toMap(e -> (String) e.getKey(), e -> ((Number) e.getValue()).intValue()));
    }
}
