package dev.ibplay.facts.mlnxos;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchSmObserved;
import java.util.ArrayList;
import java.util.List;

/**
 * What a switch says of the subnet manager of one node.
 *
 * @param enabled {@code sm-state}
 * @param running {@code sm-running}
 * @param priority 0..15
 */
public record SmNodeAnswers(
        Fact<Boolean> enabled,
        Fact<Boolean> running,
        Fact<Boolean> licensed,
        Fact<Integer> priority,
        Fact<String> haRole) {

    /** Of a switch whose node is not known. */
    public static SmNodeAnswers unasked(String because) {
        return new SmNodeAnswers(
                Fact.unreadable(because),
                Fact.unreadable(because),
                Fact.unreadable(because),
                Fact.unreadable(because),
                Fact.unreadable(because));
    }

    SwitchSmObserved observed(Fact<Boolean> onSwitch, Fact<Integer> common, Fact<String> version) {
        Fact<Integer> own = priority instanceof Fact.Known<Integer> ? priority : common;
        return new SwitchSmObserved(
                onSwitch, enabled, running, licensed, own, haRole, version, doubts(onSwitch, common));
    }

    private List<String> doubts(Fact<Boolean> onSwitch, Fact<Integer> common) {
        List<String> doubts = new ArrayList<>();
        if (priority instanceof Fact.Known<Integer> own
                && common instanceof Fact.Known<Integer> other
                && !own.value().equals(other.value())) {
            doubts.add("the node's priority is " + own.value() + ", the switch's " + other.value());
        }
        boolean wanted = onSwitch.equals(Fact.known(true)) && enabled.equals(Fact.known(true));
        if (wanted && running.equals(Fact.known(false))) {
            doubts.add("the subnet manager is enabled and does not run"
                    + (licensed.equals(Fact.known(false)) ? ": it has no licence" : ""));
        }
        return doubts;
    }
}
