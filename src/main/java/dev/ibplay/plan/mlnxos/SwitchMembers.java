package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMember.Keyword;
import dev.ibplay.resource.PartitionMember.OnePort;
import dev.ibplay.resource.PartitionMember.Who;
import dev.ibplay.resource.PartitionMembership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says who belongs to a partition in the words of a switch, which knows port GUIDs and {@code ALL} only. Its own port is one of all;
 * where it is to be another kind of member than they are, it is named by its GUID.
 */
final class SwitchMembers {
    private final PortGuid own;
    private final Membership byDefault;

    private SwitchMembers(PortGuid own, Membership byDefault) {
        this.own = own;
        this.byDefault = byDefault;
    }

    /** The same partition with such members. */
    static Partition of(Partition wanted, PortGuid own) {
        PartitionMembership old = wanted.membership();
        Membership byDefault = old.byDefault().map(Located::value).orElse(Membership.LIMITED);
        var members = new SwitchMembers(own, byDefault);
        return wanted.with(
                new PartitionMembership(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        old.all().map(all -> new Located<>(members.all(all.value()), all.span())),
                        old.added().stream().flatMap(members::added).toList(),
                        old.removed().stream().flatMap(members::removed).toList()),
                wanted.acceptLockout());
    }

    private List<PartitionMember> all(List<PartitionMember> wanted) {
        Optional<Membership> ofAll = wanted.stream()
                .filter(m -> m.who() == Keyword.ALL)
                .map(this::membership)
                .reduce((earlier, later) -> later);
        List<PartitionMember> members = new ArrayList<>();
        ofAll.ifPresent(membership -> {
            members.add(member(Keyword.ALL, membership));
            members.add(member(Keyword.SELF, membership));
        });
        for (PartitionMember member : wanted) {
            if (member.who() == Keyword.SELF && !Optional.of(membership(member)).equals(ofAll)) {
                members.add(member(new OnePort(own), membership(member)));
            } else if (member.who() != Keyword.SELF && member.who() != Keyword.ALL) {
                members.add(member(member.who(), membership(member)));
            }
        }
        return List.copyOf(members);
    }

    private Stream<Located<PartitionMember>> added(Located<PartitionMember> wanted) {
        Membership membership = membership(wanted.value());
        return named(wanted.value().who()).map(who -> new Located<>(member(who, membership), wanted.span()));
    }

    private Stream<Located<Who>> removed(Located<Who> wanted) {
        return named(wanted.value()).map(who -> new Located<>(who, wanted.span()));
    }

    private Stream<Who> named(Who who) {
        if (who == Keyword.ALL) {
            return Stream.of(Keyword.ALL, Keyword.SELF);
        }
        return Stream.of(who == Keyword.SELF ? new OnePort(own) : who);
    }

    private Membership membership(PartitionMember member) {
        return member.membership().orElse(byDefault);
    }

    private static PartitionMember member(Who who, Membership membership) {
        return new PartitionMember(who, Optional.of(membership));
    }
}
