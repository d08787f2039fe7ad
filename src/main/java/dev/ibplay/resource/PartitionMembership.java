package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.Membership;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who is to belong to a partition, and how. What is empty is left as it is.
 *
 * @param byDefault of members that do not say
 * @param both whether every member gets the full and the limited P_Key
 * @param indexZero whether members have the P_Key at index 0 of their tables, which an IPoIB parent interface uses
 * @param all the whole membership, in the order written
 * @param added entries that are to be there, whatever else is
 * @param removed entries that are not to be there
 */
public record PartitionMembership(
        Optional<Located<Membership>> byDefault,
        Optional<Located<Boolean>> both,
        Optional<Located<Boolean>> indexZero,
        Optional<Located<List<PartitionMember>>> all,
        List<Located<PartitionMember>> added,
        List<Located<PartitionMember.Who>> removed) {
    /** Nothing is wanted. */
    public static final PartitionMembership NONE = all(Optional.empty());

    public PartitionMembership {
        added = List.copyOf(added);
        removed = List.copyOf(removed);
    }

    /** Exactly these members. */
    public static PartitionMembership all(Optional<Located<List<PartitionMember>>> members) {
        return new PartitionMembership(
                Optional.empty(), Optional.empty(), Optional.empty(), members, List.of(), List.of());
    }

    /** Whether anything is said of who belongs to the partition. */
    public boolean isManaged() {
        return all.isPresent() || !added.isEmpty() || !removed.isEmpty();
    }

    /** Everybody that is named, whether to be there or not. */
    public Stream<PartitionMember.Who> named() {
        return Stream.of(
                        all.stream()
                                .flatMap(members -> members.value().stream())
                                .map(PartitionMember::who),
                        added.stream().map(member -> member.value().who()),
                        removed.stream().map(Located::value))
                .flatMap(who -> who);
    }

    /** What two plays want together; they agree where both speak. */
    PartitionMembership with(PartitionMembership other) {
        return new PartitionMembership(
                byDefault.or(other::byDefault),
                both.or(other::both),
                indexZero.or(other::indexZero),
                all.or(other::all),
                Stream.concat(added.stream(), other.added.stream()).toList(),
                Stream.concat(removed.stream(), other.removed.stream()).toList());
    }
}
