package dev.ibplay.plan.mlnxos;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.ib.Mtu;
import java.time.Duration;
import java.util.Arrays;

/** The lines that change a switch (MLNX-OS/Onyx user manual, "Subnet Manager"). They are silent when they succeed. */
final class SwitchLine {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration SAVE_LIMIT = Duration.ofMinutes(2);
    private static final int KIBI = 1024;

    /** Many lines about partitions want this, or ask back. */
    private static final String FORCE = " force";

    private SwitchLine() {}

    static Operation sm(boolean enabled) {
        return line(enabled ? "ib sm" : "no ib sm");
    }

    static Operation node(String node, boolean enabled) {
        return line("ib smnode " + node + (enabled ? " enable" : " disable"));
    }

    /** @param layer {@code ib sm}, or that of a node */
    static Operation priority(String layer, int priority) {
        return line(layer + " sm-priority " + priority);
    }

    /** Makes the running configuration the one of the next start, all of it. */
    static Operation save() {
        return RunCommand.of(SAVE_LIMIT, "write", "memory");
    }

    static Operation create(SwitchPartition partition) {
        return forced(partition, "pkey " + partition.pkey());
    }

    static Operation remove(SwitchPartition partition) {
        return confirmed("no ib partition " + partition.name());
    }

    static Operation ipoib(SwitchPartition partition, boolean wanted) {
        return wanted ? forced(partition, "ipoib") : confirmed("no ib partition " + partition.name() + " ipoib");
    }

    static Operation mtu(SwitchPartition partition, Mtu mtu) {
        return forced(partition, "mtu " + word(mtu));
    }

    static Operation member(SwitchPartition partition, String who, String type) {
        return forced(partition, "member " + who + " type " + type);
    }

    static Operation noMember(SwitchPartition partition, String who) {
        return confirmed("no ib partition " + partition.name() + " member " + who);
    }

    /** What a switch calls an MTU: 256, 512, 1K, 2K, 4K. */
    private static String word(Mtu mtu) {
        return mtu.bytes() < KIBI ? Integer.toString(mtu.bytes()) : mtu.bytes() / KIBI + "K";
    }

    private static Operation forced(SwitchPartition partition, String what) {
        return line("ib partition " + partition.name() + " " + what + FORCE);
    }

    /** It may ask whether to continue; not all releases know {@code force} behind "no". */
    private static Operation confirmed(String text) {
        return new RunCommand(Arrays.asList(text.split(" ", -1)), Bytes.ofUtf8("yes\n"), LIMIT);
    }

    private static Operation line(String text) {
        return RunCommand.of(LIMIT, text.split(" ", -1));
    }
}
