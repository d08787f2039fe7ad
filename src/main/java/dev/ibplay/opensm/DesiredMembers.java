package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who is to be in a partition: either all members, or single changes of those that the file has.
 *
 * @param byDefault of entries that do not say
 * @param all the whole list
 * @param added entries to be there, with this membership
 * @param removed entries not to be there
 * @param both whether every entry has the membership "both"
 */
public record DesiredMembers(
        Optional<Membership> byDefault,
        Optional<List<DesiredMember>> all,
        List<DesiredMember> added,
        List<Who> removed,
        boolean both) {
    /** Nothing is asked for. */
    public static final DesiredMembers ANY =
            new DesiredMembers(Optional.empty(), Optional.empty(), List.of(), List.of(), false);

    public DesiredMembers {
        byDefault = both ? Optional.of(Membership.BOTH) : byDefault;
        boolean each = both;
        all = all.map(list -> asWritten(list, each));
        added = asWritten(added, both);
        removed = List.copyOf(removed);
        GroupValues.require(all.isEmpty() || (added.isEmpty() && removed.isEmpty()), "all members and single ones");
        List<Who> named = Stream.of(all.orElse(List.of()), added)
                .flatMap(List::stream)
                .map(DesiredMember::who)
                .toList();
        var once = new HashSet<>(named);
        GroupValues.require(once.size() == named.size(), "a member given twice");
        GroupValues.require(removed.stream().noneMatch(once::contains), "a member added and removed");
    }

    private static List<DesiredMember> asWritten(List<DesiredMember> members, boolean both) {
        return members.stream()
                .map(m -> both ? new DesiredMember(m.who(), Membership.BOTH) : m)
                .toList();
    }

    DesiredMembers withDefault(Membership value) {
        return new DesiredMembers(Optional.of(value), all, added, removed, both);
    }

    DesiredMembers withAll(List<DesiredMember> value) {
        return new DesiredMembers(byDefault, Optional.of(value), added, removed, both);
    }

    DesiredMembers withAdded(List<DesiredMember> value) {
        return new DesiredMembers(byDefault, all, value, removed, both);
    }

    DesiredMembers withRemoved(List<Who> value) {
        return new DesiredMembers(byDefault, all, added, value, both);
    }

    DesiredMembers withBoth() {
        return new DesiredMembers(byDefault, all, added, removed, true);
    }

    /** The entries of a new definition. */
    List<DesiredMember> written() {
        return all.orElse(added);
    }

    /** What an entry that stays is to say; nothing where it may stay as it is. */
    Optional<Membership> of(Who who) {
        return both
                ? Optional.of(Membership.BOTH)
                : added.stream()
                        .filter(m -> m.who().equals(who))
                        .map(DesiredMember::membership)
                        .findFirst();
    }
}
