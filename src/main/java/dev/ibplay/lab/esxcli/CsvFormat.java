package dev.ibplay.lab.esxcli;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** A line of names in their order, a line for each structure, and a comma behind each value, the last one's too. */
final class CsvFormat {
    private static final Comparator<Structure.Field> BY_KEY = Comparator.comparing(Structure.Field::key);

    private CsvFormat() {}

    static String of(Answer answer) {
        return switch (answer) {
            case Answer.Nothing ignored -> "";
            case Answer.Scalar scalar -> value(scalar.value()) + "\n";
            case Answer.Single single -> rows(single.structure().fields(), List.of(single.structure()));
            case Answer.Titled titled ->
                titled.structures().isEmpty()
                        ? "\n"
                        : rows(titled.structures().getFirst().fields(), titled.structures());
            case Answer.Table table ->
                rows(
                        table.columns().stream()
                                .map(name -> new Structure.Field(name, new Value.Text("")))
                                .toList(),
                        table.structures());
        };
    }

    private static String rows(List<Structure.Field> names, List<Structure> structures) {
        String head =
                names.stream().sorted(BY_KEY).map(field -> field.key() + ",").collect(Collectors.joining("", "", "\n"));
        return head + structures.stream().map(CsvFormat::row).collect(Collectors.joining());
    }

    private static String row(Structure structure) {
        return structure.fields().stream()
                .sorted(BY_KEY)
                .map(field -> value(field.value()) + ",")
                .collect(Collectors.joining("", "", "\n"));
    }

    private static String value(Value value) {
        return switch (value) {
            case Value.Texts list ->
                list.texts().isEmpty()
                        ? ""
                        : list.texts().stream().map(text -> text + ",").collect(Collectors.joining("", "\"", "\""));
            case Value.Parts parts ->
                quoted(parts.structures().stream()
                        .flatMap(part -> part.fields().stream())
                        .map(field -> field.key() + "=" + field.value().plain() + ",")
                        .collect(Collectors.joining()));
            default -> quoted(value.plain());
        };
    }

    private static String quoted(String text) {
        return text.contains(",") || text.contains("\"") || text.contains("\n")
                ? '"' + text.replace("\"", "\"\"") + '"'
                : text;
    }
}
