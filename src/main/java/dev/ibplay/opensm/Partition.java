package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A partition as OpenSM holds it after reading the file. Several definitions of one P_Key are one partition.
 *
 * @param pkey without the full member bit
 * @param definedAt the place of each definition; none for the Default partition that OpenSM makes by itself
 * @param members as listed, over all definitions; for 0x7fff they come on top of ALL=limited, SELF=full
 * @param groups those that exist because of this partition
 */
public record Partition(
        PKey pkey, String name, List<Span> definedAt, List<MemberEntry> members, List<MulticastGroup> groups) {
    public Partition {
        definedAt = List.copyOf(definedAt);
        members = List.copyOf(members);
        groups = List.copyOf(groups);
    }

    public boolean isDefault() {
        return pkey.samePartition(PKey.DEFAULT);
    }

    /** The membership of an adapter's port that no entry names, as ALL and ALL_CAS give it; nothing when it is no member. */
    public Optional<Membership> ofOtherPorts() {
        return lastOf(m -> isForMany(m, EndPort.Kind.CA)).or(() -> byDefault(Membership.LIMITED));
    }

    /** The same for the port of the subnet manager, if no entry names it but SELF. */
    public Optional<Membership> ofSmPort() {
        return lastOf(m -> isForMany(m, EndPort.Kind.CA) || m.who() instanceof Who.Self)
                .or(() -> byDefault(Membership.FULL));
    }

    /** Whether the subnet manager's port is another kind of member than the other ports are. */
    public boolean smPortDiffers() {
        return ofSmPort().isPresent()
                && ofOtherPorts().isPresent()
                && !ofSmPort().equals(ofOtherPorts());
    }

    /** The membership of this port, before OpenSM looks whether it may hold two P_Keys; nothing when it is no member. */
    public Optional<Membership> membershipOf(EndPort port) {
        return lastOf(m -> m.who().matches(port))
                .or(() -> byDefault(port.isSmPort() ? Membership.FULL : Membership.LIMITED));
    }

    private static boolean isForMany(MemberEntry member, EndPort.Kind kind) {
        return member.who() instanceof Who.All all
                && all.kind().map(k -> k == kind).orElse(true);
    }

    private Optional<Membership> lastOf(Predicate<MemberEntry> matching) {
        return members.stream().filter(matching).map(MemberEntry::membership).reduce((earlier, later) -> later);
    }

    private Optional<Membership> byDefault(Membership membership) {
        return isDefault() ? Optional.of(membership) : Optional.empty();
    }

    /** The group that IPoIB needs; without it no interface in this partition comes up. */
    public Optional<MulticastGroup> broadcast() {
        return groups.stream().filter(MulticastGroup::isIpoibBroadcast).findFirst();
    }

    /** Whether ports and groups get the same from the other one, whatever its name and the order of its lines. */
    public boolean servesLike(Partition other) {
        return pkey.equals(other.pkey)
                && bare(members).equals(bare(other.members))
                && groups.size() == other.groups.size()
                && groups.stream().allMatch(g -> other.groups.stream().anyMatch(g::sameBut));
    }

    /** Whether all groups of the other one, besides the IPoIB group, are here as they are there. */
    public boolean keepsGroupsOf(Partition other) {
        return other.groups.stream()
                .filter(g -> !g.isIpoibBroadcast())
                .allMatch(g -> groups.stream().anyMatch(g::sameBut));
    }

    private static Set<List<Object>> bare(List<MemberEntry> members) {
        return members.stream()
                .map(m -> List.<Object>of(m.who(), m.membership(), m.indexZero()))
                .collect(Collectors.toSet());
    }

    /** Whether the other one means the same, wherever it is written. */
    boolean means(Partition other) {
        return pkey.equals(other.pkey)
                && name.equals(other.name)
                && members.size() == other.members.size()
                && groups.size() == other.groups.size()
                && java.util.stream.IntStream.range(0, members.size())
                        .allMatch(i -> members.get(i).sameBut(other.members.get(i)))
                && groups.stream().allMatch(g -> other.groups.stream().anyMatch(g::sameBut));
    }
}
