package dev.ibplay.playbook;

import dev.ibplay.playbook.Shape.Force;
import dev.ibplay.playbook.Shape.Keys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tells the key table to people: which keys may stand where, and what their values are. */
public final class PlaybookReference {
    /** More words than this are not listed: the options of opensm.conf. */
    private static final int MOST_WORDS = 12;

    private final Map<Keys, List<String>> owners = new LinkedHashMap<>();

    private PlaybookReference() {}

    /**
     * The keys of one kind of mapping.
     *
     * @param owners the keys of the mapping above that it stands below, for example before and after; none for a play
     */
    public record Section(List<String> owners, List<Row> rows) {}

    /**
     * A key.
     *
     * @param help one or more sentences
     * @param values what may stand there, for example "0 to 15", where the table says it and the help may not
     */
    public record Row(String name, boolean required, String help, Optional<String> values) {}

    /** All mappings of a playbook, each after the one that it stands in; first those of a play. */
    public static List<Section> sections() {
        var reference = new PlaybookReference();
        reference.owners.put(PlaybookKeys.PLAY, new ArrayList<>());
        reference.visit(PlaybookKeys.PLAY);
        return reference.owners.entrySet().stream()
                .map(entry -> new Section(List.copyOf(entry.getValue()), rows(entry.getKey())))
                .toList();
    }

    private static List<Row> rows(Keys keys) {
        return working(keys).stream()
                .map(key -> new Row(key.name(), key.required(), key.help(), values(key.shape())))
                .toList();
    }

    private static List<Shape.Keyword> working(Keys keys) {
        return keys.keys().stream()
                .filter(key -> key.force() instanceof Force.Now)
                .toList();
    }

    private void visit(Keys above) {
        for (Shape.Keyword key : working(above)) {
            for (Keys below : below(key.shape())) {
                boolean isNew = !owners.containsKey(below);
                List<String> names = owners.computeIfAbsent(below, ignored -> new ArrayList<>());
                if (!names.contains(key.name())) {
                    names.add(key.name());
                }
                if (isNew) {
                    visit(below);
                }
            }
        }
    }

    /** The mappings with keys of their own that stand somewhere in a shape. */
    private static List<Keys> below(Shape shape) {
        return switch (shape) {
            case Shape.Anything ignored -> List.of();
            case Shape.Value ignored -> List.of();
            case Shape.ListOf list -> below(list.item());
            case Shape.Named named -> below(named.value());
            case Shape.AnyOf any ->
                any.shapes().stream().flatMap(one -> below(one).stream()).toList();
            case Keys keys -> List.of(keys);
        };
    }

    private static Optional<String> values(Shape shape) {
        return switch (shape) {
            case Shape.Value value -> values(Shape.asMap(value.schema()));
            case Shape.Named named -> values(named.value());
            case Shape.Anything ignored -> Optional.empty();
            case Shape.ListOf ignored -> Optional.empty();
            case Shape.AnyOf ignored -> Optional.empty();
            case Keys ignored -> Optional.empty();
        };
    }

    private static Optional<String> values(Map<String, Object> schema) {
        if (schema.get("enum") instanceof List<?> words && words.size() <= MOST_WORDS) {
            return Optional.of(words.stream().map(Object::toString).collect(Collectors.joining(", ")));
        }
        if (schema.containsKey("minimum") && schema.containsKey("maximum")) {
            return Optional.of(schema.get("minimum") + " to " + schema.get("maximum"));
        }
        boolean isFlag =
                schema.get("type") instanceof List<?> types && types.contains("boolean") && !types.contains("number");
        return isFlag ? Optional.of("yes, no") : Optional.empty();
    }
}
