package dev.ibplay.lab.esxcli;

import java.util.List;

/** A line for each value: {@code VSwitch.MTU.integer=1500}. */
final class KeyValueFormat {
    private final StringBuilder text = new StringBuilder();

    private KeyValueFormat() {}

    static String of(Answer answer) {
        var format = new KeyValueFormat();
        switch (answer) {
            case Answer.Nothing ignored -> format.text.append("boolean=true\n");
            case Answer.Scalar scalar -> format.line("", scalar.value());
            case Answer.Single single -> format.structures(single.type(), List.of(single.structure()));
            case Answer.Titled titled -> format.structures(titled.type(), titled.structures());
            case Answer.Table table -> format.structures(table.type(), table.structures());
        }
        return format.text.toString();
    }

    private void structures(String type, List<Structure> structures) {
        for (Structure structure : structures) {
            for (Structure.Field field : structure.fields()) {
                line(type + "." + field.key() + ".", field.value());
            }
        }
    }

    private void line(String name, Value value) {
        if (value instanceof Value.Parts parts) {
            structures(name.substring(0, Math.max(0, name.length() - 1)), parts.structures());
        } else if (value instanceof Value.Texts texts) {
            String items = texts.texts().isEmpty() ? "" : String.join(",", texts.texts()) + ",";
            text.append(name).append("string[]=").append(items).append('\n');
        } else {
            text.append(name)
                    .append(value.type())
                    .append('=')
                    .append(value.plain())
                    .append('\n');
        }
    }
}
