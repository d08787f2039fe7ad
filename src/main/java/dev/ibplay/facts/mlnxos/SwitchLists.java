package dev.ibplay.facts.mlnxos;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.SwitchPartitionObserved;
import java.util.List;

/** Single answers of a switch: what a change looks at again. */
public final class SwitchLists {
    /** Prints all partitions. */
    public static final String PARTITIONS = "show ib partition";

    private SwitchLists() {}

    /**
     * Asks something.
     *
     * @param line {@code show ...}
     */
    public static Operation question(String line) {
        return CliReply.question(line);
    }

    /** An answer of {@code enable} or {@code active}, or the opposite. */
    public static Fact<Boolean> flag(Outcome answer) {
        return SwitchWords.flag(CliReply.lines(answer));
    }

    /** An answer in 0..15. */
    public static Fact<Integer> priority(Outcome answer) {
        return SwitchWords.priority(CliReply.lines(answer));
    }

    /** The answer to {@link #PARTITIONS}. */
    public static Fact<List<SwitchPartitionObserved>> partitions(Outcome answer) {
        return PartitionText.partitions(CliReply.lines(answer));
    }
}
