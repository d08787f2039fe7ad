package dev.ibplay.lab.mlnxos;

import dev.ibplay.ib.Mtu;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What a simulated switch is, and how it misbehaves.
 *
 * @param hostName of the switch, and of its subnet manager's node
 * @param product as {@code show version} names it
 * @param release for example {@code 3.6.8010}
 * @param oldLayout whether partitions are printed as before 3.6.8010
 * @param ports of InfiniBand
 * @param smStart how long the subnet manager takes to run
 * @param pageRows after how many lines the pager stops; 0 for never
 * @param quirks what is otherwise than usual
 */
public record SwitchModel(
        String hostName,
        String product,
        String release,
        boolean oldLayout,
        List<LabSwitchPort> ports,
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
        NO_FILTER
    }

    /**
     * A port.
     *
     * @param name slot and number: {@code 1/1}
     * @param linked whether there is a cable
     */
    public record LabSwitchPort(String name, boolean linked, Mtu cap) {}

    public SwitchModel {
        ports = List.copyOf(ports);
        quirks = Set.copyOf(quirks);
    }

    /** An SX6036 with release 3.6.4006, which has the old layout and cannot filter. */
    public static SwitchModel old(String hostName) {
        return new SwitchModel(
                hostName,
                "MLNX-OS",
                "3.6.4006",
                true,
                threePorts(),
                SM_START,
                PAGE_ROWS,
                Set.of(Quirk.NO_FILTER, Quirk.OLD_PAGING));
    }

    /** One with release 3.10.4300, which has the new layout. */
    public static SwitchModel current(String hostName) {
        return new SwitchModel(hostName, "Onyx", "3.10.4300", false, threePorts(), SM_START, PAGE_ROWS, Set.of());
    }

    private static List<LabSwitchPort> threePorts() {
        return List.of(
                new LabSwitchPort("1/1", true, Mtu.MTU_4096),
                new LabSwitchPort("1/2", true, Mtu.MTU_4096),
                new LabSwitchPort("1/3", false, Mtu.MTU_4096));
    }

    /** The same with other quirks. */
    public SwitchModel with(Set<Quirk> others) {
        return new SwitchModel(hostName, product, release, oldLayout, ports, smStart, pageRows, others);
    }

    boolean has(Quirk quirk) {
        return quirks.contains(quirk);
    }
}
