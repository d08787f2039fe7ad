package dev.ibplay.lab.opensm;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.Reach;
import dev.ibplay.opensm.RunningOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What a process keeps and does as master: groups with their members, LIDs, and the fabric that it has configured. */
final class Mastership {
    private final OpensmProcess process;
    private final String partitionsPath;
    private final OpensmLog log;
    private final Groups groups = new Groups();
    private final Lids lids = new Lids();
    /** Ports that it has configured, with how often their links had come up by then. */
    private final Map<LabPort, Integer> known = new HashMap<>();

    Mastership(OpensmProcess process, String partitionsPath, OpensmLog log) {
        this.process = process;
        this.partitionsPath = partitionsPath;
        this.log = log;
    }

    Groups groups() {
        return groups;
    }

    /** Its own port is down: nothing is reached any more. */
    void lost() {
        groups.forgetMembers();
        known.clear();
    }

    /**
     * Reads partitions.conf and configures all ports.
     *
     * @param isFirst whether it is its first sweep as master
     * @param wasStandby whether another master may have given other LIDs before it
     */
    void configure(RunningOptions options, boolean isFirst, boolean wasStandby) {
        Reach reach = process.fabric().reach(process.port());
        groups.keepMembers(reach.endPorts().stream()
                .filter(port -> port.state() == PortState.ACTIVE)
                .toList());
        if (wasStandby) {
            lids.clear();
        }
        PartitionsInForce partitions = read(options, reach);
        groups.update(
                partitions.groups(), partitions.partitions(), weakest(reach), (int) options.number("subnet_timeout"));
        var settings = new PortSettings(process.fabric(), process.port(), options);
        settings.writeKeys(reach, partitions);
        settings.writeLids(reach, lids, port -> isFirst || isNew(port));
        settings.writeLinks(reach);
        known.clear();
        reach.endPorts().forEach(port -> known.put(port, port.timesUp()));
    }

    private boolean isNew(LabPort port) {
        return !Optional.of(port.timesUp()).equals(Optional.ofNullable(known.get(port)));
    }

    private PartitionsInForce read(RunningOptions options, Reach reach) {
        PartitionsInForce now = PartitionsInForce.of(
                process.host().read(partitionsPath),
                process.host().dialect(),
                options.forPartitions(),
                process.port(),
                reach.endPorts());
        if (now.isDiscarded()) {
            log.error("Partition configuration in error; retrying with default config");
        }
        return now;
    }

    private static Groups.Weakest weakest(Reach reach) {
        Mtu mtu = Mtu.MTU_4096;
        Rate rate = Rate.GBPS_1200;
        for (LabPort port : reach.endPorts()) {
            if (!port.node().isSwitch()) {
                mtu = port.mtuCap().compareTo(mtu) < 0 ? port.mtuCap() : mtu;
                rate = slower(rate, port.rate().orElse(rate));
            }
        }
        return new Groups.Weakest(mtu, rate);
    }

    private static Rate slower(Rate one, Rate other) {
        return other.gigabitsPerSecond() < one.gigabitsPerSecond() ? other : one;
    }
}
