package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Small replacements in the body of one statement. New entries stand one on each line, and the semicolon always stays
 * behind an item: alone on a line it makes OpenSM read on behind the line's end.
 */
final class BodyText {
    static final String INDENT = "    ";

    private BodyText() {}

    static ConfText reworded(ConfText text, Entry entry, Membership membership) {
        return entry.value()
                .map(w -> text.replace(w.start(), w.end(), membership.word()))
                .orElseGet(() -> text.replace(entry.end(), entry.end(), "=" + membership.word()));
    }

    static ConfText appended(ConfText text, Statement statement, List<DesiredMember> members) {
        Optional<Item> last = last(statement);
        if (last.isEmpty()) {
            String list = members.stream().map(DesiredMember::toString).collect(Collectors.joining(",\n" + INDENT));
            return text.replace(statement.colon() + 1, statement.colon() + 1, " " + list);
        }
        String indent = indent(text, last.get());
        String separator = last.get() instanceof Item.Port ? "," : "";
        String list = members.stream().map(m -> "\n" + indent + m).collect(Collectors.joining(","));
        int end = statement.contentEnd();
        int semicolon = statement.semicolon().orElse(text.bytes().length());
        int lineEnd = text.lineEnd(end);
        boolean commentFollows = semicolon < lineEnd
                && text.bytes().substring(semicolon + 1, lineEnd).stripLeading().startsWith("#");
        if (!commentFollows) {
            return text.replace(end, end, separator + list);
        }
        return text.replace(lineEnd, lineEnd, list + ";").replace(semicolon, semicolon + 1, separator);
    }

    static Optional<Item> last(Statement statement) {
        return statement.items().stream().filter(i -> !i.entry().isEmpty()).reduce((first, second) -> second);
    }

    private static String indent(ConfText text, Item item) {
        int start = item.entry().start();
        String before = text.bytes().substring(text.lineStart(start), start);
        return before.isBlank() && !before.isEmpty() ? before : INDENT;
    }

    static ConfText deleted(ConfText text, Statement statement, Item item) {
        int start = item.entry().start();
        int end = item.end();
        int line = text.lineOf(start);
        List<Item> sameLine = statement.items().stream()
                .filter(i -> !i.entry().isEmpty() && text.lineOf(i.entry().start()) == line)
                .toList();
        int at = sameLine.indexOf(item);
        if (at + 1 < sameLine.size()) {
            return text.replace(start, sameLine.get(at + 1).entry().start(), "");
        }
        if (at > 0) {
            return text.replace(sameLine.get(at - 1).end(), end, "");
        }
        if (text.lineOf(statement.colon()) == line) {
            return text.replace(start, commaAfter(text, end).orElse(end), "");
        }
        return deletedLine(text, statement, item);
    }

    private static Optional<Integer> commaAfter(ConfText text, int offset) {
        int at = offset;
        while (at < text.bytes().length() && LineBuffer.isBlank(text.bytes().charAt(at))) {
            at++;
        }
        return at < text.bytes().length() && text.bytes().charAt(at) == ',' ? Optional.of(at + 1) : Optional.empty();
    }

    /** Deletes an item that has its line for itself. */
    private static ConfText deletedLine(ConfText text, Statement statement, Item item) {
        int start = item.entry().start();
        int lineStart = text.lineStart(start);
        int lineEnd = text.lineEnd(start);
        int nextLine = Math.min(lineEnd + 1, text.bytes().length());
        if (statement.semicolon().isEmpty() || statement.semicolon().getAsInt() > lineEnd) {
            return text.replace(lineStart, nextLine, "");
        }
        String rest = text.bytes()
                .substring(statement.semicolon().getAsInt() + 1, lineEnd)
                .strip();
        Optional<Item> before = statement.items().stream()
                .filter(i -> !i.entry().isEmpty() && i.entry().start() < lineStart)
                .reduce((first, second) -> second);
        boolean behindGroup = before.filter(Item.Group.class::isInstance).isPresent();
        if (behindGroup || !(rest.isEmpty() || rest.startsWith("#"))) {
            return text.replace(start, item.end(), "NONE");
        }
        ConfText shorter = text.replace(lineStart, nextLine, "");
        return terminated(shorter, before.map(Item::end).orElse(statement.colon() + 1));
    }

    /** Puts a semicolon behind the item that ends here, in the place of its comma. */
    static ConfText terminated(ConfText text, int itemEnd) {
        return commaAfter(text, itemEnd)
                .map(after -> text.replace(after - 1, after, ";"))
                .orElseGet(() -> text.replace(itemEnd, itemEnd, ";"));
    }

    /** Puts a line in front of an item. */
    static ConfText inserted(ConfText text, Item before, String line) {
        int start = before.entry().start();
        return text.replace(start, start, line + "\n" + indent(text, before));
    }
}
