package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.Rate;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What a partition is to be in the file. What is empty is left as it is. Begin with {@link #of} and say what is wanted by
 * the {@code with} methods.
 *
 * @param pkey the low 15 bits count
 * @param name at most 31 characters: letters, digits, {@code _ - .}, not starting with a digit
 * @param ipoib whether there is an IPoIB group
 * @param indexZero whether the members get the P_Key at index 0 of their tables
 * @param values of the IPoIB group, which others inherit
 * @param groups all groups besides the IPoIB group, each address once
 */
public record DesiredPartition(
        PKey pkey,
        Optional<String> name,
        Optional<Boolean> ipoib,
        Optional<Boolean> indexZero,
        GroupValues values,
        DesiredMembers members,
        Optional<List<DesiredGroup>> groups) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,30}");

    public DesiredPartition {
        pkey = pkey.asLimitedMember();
        groups = groups.map(List::copyOf);
        if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
            throw new IllegalArgumentException("not a partition name: " + name.get());
        }
        PKey key = pkey;
        List<Mgid> addresses =
                groups.orElse(List.of()).stream().map(g -> g.address(key)).toList();
        GroupValues.require(addresses.stream().distinct().count() == addresses.size(), "a group given twice");
        GroupValues.require(!addresses.contains(Mgid.ipoibBroadcast(key.base())), "the IPoIB group among the others");
    }

    /** A partition of which nothing is managed yet. */
    public static DesiredPartition of(PKey pkey) {
        return new DesiredPartition(
                pkey,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                GroupValues.ANY,
                DesiredMembers.ANY,
                Optional.empty());
    }

    public DesiredPartition withName(String value) {
        return new DesiredPartition(pkey, Optional.of(value), ipoib, indexZero, values, members, groups);
    }

    public DesiredPartition withIpoib(boolean value) {
        return new DesiredPartition(pkey, name, Optional.of(value), indexZero, values, members, groups);
    }

    public DesiredPartition withIndexZero(boolean value) {
        return new DesiredPartition(pkey, name, ipoib, Optional.of(value), values, members, groups);
    }

    /** All further groups; none of them when the list is empty. */
    public DesiredPartition withGroups(List<DesiredGroup> value) {
        return new DesiredPartition(pkey, name, ipoib, indexZero, values, members, Optional.of(value));
    }

    private DesiredPartition values(UnaryOperator<GroupValues> change) {
        return new DesiredPartition(pkey, name, ipoib, indexZero, change.apply(values), members, groups);
    }

    public DesiredPartition withMtu(Mtu value) {
        return values(v -> v.withMtu(value));
    }

    public DesiredPartition withRate(Rate value) {
        return values(v -> v.withRate(value));
    }

    public DesiredPartition withSl(int value) {
        return values(v -> v.withSl(value));
    }

    /** Of the groups by mgid; it does not count for the IPoIB group. */
    public DesiredPartition withScope(int value) {
        return values(v -> v.withScope(value));
    }

    public DesiredPartition withQKey(long value) {
        return values(v -> v.withQKey(value));
    }

    public DesiredPartition withTClass(int value) {
        return values(v -> v.withTClass(value));
    }

    public DesiredPartition withFlowLabel(int value) {
        return values(v -> v.withFlowLabel(value));
    }

    private DesiredPartition members(UnaryOperator<DesiredMembers> change) {
        return new DesiredPartition(pkey, name, ipoib, indexZero, values, change.apply(members), groups);
    }

    /** Of members that do not say. */
    public DesiredPartition withDefaultMembership(Membership value) {
        return members(m -> m.withDefault(value));
    }

    /** All members, each once, in order; later ones overrule earlier ones. */
    public DesiredPartition withMembers(List<DesiredMember> value) {
        return members(m -> m.withAll(value));
    }

    /** Members that are to be there with this membership, whatever others there are. */
    public DesiredPartition withMembersAdded(List<DesiredMember> value) {
        return members(m -> m.withAdded(value));
    }

    /** Entries that are not to be there. */
    public DesiredPartition withMembersRemoved(List<Who> value) {
        return members(m -> m.withRemoved(value));
    }

    /** Every member, and whoever does not say, gets both P_Keys. It takes {@code allow_both_pkeys TRUE} to mean that. */
    public DesiredPartition withBoth() {
        return members(DesiredMembers::withBoth);
    }
}
