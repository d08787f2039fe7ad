package dev.ibplay.plan.esxi;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.Reading;
import java.util.Optional;
import java.util.function.Function;

/**
 * The MTU of one vSwitch or VMkernel interface.
 *
 * @param key of the resource: {@code vswitch vSwitch1}
 * @param mtu finds it in an answer
 */
record MtuReading(String key, Function<Outcome, Fact<Integer>> mtu) implements Reading {
    @Override
    public String value(Outcome outcome) {
        return switch (mtu.apply(outcome)) {
            case Fact.Known<Integer> known -> known.value().toString();
            case Fact.Absent<Integer> ignored -> ABSENT;
            case Fact.Unreadable<Integer> ignored -> UNREADABLE;
        };
    }

    @Override
    public Optional<Setting> setting() {
        return Optional.of(new Setting(key, "mtu"));
    }
}
