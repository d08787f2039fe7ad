package dev.ibplay.plan.mlnxos;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.mlnxos.SwitchLists;
import dev.ibplay.plan.Reading;
import java.util.List;
import java.util.Optional;

/** Values of a switch that a change rests on. */
final class SwitchReading {
    static final String ENABLED = "enabled";
    static final String DISABLED = "disabled";

    private SwitchReading() {}

    static String flag(boolean enabled) {
        return enabled ? ENABLED : DISABLED;
    }

    private static String text(Fact<String> value) {
        return switch (value) {
            case Fact.Known<String> known -> known.value();
            case Fact.Absent<String> ignored -> Reading.ABSENT;
            case Fact.Unreadable<String> ignored -> Reading.UNREADABLE;
        };
    }

    /** Whether something is enabled, or active. */
    record Flag(Optional<Setting> what) implements Reading {
        @Override
        public String value(Outcome outcome) {
            return text(SwitchLists.flag(outcome).map(SwitchReading::flag));
        }

        @Override
        public Optional<Setting> setting() {
            return what;
        }
    }

    /** A priority. */
    record Priority(Setting what) implements Reading {
        @Override
        public String value(Outcome outcome) {
            return text(SwitchLists.priority(outcome).map(number -> Integer.toString(number)));
        }

        @Override
        public Optional<Setting> setting() {
            return Optional.of(what);
        }
    }

    /** One partition of all that are shown, as {@link SwitchPartition#text}. */
    record OnePartition(String name, Setting what) implements Reading {
        @Override
        public String value(Outcome outcome) {
            return text(SwitchLists.partitions(outcome).flatMap(this::find));
        }

        private Fact<String> find(List<SwitchPartitionObserved> all) {
            Optional<SwitchPartitionObserved> found =
                    all.stream().filter(p -> p.name().equals(name)).findFirst();
            if (found.isEmpty()) {
                return Fact.absent();
            }
            return SwitchPartition.of(found.get())
                    .map(partition -> Fact.known(partition.text()))
                    .orElseGet(() -> Fact.unreadable("a part of it could not be read"));
        }

        @Override
        public Optional<Setting> setting() {
            return Optional.of(what);
        }
    }
}
