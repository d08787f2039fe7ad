package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.Rate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * What a partition is to be in the file. What is empty is left as it is.
 *
 * @param pkey the low 15 bits count
 * @param name at most 31 characters: letters, digits, {@code _ - .}, not starting with a digit
 * @param sl service level, 0..15
 * @param scope of groups by mgid, 1..15
 * @param qkey 32 bits, unsigned, not 0
 * @param members all members, each once, in order; later ones overrule earlier ones
 */
public record DesiredPartition(
        PKey pkey,
        Optional<String> name,
        Optional<Boolean> ipoib,
        Optional<Mtu> mtu,
        Optional<Rate> rate,
        OptionalInt sl,
        OptionalInt scope,
        OptionalLong qkey,
        Optional<Membership> defaultMembership,
        Optional<List<DesiredMember>> members) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,30}");

    public DesiredPartition {
        pkey = pkey.asLimitedMember();
        members = members.map(List::copyOf);
        if (name.isPresent() && !NAME.matcher(name.get()).matches()) {
            throw new IllegalArgumentException("not a partition name: " + name.get());
        }
        List<Who> who =
                members.orElse(List.of()).stream().map(DesiredMember::who).toList();
        require(who.stream().distinct().count() == who.size(), "a member given twice");
        require(sl.orElse(0) >= 0 && sl.orElse(0) <= 15, "service level");
        require(scope.orElse(1) >= 1 && scope.orElse(1) <= 15, "scope");
        require(qkey.orElse(1) >= 1 && qkey.orElse(1) <= 0xffff_ffffL, "Q_Key");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("not possible: " + what);
        }
    }

    /** A partition of which nothing is managed yet. */
    public static DesiredPartition of(PKey pkey) {
        return new DesiredPartition(
                pkey,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public DesiredPartition withName(String value) {
        return new DesiredPartition(
                pkey, Optional.of(value), ipoib, mtu, rate, sl, scope, qkey, defaultMembership, members);
    }

    public DesiredPartition withIpoib(boolean value) {
        return new DesiredPartition(
                pkey, name, Optional.of(value), mtu, rate, sl, scope, qkey, defaultMembership, members);
    }

    public DesiredPartition withMtu(Mtu value) {
        return new DesiredPartition(
                pkey, name, ipoib, Optional.of(value), rate, sl, scope, qkey, defaultMembership, members);
    }

    public DesiredPartition withRate(Rate value) {
        return new DesiredPartition(
                pkey, name, ipoib, mtu, Optional.of(value), sl, scope, qkey, defaultMembership, members);
    }

    public DesiredPartition withSl(int value) {
        return new DesiredPartition(
                pkey, name, ipoib, mtu, rate, OptionalInt.of(value), scope, qkey, defaultMembership, members);
    }

    public DesiredPartition withScope(int value) {
        return new DesiredPartition(
                pkey, name, ipoib, mtu, rate, sl, OptionalInt.of(value), qkey, defaultMembership, members);
    }

    public DesiredPartition withQKey(long value) {
        return new DesiredPartition(
                pkey, name, ipoib, mtu, rate, sl, scope, OptionalLong.of(value), defaultMembership, members);
    }

    public DesiredPartition withDefaultMembership(Membership value) {
        return new DesiredPartition(pkey, name, ipoib, mtu, rate, sl, scope, qkey, Optional.of(value), members);
    }

    public DesiredPartition withMembers(List<DesiredMember> value) {
        return new DesiredPartition(
                pkey, name, ipoib, mtu, rate, sl, scope, qkey, defaultMembership, Optional.of(value));
    }
}
