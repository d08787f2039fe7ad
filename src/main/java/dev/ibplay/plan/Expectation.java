package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the answer to a query must say before a step counts as done. */
public sealed interface Expectation {
    /** What is wrong with an answer, as the end of a sentence; nothing when it is as expected. */
    Optional<String> complaint(Outcome outcome);

    /** The count that must rise between two answers of something that works; nothing where there is none. */
    default OptionalLong activity(Outcome outcome) {
        return OptionalLong.empty();
    }

    /** SMInfo: the state and the priority, where they matter. */
    record SubnetManagerIs(Optional<SmState> state, Optional<Integer> priority) implements Expectation {
        @Override
        public Optional<String> complaint(Outcome outcome) {
            if (!(outcome instanceof Outcome.AttributeRead read)) {
                return Optional.of("it does not answer");
            }
            SmInfo info = SmInfo.decode(read.data().toArray());
            if (state.isPresent() && info.state() != state.get()) {
                return Optional.of("its state is " + info.state());
            }
            return priority.filter(p -> p != info.priority()).map(p -> "its priority is " + info.priority());
        }

        @Override
        public OptionalLong activity(Outcome outcome) {
            return outcome instanceof Outcome.AttributeRead read && state.equals(Optional.of(SmState.MASTER))
                    ? OptionalLong.of(SmInfo.decode(read.data().toArray()).activityCount())
                    : OptionalLong.empty();
        }
    }

    /** PortInfo: an Active port was configured by the master at this LID; a port that is not Active counts as met. */
    record SmLidIs(Lid lid) implements Expectation {
        @Override
        public Optional<String> complaint(Outcome outcome) {
            if (!(outcome instanceof Outcome.AttributeRead read)) {
                return Optional.of("it does not answer");
            }
            PortInfo port = PortInfo.decode(read.data().toArray());
            return port.state() != PortState.ACTIVE || port.smLid().equals(lid)
                    ? Optional.empty()
                    : Optional.of("its SMLid is " + port.smLid());
        }
    }

    /** MCMemberRecord: a group with this MTU. */
    record GroupMtuIs(Mtu mtu) implements Expectation {
        @Override
        public Optional<String> complaint(Outcome outcome) {
            List<Bytes> records = outcome instanceof Outcome.RecordsRead read ? read.records() : List.of();
            Optional<McMemberRecord> group = records.stream()
                    .filter(r -> r.size() >= Attribute.MC_MEMBER_RECORD.bytes())
                    .flatMap(r -> McMemberRecord.decode(r.toArray()).stream())
                    .findFirst();
            if (group.isEmpty()) {
                return Optional.of("there is no such group");
            }
            return group.get().mtu().equals(Optional.of(mtu))
                    ? Optional.empty()
                    : Optional.of(
                            "its MTU is " + group.get().mtu().map(Mtu::toString).orElse("not defined"));
        }
    }

    /** P_KeyTable: whether the port has exactly this key. */
    record HasPKey(PKey pkey, boolean has) implements Expectation {
        @Override
        public Optional<String> complaint(Outcome outcome) {
            if (!(outcome instanceof Outcome.AttributeRead read)) {
                return Optional.of("it does not answer");
            }
            boolean found = PKeyTable.decodeBlock(read.data().toArray()).contains(pkey);
            return found == has ? Optional.empty() : Optional.of(found ? "it has " + pkey : "it lacks " + pkey);
        }
    }

    /** A sysfs attribute that is gone with its interface. */
    record Absent() implements Expectation {
        @Override
        public Optional<String> complaint(Outcome outcome) {
            return switch (outcome) {
                case Outcome.FileAbsent ignored -> Optional.empty();
                case Outcome.FileContent ignored -> Optional.of("it is still there");
                default -> Optional.of("whether it is gone cannot be told");
            };
        }
    }

    /** A value that is read like this, and is this text. */
    record ValueIs(Reading reading, String text) implements Expectation {
        /** All that the query says. */
        public ValueIs(String text) {
            this(Reading.TEXT, text);
        }

        @Override
        public Optional<String> complaint(Outcome outcome) {
            String found = reading.value(outcome);
            return found.equals(text) ? Optional.empty() : Optional.of("it is " + found);
        }
    }
}
