package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import java.util.List;

/** A member entry of a statement with what it means there. */
record PresentMember(Item.Port item, Who who, Membership membership) {
    /** The entries in order, without those that stand for nobody. */
    static List<PresentMember> of(Statement statement, Dialect dialect) {
        Membership byDefault = FlagReader.quietly(statement, dialect).membership();
        return statement.items().stream()
                .filter(Item.Port.class::isInstance)
                .map(Item.Port.class::cast)
                .filter(p -> !Members.isNobody(p.entry().name().text()))
                .map(p -> new PresentMember(
                        p,
                        Members.who(p.entry().name().text(), dialect).orElseThrow(),
                        p.entry()
                                .value()
                                .map(w -> Members.membership(w.text(), dialect).orElse(Membership.LIMITED))
                                .orElse(byDefault)))
                .toList();
    }
}
