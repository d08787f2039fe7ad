package dev.ibplay.plan;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.List;

/**
 * The observed value that a change rests on. Just before the change the value is read again with the same operation.
 *
 * @param what the value's name, for people
 * @param reading which value of the answer it is
 * @param accepted the observed value and what the plan's own steps make of it
 * @param reached the value that makes the change unnecessary
 */
public record Fingerprint(String what, Operation read, Reading reading, List<String> accepted, String reached) {
    /** What a new look says. */
    public enum Verdict {
        /** Go on. */
        UNCHANGED,
        /** The target is reached already; nothing to do. */
        REACHED,
        /** Somebody else changed it since the plan was made; the host is left alone. */
        MOVED
    }

    public Fingerprint {
        accepted = List.copyOf(accepted);
    }

    /** Of all that the operation says. */
    public Fingerprint(String what, Operation read, List<String> accepted, String reached) {
        this(what, read, Reading.TEXT, accepted, reached);
    }

    /** Compares what is there now. */
    public Verdict verdict(Outcome outcome) {
        String found = reading.value(outcome);
        if (found.equals(reached)) {
            return Verdict.REACHED;
        }
        return accepted.contains(found) ? Verdict.UNCHANGED : Verdict.MOVED;
    }
}
