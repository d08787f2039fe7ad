package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Changes the members of one statement to the desired ones, entry by entry. Entries that are right stay where they are,
 * new ones come last where their order allows it.
 */
final class BodyEdit {
    private final List<DesiredMember> wanted;
    private final List<Who> order;
    private final Dialect dialect;

    BodyEdit(List<DesiredMember> wanted, Dialect dialect) {
        this.wanted = wanted;
        this.order = wanted.stream().map(DesiredMember::who).toList();
        this.dialect = dialect;
    }

    /** Among single ports no entry overrules another, so their order is free. */
    static boolean orderCounts(List<DesiredMember> members) {
        return members.stream().anyMatch(m -> !(m.who() instanceof Who.Port));
    }

    /** The text after the first step that is still missing; nothing when the members are the desired ones. */
    Optional<ConfText> step(ConfText text, Statement statement) {
        List<PresentMember> present = PresentMember.of(statement, dialect);
        Optional<PresentMember> surplus = surplus(present);
        if (surplus.isPresent()) {
            return Optional.of(BodyText.deleted(text, statement, surplus.get().item()));
        }
        for (PresentMember member : present) {
            Membership membership = wanted.get(order.indexOf(member.who())).membership();
            if (membership != member.membership()) {
                return Optional.of(BodyText.reworded(text, member.item().entry(), membership));
            }
        }
        List<Who> known = present.stream().map(PresentMember::who).toList();
        List<DesiredMember> missing =
                wanted.stream().filter(m -> !known.contains(m.who())).toList();
        return missing.isEmpty() ? Optional.empty() : Optional.of(added(text, statement, present, missing));
    }

    /** An entry that is not wanted, is there twice, or stands behind one that it should stand before. */
    private Optional<PresentMember> surplus(List<PresentMember> present) {
        var seen = new HashSet<Who>();
        int last = -1;
        for (PresentMember member : present) {
            int at = order.indexOf(member.who());
            if (at < 0 || !seen.add(member.who()) || (orderCounts(wanted) && at < last)) {
                return Optional.of(member);
            }
            last = at;
        }
        return Optional.empty();
    }

    /** Adds one entry before the first that must follow it, or all at the end. */
    private ConfText added(
            ConfText text, Statement statement, List<PresentMember> present, List<DesiredMember> missing) {
        if (orderCounts(wanted)) {
            int first = order.indexOf(missing.getFirst().who());
            Optional<PresentMember> follows =
                    present.stream().filter(p -> order.indexOf(p.who()) > first).findFirst();
            if (follows.isPresent()) {
                return BodyText.inserted(text, follows.get().item(), missing.getFirst() + ",");
            }
        }
        return BodyText.appended(text, statement, missing);
    }
}
