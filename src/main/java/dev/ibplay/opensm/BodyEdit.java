package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Changes the members of one statement to the desired ones, entry by entry. Entries that are right stay where they are,
 * new ones come last, one on each line. The semicolon always stays behind an item: alone on a line it makes OpenSM read on
 * behind the line's end.
 */
final class BodyEdit {
    private static final String INDENT = "    ";

    private record Present(Item.Port item, Who who, Membership membership) {}

    private final List<DesiredMember> wanted;
    private final boolean orderCounts;

    BodyEdit(List<DesiredMember> wanted) {
        this.wanted = wanted;
        this.orderCounts = orderCounts(wanted);
    }

    /** Among single ports no entry overrules another, so their order is free. */
    static boolean orderCounts(List<DesiredMember> members) {
        return members.stream().anyMatch(m -> !(m.who() instanceof Who.Port));
    }

    /** The text after the first step that is still missing; nothing when the members are the desired ones. */
    Optional<ConfText> step(ConfText text, Statement statement) {
        List<Present> present = present(statement);
        Optional<Present> surplus = surplus(present);
        if (surplus.isPresent()) {
            return Optional.of(deleted(text, statement, surplus.get().item()));
        }
        for (Present member : present) {
            Membership membership = membershipOf(member.who()).orElseThrow();
            if (membership != member.membership()) {
                return Optional.of(reworded(text, member.item().entry(), membership));
            }
        }
        Set<Who> known = present.stream().map(Present::who).collect(Collectors.toSet());
        List<DesiredMember> missing =
                wanted.stream().filter(m -> !known.contains(m.who())).toList();
        return missing.isEmpty() ? Optional.empty() : Optional.of(appended(text, statement, missing));
    }

    private static List<Present> present(Statement statement) {
        Membership byDefault =
                new FlagReader(ignored -> {}).header(statement.flags()).membership();
        return statement.items().stream()
                .filter(Item.Port.class::isInstance)
                .map(Item.Port.class::cast)
                .filter(p -> !Members.isNobody(p.entry().name().text()))
                .map(p -> new Present(
                        p,
                        Members.who(p.entry().name().text()).orElseThrow(),
                        p.entry()
                                .value()
                                .map(w -> Members.membership(w.text()).orElse(Membership.LIMITED))
                                .orElse(byDefault)))
                .toList();
    }

    private Optional<Membership> membershipOf(Who who) {
        return wanted.stream()
                .filter(m -> m.who().equals(who))
                .map(DesiredMember::membership)
                .reduce((first, second) -> second);
    }

    /** An entry that is not wanted, is there twice, or stands where its order would be wrong. */
    private Optional<Present> surplus(List<Present> present) {
        var seen = new HashSet<Who>();
        for (Present member : present) {
            if (membershipOf(member.who()).isEmpty() || !seen.add(member.who())) {
                return Optional.of(member);
            }
        }
        for (int i = 0; orderCounts && i < present.size(); i++) {
            if (!present.get(i).who().equals(wanted.get(i).who())) {
                return Optional.of(present.get(i));
            }
        }
        return Optional.empty();
    }

    private static ConfText reworded(ConfText text, Entry entry, Membership membership) {
        return entry.value()
                .map(w -> text.replace(w.start(), w.end(), membership.word()))
                .orElseGet(() -> text.replace(entry.end(), entry.end(), "=" + membership.word()));
    }

    private static ConfText appended(ConfText text, Statement statement, List<DesiredMember> members) {
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

    private static Optional<Item> last(Statement statement) {
        return statement.items().stream().filter(i -> !i.entry().isEmpty()).reduce((first, second) -> second);
    }

    private static String indent(ConfText text, Item item) {
        int start = item.entry().start();
        String before = text.bytes().substring(text.lineStart(start), start);
        return before.isBlank() && !before.isEmpty() ? before : INDENT;
    }

    private static ConfText deleted(ConfText text, Statement statement, Item.Port item) {
        int start = item.entry().start();
        int end = item.entry().end();
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
    private static ConfText deletedLine(ConfText text, Statement statement, Item.Port item) {
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
            return text.replace(start, item.entry().end(), "NONE");
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
}
