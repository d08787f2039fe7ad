package dev.ibplay.lab.esxcli;

import java.util.List;
import java.util.stream.Collectors;

/** XML, with a type around each value. */
final class XmlFormat {
    private XmlFormat() {}

    static String of(Answer answer) {
        String root = switch (answer) {
            case Answer.Nothing ignored -> "<boolean>true</boolean>\n";
            case Answer.Scalar scalar -> value("", scalar.value()) + "\n";
            case Answer.Single single -> structure(single.type(), single.structure());
            case Answer.Titled titled -> list(titled.type(), titled.structures());
            case Answer.Table table -> list(table.type(), table.structures());
        };
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                + "<output xmlns=\"http://www.vmware.com/Products/ESX/5.0/esxcli\">\n<root>\n" + root
                + "</root>\n</output>\n";
    }

    private static String list(String type, List<Structure> structures) {
        return structures.stream()
                .map(each -> structure(type, each))
                .collect(Collectors.joining("", "<list type=\"structure\">\n", "</list>\n"));
    }

    private static String structure(String type, Structure structure) {
        return structure.fields().stream()
                .map(field -> "<field name=\"" + field.key() + "\">" + value(field.key(), field.value()) + "</field>\n")
                .collect(Collectors.joining("", "<structure typeName=\"" + type + "\">\n", "</structure>\n"));
    }

    private static String value(String name, Value value) {
        return switch (value) {
            case Value.Texts texts ->
                texts.texts().stream()
                        .map(text -> "<string>" + escaped(text) + "</string>")
                        .collect(Collectors.joining("", "<list type=\"string\">", "</list>"));
            case Value.Parts parts -> list(name, parts.structures());
            default -> "<%1$s>%2$s</%1$s>".formatted(value.type(), escaped(value.plain()));
        };
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
