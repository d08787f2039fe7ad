package dev.ibplay.playbook;

import dev.ibplay.playbook.Shape.Force;
import dev.ibplay.playbook.Shape.Keys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the key table as a JSON Schema (draft 2020-12), as nested maps, lists, texts and numbers. */
public final class PlaybookSchema {
    /** Wherever a single value may stand, a template may stand instead. */
    private static final Map<String, Object> TEMPLATE = ordered("type", "string", "pattern", "\\{\\{|\\{%");

    private PlaybookSchema() {}

    /** The schema of a playbook file. */
    public static Map<String, Object> document() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "ibplay playbook");
        schema.put("type", "array");
        schema.put("items", of(PlaybookKeys.PLAY));
        return schema;
    }

    private static Map<String, Object> of(Shape shape) {
        return switch (shape) {
            case Shape.Anything ignored -> Map.of();
            case Shape.Value value -> Map.of("anyOf", List.of(Shape.asMap(value.schema()), TEMPLATE));
            case Shape.ListOf list ->
                Map.of("anyOf", List.of(ordered("type", "array", "items", of(list.item())), TEMPLATE));
            case Shape.Named named -> Map.of("anyOf", List.of(ofNamed(named), TEMPLATE));
            case Shape.AnyOf any ->
                Map.of("anyOf", any.shapes().stream().map(PlaybookSchema::of).toList());
            case Keys keys -> ofKeys(keys);
        };
    }

    private static Map<String, Object> ofNamed(Shape.Named named) {
        Map<String, Object> schema = ordered("type", "object", "additionalProperties", of(named.value()));
        Map<String, Object> names = Shape.asMap(named.name().schema());
        names.remove("type"); // to JSON every name is a text
        if (!names.isEmpty()) {
            schema.put("propertyNames", Map.of("anyOf", List.of(names, TEMPLATE)));
        }
        return schema;
    }

    /** Two entries in a fixed order, so that the schema is the same text in every run. */
    private static Map<String, Object> ordered(String key1, Object value1, String key2, Object value2) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key1, value1);
        map.put(key2, value2);
        return map;
    }

    private static Map<String, Object> ofKeys(Keys keys) {
        Map<String, Object> properties = new LinkedHashMap<>();
        keys.keys().stream().filter(k -> k.force() instanceof Force.Now).forEach(key -> {
            Map<String, Object> property = new LinkedHashMap<>(of(key.shape()));
            property.put("description", key.help());
            properties.put(key.name(), property);
        });
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("additionalProperties", false);
        schema.put(
                "required",
                keys.keys().stream()
                        .filter(Shape.Keyword::required)
                        .map(Shape.Keyword::name)
                        .toList());
        return schema;
    }
}
