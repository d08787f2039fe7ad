package dev.ibplay.lab.mlnxos;

import java.time.Duration;
import java.util.Set;

/**
 * What a simulated switch is, and how it misbehaves.
 *
 * @param hostName of the switch, and of its subnet manager's node
 * @param product as {@code show version} names it
 * @param chassis as the node description names it
 * @param processor as {@code show version} names the product's model
 * @param release for example {@code 3.6.8010}
 * @param oldLayout whether partitions are printed as before 3.6.8010
 * @param smStart how long the subnet manager takes to run
 * @param pageRows after how many lines the pager stops; 0 for never
 * @param quirks what is otherwise than usual
 */
public record SwitchModel(
        String hostName,
        String product,
        String chassis,
        String processor,
        String release,
        boolean oldLayout,
        Duration smStart,
        int pageRows,
        Set<Quirk> quirks) {
    private static final Duration SM_START = Duration.ofSeconds(20);
    private static final int PAGE_ROWS = 24;

    /** What may be otherwise. */
    public enum Quirk {
        /** Its profile is Ethernet: it has no command that begins with {@code ib}. */
        ETHERNET,
        /** The subnet manager is enabled but never runs, as with a worn flash. */
        SM_NEVER_RUNS,
        NO_LICENCE,
        /** {@code cli -h} is not known, as on FabricIT. */
        NO_EXEC_CLI,
        /** {@code cli -h} ends at the first error. */
        EXEC_ENDS_AT_ERROR,
        /** The login may not enter enable mode. */
        OPERATOR_ONLY,
        /** A new switch asks whether to start its wizard. */
        WIZARD,
        /** Its management has not started: there are no commands. */
        DEGRADED,
        /** Nothing keeps the pager from stopping. */
        STUBBORN_PAGER,
        /** Knows {@code terminal length} only. */
        OLD_PAGING,
        /** Knows no {@code | include}. */
        NO_FILTER,
        /** Its SSH server knows old algorithms only. */
        OLD_SSH,
        /** Priorities are set by {@code ib sm sm-priority} only, and stand so in the configuration. */
        NO_NODE_PRIORITY,
        /** Partitions can be changed only while the subnet manager runs. */
        PARTITIONS_NEED_SM,
        /** A partition's new MTU is in force at once; else, as with any OpenSM, when the process has been started anew. */
        MTU_AT_ONCE
    }

    public SwitchModel {
        quirks = Set.copyOf(quirks);
    }

    /** An SX6036 with release 3.6.4006, which has the old layout and cannot filter. */
    public static SwitchModel old(String hostName) {
        return new SwitchModel(
                hostName,
                "MLNX-OS",
                "SX6036",
                "ppc",
                "3.6.4006",
                true,
                SM_START,
                PAGE_ROWS,
                Set.of(Quirk.NO_FILTER, Quirk.OLD_PAGING, Quirk.OLD_SSH));
    }

    /** One with release 3.10.4300, which has the new layout. */
    public static SwitchModel current(String hostName) {
        return new SwitchModel(
                hostName, "Onyx", "MQM8700", "x86onie", "3.10.4300", false, SM_START, PAGE_ROWS, Set.of());
    }

    /** The same with other quirks. */
    public SwitchModel with(Set<Quirk> others) {
        return new SwitchModel(hostName, product, chassis, processor, release, oldLayout, smStart, pageRows, others);
    }

    /** The same in another box. */
    public SwitchModel in(String otherChassis) {
        return new SwitchModel(
                hostName, product, otherChassis, processor, release, oldLayout, smStart, pageRows, quirks);
    }

    /** Whether it has that oddity. */
    public boolean has(Quirk quirk) {
        return quirks.contains(quirk);
    }
}
