package dev.ibplay.opensm;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What the parameters of a multicast group are to be. What is empty is left as it is.
 *
 * @param sl service level, 0..15
 * @param scope 1..15; that of the IPoIB group is always 2
 * @param qkey 32 bits, unsigned, not 0, which OpenSM takes for its default
 * @param tclass 0..255
 * @param flowLabel 0..0xfffff
 */
public record GroupValues(
        Optional<Mtu> mtu,
        Optional<Rate> rate,
        OptionalInt sl,
        OptionalInt scope,
        OptionalLong qkey,
        OptionalInt tclass,
        OptionalInt flowLabel) {
    /** Nothing is asked for. */
    public static final GroupValues ANY = new GroupValues(
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalInt.empty());

    public GroupValues {
        require(sl.orElse(0) >= 0 && sl.orElse(0) <= 15, "service level");
        require(scope.orElse(1) >= 1 && scope.orElse(1) <= 15, "scope");
        require(qkey.orElse(1) >= 1 && qkey.orElse(1) <= 0xffff_ffffL, "Q_Key");
        require(tclass.orElse(0) >= 0 && tclass.orElse(0) <= 0xff, "TClass");
        require(flowLabel.orElse(0) >= 0 && flowLabel.orElse(0) <= 0xfffff, "FlowLabel");
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("not possible: " + what);
        }
    }

    public GroupValues withMtu(Mtu value) {
        return new GroupValues(Optional.of(value), rate, sl, scope, qkey, tclass, flowLabel);
    }

    public GroupValues withRate(Rate value) {
        return new GroupValues(mtu, Optional.of(value), sl, scope, qkey, tclass, flowLabel);
    }

    public GroupValues withSl(int value) {
        return new GroupValues(mtu, rate, OptionalInt.of(value), scope, qkey, tclass, flowLabel);
    }

    public GroupValues withScope(int value) {
        return new GroupValues(mtu, rate, sl, OptionalInt.of(value), qkey, tclass, flowLabel);
    }

    public GroupValues withQKey(long value) {
        return new GroupValues(mtu, rate, sl, scope, OptionalLong.of(value), tclass, flowLabel);
    }

    public GroupValues withTClass(int value) {
        return new GroupValues(mtu, rate, sl, scope, qkey, OptionalInt.of(value), flowLabel);
    }

    public GroupValues withFlowLabel(int value) {
        return new GroupValues(mtu, rate, sl, scope, qkey, tclass, OptionalInt.of(value));
    }

    /** The flags that say it in partitions.conf, in the usual order. */
    List<String> flags() {
        var flags = new ArrayList<String>();
        mtu.ifPresent(m -> flags.add("mtu=" + m.code()));
        rate.ifPresent(r -> flags.add("rate=" + r.code()));
        sl.ifPresent(s -> flags.add("sl=" + s));
        scope.ifPresent(s -> flags.add("scope=" + s));
        qkey.ifPresent(q -> flags.add("Q_Key=0x%x".formatted(q)));
        tclass.ifPresent(t -> flags.add("TClass=%d".formatted(t)));
        flowLabel.ifPresent(f -> flags.add("FlowLabel=0x%x".formatted(f)));
        return flags;
    }

    /** What a header that says this hands on to its groups. */
    GroupFlags over(GroupFlags flags) {
        GroupFlags result = flags;
        result = mtu.isPresent() ? result.withMtu(mtu.get().code()) : result;
        result = rate.isPresent() ? result.withRate(rate.get().code()) : result;
        result = scope.isPresent() ? result.withScopes(1 << scope.getAsInt()) : result;
        return result;
    }

    /** The first flag whose value in the file is not the one that is asked for. */
    Optional<FlagKey> firstWrong(GroupFlags flags) {
        if (mtu.isPresent() && mtu.get().code() != flags.mtu()) {
            return Optional.of(FlagKey.MTU);
        }
        if (rate.isPresent() && rate.get().code() != flags.rate()) {
            return Optional.of(FlagKey.RATE);
        }
        if (sl.orElse(flags.sl()) != flags.sl()) {
            return Optional.of(FlagKey.SL);
        }
        if (scope.isPresent() && (1 << scope.getAsInt()) != flags.scopes()) {
            return Optional.of(FlagKey.SCOPE);
        }
        if (qkey.orElse(flags.qkey()) != flags.qkey()) {
            return Optional.of(FlagKey.Q_KEY);
        }
        if (tclass.orElse(flags.tclass()) != flags.tclass()) {
            return Optional.of(FlagKey.T_CLASS);
        }
        return flowLabel.orElse(flags.flowLabel()) != flags.flowLabel()
                ? Optional.of(FlagKey.FLOW_LABEL)
                : Optional.empty();
    }

    /** Whether a group has these values; its service level is left out where {@code qos} decides it. */
    boolean hold(MulticastGroup group, boolean slCounts) {
        return (mtu.isEmpty() || group.mtu().equals(mtu))
                && rate.map(r -> r.code() == group.rateCode().orElse(0)).orElse(true)
                && (!slCounts || sl.orElse(group.sl()) == group.sl())
                && qkey.orElse(group.qkey()) == group.qkey()
                && tclass.orElse(group.tclass()) == group.tclass()
                && flowLabel.orElse(group.flowLabel()) == group.flowLabel();
    }
}
