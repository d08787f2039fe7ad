package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds the members of an edited partition against what was asked.
 *
 * @param before the partition as it was, if the file had it
 * @param flags what the first definition says now
 * @param indexZero whether the P_Key's index was to change
 */
record MembersProof(
        DesiredMembers desired,
        Optional<Partition> before,
        Partition result,
        HeaderFlags flags,
        Optional<Boolean> indexZero) {
    /** What is wrong, in words; nothing when the members are the desired ones. */
    Optional<String> wrong(boolean isNew) {
        if (desired.all().filter(m -> !hasMembers(result, m)).isPresent()) {
            return Optional.of("its members would not be the desired ones");
        }
        if (desired.both() && result.members().stream().anyMatch(m -> m.membership() != Membership.BOTH)) {
            return Optional.of("a member would not be both");
        }
        if (indexZero
                .filter(z -> result.members().stream().anyMatch(m -> m.indexZero() != z))
                .isPresent()) {
            return Optional.of("the P_Key of a member would be at another index");
        }
        if (desired.all().isPresent()) {
            return Optional.empty();
        }
        return wrongSingles().or(() -> isNew ? Optional.empty() : before.flatMap(this::wrongRest));
    }

    private Optional<String> wrongSingles() {
        for (DesiredMember wanted : desired.added()) {
            List<Membership> present = result.members().stream()
                    .filter(m -> m.who().equals(wanted.who()))
                    .map(MemberEntry::membership)
                    .distinct()
                    .toList();
            boolean inForce = !(wanted.who() instanceof Who.Port port)
                    || roles(port.guid())
                            .allMatch(p -> result.membershipOf(p).equals(Optional.of(wanted.membership())));
            if (!present.equals(List.of(wanted.membership())) || !inForce) {
                return Optional.of("member %s would not be %s"
                        .formatted(wanted.who(), wanted.membership().word()));
            }
        }
        return result.members().stream()
                .filter(m -> desired.removed().contains(m.who()))
                .findFirst()
                .map(m -> "member %s would be left".formatted(m.who()));
    }

    /** Entries that nobody spoke of stay, in their order, and mean for their ports what they did. */
    private Optional<String> wrongRest(Partition old) {
        boolean kept = untouched(old).equals(untouched(result));
        Set<Who> named = new HashSet<>(desired.removed());
        desired.added().forEach(m -> named.add(m.who()));
        boolean same = desired.both()
                || desired.byDefault().isPresent()
                || old.members().stream()
                        .map(MemberEntry::who)
                        .filter(w -> !named.contains(w))
                        .flatMap(w -> w instanceof Who.Port p ? roles(p.guid()) : Stream.empty())
                        .filter(port -> !isDecidedBy(named, old, port))
                        .allMatch(port -> old.membershipOf(port).equals(result.membershipOf(port)));
        return kept && same ? Optional.empty() : Optional.of("its members would change");
    }

    private record Untouched(Who who, Optional<Membership> membership, Optional<Boolean> indexZero) {}

    private List<Untouched> untouched(Partition partition) {
        boolean free = desired.both() || desired.byDefault().isPresent();
        Set<Who> named = new HashSet<>(desired.removed());
        desired.added().forEach(m -> named.add(m.who()));
        return partition.members().stream()
                .filter(m -> !named.contains(m.who()))
                .map(m -> new Untouched(
                        m.who(),
                        free ? Optional.empty() : Optional.of(m.membership()),
                        indexZero.isPresent() ? Optional.empty() : Optional.of(m.indexZero())))
                .toList();
    }

    /** Whether the last entry for a port is one that was asked to change. */
    private static boolean isDecidedBy(Set<Who> named, Partition partition, EndPort port) {
        return partition.members().stream()
                .map(MemberEntry::who)
                .filter(who -> who.matches(port))
                .reduce((earlier, later) -> later)
                .filter(named::contains)
                .isPresent();
    }

    /** What a port may be: of each kind of node, the subnet manager's port or another one. */
    private static Stream<EndPort> roles(PortGuid guid) {
        return Stream.of(EndPort.Kind.values())
                .flatMap(kind -> Stream.of(new EndPort(guid, kind, false), new EndPort(guid, kind, true)));
    }

    /** Whether the partition has exactly these members: in this order where the order counts. */
    static boolean hasMembers(Partition partition, List<DesiredMember> wanted) {
        List<DesiredMember> present = partition.members().stream()
                .map(m -> new DesiredMember(m.who(), m.membership()))
                .toList();
        boolean orderCounts = BodyEdit.orderCounts(wanted) || BodyEdit.orderCounts(present);
        return orderCounts ? present.equals(wanted) : byPort(present).equals(byPort(wanted));
    }

    private static Map<Who, Membership> byPort(List<DesiredMember> members) {
        var map = new HashMap<Who, Membership>();
        members.forEach(m -> map.put(m.who(), m.membership()));
        return map;
    }
}
