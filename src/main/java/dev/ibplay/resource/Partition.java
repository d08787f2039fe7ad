package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A partition, identified by the low 15 bits of its P_Key.
 *
 * @param presence whether partitions.conf is to define it; yes where nothing is said
 * @param name a label in partitions.conf
 * @param ipoib whether OpenSM makes the IPoIB broadcast group
 * @param group parameters of the IPoIB broadcast group
 * @param groups all further groups of the partition
 * @param acceptLockout ports that the group may lock out: the plan warns of them where it would refuse
 */
public record Partition(
        Located<PKey> pkey,
        Optional<Located<Presence>> presence,
        Optional<Located<String>> name,
        Optional<Located<Boolean>> ipoib,
        GroupParameters group,
        PartitionMembership membership,
        Optional<Located<List<WantedGroup>>> groups,
        List<PartitionMember.Who> acceptLockout,
        Span span) {
    public Partition {
        acceptLockout = List.copyOf(acceptLockout);
    }

    /** A partition of which nothing is wanted but to be looked at. */
    public static Partition named(Located<PKey> pkey) {
        return new Partition(
                pkey,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                GroupParameters.NONE,
                PartitionMembership.NONE,
                Optional.empty(),
                List.of(),
                pkey.span());
    }

    /** What two plays want of one partition together; they agree where both speak. */
    Partition with(Partition other) {
        return new Partition(
                pkey,
                presence.or(other::presence),
                name.or(other::name),
                ipoib.or(other::ipoib),
                group.with(other.group),
                membership.with(other.membership),
                groups.or(other::groups),
                Stream.concat(acceptLockout.stream(), other.acceptLockout.stream())
                        .distinct()
                        .toList(),
                span);
    }

    /** The same with other members, and other ports that may be locked out. */
    public Partition with(PartitionMembership members, List<PartitionMember.Who> lockedOut) {
        return new Partition(pkey, presence, name, ipoib, group, members, groups, lockedOut, span);
    }

    /** Whether partitions.conf is not to define it. */
    public boolean isUnwanted() {
        return presence.map(Located::value).equals(Optional.of(Presence.ABSENT));
    }

    /** What it is in the words of the reports: {@code partition 0x7fff}. */
    public String key() {
        return "partition " + pkey.value().asLimitedMember();
    }
}
