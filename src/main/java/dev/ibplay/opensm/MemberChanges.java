package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import java.util.List;
import java.util.Optional;

/** Changes single entries in the definitions of one partition; all others stay as they are. */
final class MemberChanges {
    private final DesiredMembers desired;
    private final Dialect dialect;

    MemberChanges(DesiredMembers desired, Dialect dialect) {
        this.desired = desired;
        this.dialect = dialect;
    }

    /** An entry and the definition that it stands in. */
    private record Placed(Statement statement, PresentMember member) {
        Who who() {
            return member.who();
        }
    }

    /** The text after the first step that is still missing; nothing when the entries are the desired ones. */
    Optional<ConfText> step(ConfText text, List<Statement> definitions) {
        List<Placed> present = definitions.stream()
                .flatMap(s -> PresentMember.of(s, dialect).stream().map(m -> new Placed(s, m)))
                .toList();
        for (int i = 0; i < present.size(); i++) {
            Placed entry = present.get(i);
            if (desired.removed().contains(entry.who())
                    || isOverruled(entry.who(), present.subList(i + 1, present.size()))) {
                return Optional.of(
                        BodyText.deleted(text, entry.statement(), entry.member().item()));
            }
            Optional<Membership> wanted =
                    desired.of(entry.who()).filter(m -> m != entry.member().membership());
            if (wanted.isPresent()) {
                return Optional.of(BodyText.reworded(text, entry.member().item().entry(), wanted.get()));
            }
        }
        return desired.added().stream()
                .filter(m -> present.stream().noneMatch(p -> p.who().equals(m.who())))
                .findFirst()
                .map(m -> added(text, definitions, present, m));
    }

    /** Whether an entry that is asked for stands before one for more ports that says otherwise; it is put behind that. */
    private boolean isOverruled(Who who, List<Placed> later) {
        Optional<Membership> wanted = desired.added().stream()
                .filter(m -> m.who().equals(who))
                .map(DesiredMember::membership)
                .findFirst();
        return wanted.isPresent()
                && later.stream()
                        .anyMatch(l -> breadth(l.who()) > breadth(who)
                                && desired.of(l.who()).orElse(l.member().membership()) != wanted.get());
    }

    /** Single ports come last, where nothing overrules them; what stands for many comes before them, to overrule none. */
    private static ConfText added(
            ConfText text, List<Statement> definitions, List<Placed> present, DesiredMember member) {
        int breadth = breadth(member.who());
        int from = 0;
        for (int i = 0; i < present.size(); i++) {
            from = breadth(present.get(i).who()) > breadth ? i + 1 : from;
        }
        return present.subList(from, present.size()).stream()
                .filter(p -> breadth(p.who()) < breadth)
                .findFirst()
                .map(p -> BodyText.inserted(text, p.member().item(), member + ","))
                .orElseGet(() -> BodyText.appended(text, definitions.getLast(), List.of(member)));
    }

    /** How many ports an entry may stand for, as an order. */
    private static int breadth(Who who) {
        return switch (who) {
            case Who.All all -> all.kind().isPresent() ? 2 : 3;
            case Who.Self ignored -> 1;
            case Who.Port ignored -> 0;
        };
    }
}
