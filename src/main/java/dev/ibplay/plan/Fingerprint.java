package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import java.util.List;

/**
 * The observed value that a change rests on. Just before the change the value is read again with the same operation.
 *
 * @param what the value's name, for people
 * @param accepted the observed value and what the plan's own steps make of it
 * @param reached the value that makes the change unnecessary
 */
public record Fingerprint(String what, Operation read, List<String> accepted, String reached) {
    /** What {@link #canonical} makes of a file that is not there, with the interface that it belongs to. */
    public static final String ABSENT = "absent";

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

    /** Compares what is there now. */
    public Verdict verdict(Outcome outcome) {
        String found = canonical(outcome);
        if (found.equals(reached)) {
            return Verdict.REACHED;
        }
        return accepted.contains(found) ? Verdict.UNCHANGED : Verdict.MOVED;
    }

    /**
     * The value in one form, whichever platform read it: the text of an attribute, or what a command prints of it, without the
     * line end.
     */
    public static String canonical(Outcome outcome) {
        return switch (outcome) {
            case Outcome.FileContent file -> text(file.content());
            case Outcome.FileAbsent ignored -> ABSENT;
            case Outcome.CommandEnded ended -> ended.succeeded() ? text(ended.stdout()) : "unreadable";
            default -> "unreadable";
        };
    }

    private static String text(Bytes content) {
        return content.lossyText().strip();
    }
}
