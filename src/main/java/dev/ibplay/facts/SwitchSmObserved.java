package dev.ibplay.facts;

import java.util.List;

/**
 * The subnet manager of a managed switch. It runs when it is enabled on the switch and for its node; that it is enabled does not mean
 * that it does run.
 *
 * @param enabled on the switch ({@code ib sm}); absent where there is no InfiniBand
 * @param nodeEnabled for the node ({@code sm-state})
 * @param running whether its process is there ({@code sm-running})
 * @param licensed absent where the switch knows no licences
 * @param priority 0..15, of the node where that is told
 * @param haRole {@code master} or {@code standby}
 * @param version of its OpenSM
 * @param doubts what does not fit together, for people
 */
public record SwitchSmObserved(
        Fact<Boolean> enabled,
        Fact<Boolean> nodeEnabled,
        Fact<Boolean> running,
        Fact<Boolean> licensed,
        Fact<Integer> priority,
        Fact<String> haRole,
        Fact<String> version,
        List<String> doubts) {
    public SwitchSmObserved {
        doubts = List.copyOf(doubts);
    }

    /** Of a switch without InfiniBand. */
    public static SwitchSmObserved none() {
        return new SwitchSmObserved(
                Fact.absent(),
                Fact.absent(),
                Fact.absent(),
                Fact.absent(),
                Fact.absent(),
                Fact.absent(),
                Fact.absent(),
                List.of());
    }
}
