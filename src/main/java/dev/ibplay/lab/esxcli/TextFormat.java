package dev.ibplay.lab.esxcli;

import java.util.ArrayList;
import java.util.List;

/** What people read: blocks that are indented by three columns, and tables whose columns are two apart. */
final class TextFormat {
    private static final String INDENT = "   ";
    private static final String GAP = "  ";

    private final StringBuilder text = new StringBuilder();

    private TextFormat() {}

    static String of(Answer answer) {
        var format = new TextFormat();
        switch (answer) {
            case Answer.Nothing ignored -> {}
            case Answer.Scalar scalar ->
                format.text.append(scalar.value().plain()).append('\n');
            case Answer.Single single -> format.block(single.structure(), INDENT);
            case Answer.Titled titled -> format.blocks(titled.structures(), "");
            case Answer.Table table -> format.table(table);
        }
        return format.text.toString();
    }

    private void blocks(List<Structure> structures, String indent) {
        for (int i = 0; i < structures.size(); i++) {
            if (i > 0) {
                text.append('\n');
            }
            if (!structures.get(i).title().isEmpty()) {
                text.append(indent).append(structures.get(i).title()).append('\n');
            }
            block(structures.get(i), indent + INDENT);
        }
    }

    private void block(Structure structure, String indent) {
        for (Structure.Field field : structure.fields()) {
            text.append(indent).append(field.name()).append(": ");
            text.append(field.value().plain()).append('\n');
            if (field.value() instanceof Value.Parts parts) {
                blocks(parts.structures(), indent + INDENT);
            }
        }
    }

    private void table(Answer.Table table) {
        List<String> columns = table.columns();
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int column = i;
            widths.add(Math.max(
                    columns.get(i).length(),
                    table.structures().stream()
                            .mapToInt(row ->
                                    row.fields().get(column).value().plain().length())
                            .max()
                            .orElse(0)));
        }
        line(columns.stream().map(name -> (Value) new Value.Text(name)).toList(), widths);
        line(
                widths.stream()
                        .map(width -> (Value) new Value.Text("-".repeat(width)))
                        .toList(),
                widths);
        table.structures()
                .forEach(row ->
                        line(row.fields().stream().map(Structure.Field::value).toList(), widths));
    }

    private void line(List<Value> values, List<Integer> widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            String word = values.get(i).plain();
            String space = " ".repeat(widths.get(i) - word.length());
            line.append(i == 0 ? "" : GAP).append(values.get(i).isRight() ? space + word : word + space);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
