package dev.ibplay.lab.esxcli;

import java.util.List;
import java.util.stream.Collectors;

/** JSON with the names that programs read, which 6.0 and later know. */
final class JsonFormat {
    private JsonFormat() {}

    static String of(Answer answer) {
        String json = switch (answer) {
            case Answer.Nothing ignored -> "true";
            case Answer.Scalar scalar -> value(scalar.value());
            case Answer.Single single -> structure(single.structure());
            case Answer.Titled titled -> list(titled.structures());
            case Answer.Table table -> list(table.structures());
        };
        return json + "\n";
    }

    private static String list(List<Structure> structures) {
        return structures.stream().map(JsonFormat::structure).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String structure(Structure structure) {
        return structure.fields().stream()
                .map(field -> quoted(field.key()) + ": " + value(field.value()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(Value value) {
        return switch (value) {
            case Value.Text text -> quoted(text.text());
            case Value.Texts texts ->
                texts.texts().stream().map(JsonFormat::quoted).collect(Collectors.joining(", ", "[", "]"));
            case Value.Parts parts -> list(parts.structures());
            default -> value.plain();
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
