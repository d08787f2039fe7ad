package dev.ibplay.netstack;

import dev.ibplay.source.Node;
import dev.ibplay.text.Rewrite;
import dev.ibplay.text.TextLines;
import java.util.List;
import java.util.Optional;

/** A change of one key in the text of a netplan definition, in the style that the definition is written in. */
final class NetplanEdit {
    private final String text;
    private final NetplanDefinition definition;
    private final YamlOffsets offsets;

    NetplanEdit(String text, NetplanDefinition definition) {
        this.text = text;
        this.definition = definition;
        this.offsets = new YamlOffsets(text);
    }

    Rewrite with(String key, String value) {
        // What an alias or a merge key brings stands before the place that names it.
        int from = offsets.end(definition.id().span());
        boolean foreign = offsets.start(definition.body().span()) < from
                || definition.body().entries().stream()
                        .anyMatch(e -> offsets.start(e.key().span()) < from);
        char first = foreign ? '*' : text.charAt(offsets.start(definition.body().span()));
        if (foreign || first == '&' || first == '!') {
            return refused("is made with anchors or tags");
        }
        Optional<Node.Entry> entry = definition.body().entry(key);
        if (entry.isPresent()) {
            return replaced(entry.get(), value);
        }
        return first == '{' ? insertedInFlow(key + ": " + value) : insertedInBlock(key + ": " + value);
    }

    private Rewrite replaced(Node.Entry entry, String value) {
        int start = offsets.start(entry.value().span());
        int end = Math.max(start, offsets.end(entry.value().span()));
        if (start < offsets.end(entry.key().span()) || (end > start && "&!*|>".indexOf(text.charAt(start)) >= 0)) {
            return refused(
                    "has an anchor, a tag or a block of text for " + entry.key().text());
        }
        String raw = text.substring(start, end);
        String quote = raw.startsWith("\"") || raw.startsWith("'") ? raw.substring(0, 1) : "";
        String before = raw.isEmpty() ? " " : "";
        return new Rewrite.Done(new TextLines(text).replaced(start, end, before + quote + value + quote));
    }

    private Rewrite insertedInFlow(String setting) {
        List<Node.Entry> entries = definition.body().entries();
        int at = entries.isEmpty()
                ? offsets.start(definition.body().span()) + 1
                : offsets.end(entries.getLast().value().span());
        return new Rewrite.Done(new TextLines(text).replaced(at, at, entries.isEmpty() ? setting : ", " + setting));
    }

    /** A line of its own, after the other of the two keys or the last key with its value on the same line. */
    private Rewrite insertedInBlock(String setting) {
        var lines = new TextLines(text);
        List<Node.Entry> entries = definition.body().entries();
        Optional<Node.Entry> other = entries.stream()
                .filter(e -> List.of(NetplanDefinition.MTU, NetplanDefinition.MODE)
                        .contains(e.key().text()))
                .findFirst();
        Optional<Node.Entry> beside = other.or(
                        () -> entries.stream().filter(this::isOneLine).reduce((a, b) -> b))
                .filter(this::isOneLine);
        Node.Entry first = beside.orElse(entries.getFirst());
        TextLines.Line line =
                lines.line(lines.numberAt(offsets.start(first.key().span())));
        String indent = text.substring(line.start(), offsets.start(first.key().span()));
        if (!indent.isBlank()) {
            return refused("does not begin on a line of its own");
        }
        return new Rewrite.Done(
                beside.isPresent()
                        ? lines.insertedAfter(line, indent + setting)
                        : lines.insertedBefore(line, indent + setting));
    }

    private boolean isOneLine(Node.Entry entry) {
        int start = offsets.start(entry.value().span());
        int end = offsets.end(entry.value().span());
        return start >= offsets.end(entry.key().span())
                && end > start
                && "|>".indexOf(text.charAt(start)) < 0
                && entry.key().span().line() == entry.value().span().endLine();
    }

    private Rewrite refused(String because) {
        return new Rewrite.Refused("%s in line %d %s; change it by hand"
                .formatted(definition.id().text(), definition.id().span().line(), because));
    }
}
