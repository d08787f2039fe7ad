package dev.ibplay.lab.opensm;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.fabric.LabNode;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.lab.fabric.PortKey;
import dev.ibplay.lab.fabric.Reach;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.opensm.RunningOptions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** What the master writes to the ports in a heavy sweep, in OpenSM's order: P_Keys, LIDs, links. */
final class PortSettings {
    /** What ports of the lab can do, as a code: VL0 to VL7. */
    private static final long VL_CAP = 4;

    private final SimulatedFabric fabric;
    private final LabPort own;
    private final RunningOptions options;
    private final KeyTables keyTables = new KeyTables();
    private final Set<LabPort> changed = new HashSet<>();

    PortSettings(SimulatedFabric fabric, LabPort own, RunningOptions options) {
        this.fabric = fabric;
        this.own = own;
        this.options = options;
    }

    void writeKeys(Reach reach, PartitionsInForce partitions) {
        for (LabPort port : reach.endPorts()) {
            port.guid().ifPresent(guid -> writeKeys(port, guid, partitions));
        }
        boolean enforces = !options.text("part_enforce").equals("off") && !options.truth("no_partition_enforcement");
        for (LabNode node : reach.switches()) {
            for (LabPort port : node.ports()) {
                boolean leadsToEndPort =
                        port.peer().map(peer -> !peer.node().isSwitch()).orElse(false);
                if (port.number() > 0 && leadsToEndPort && node.enforceCapacity() > 0) {
                    port.setEnforcing(enforces);
                }
            }
        }
    }

    private void writeKeys(LabPort port, PortGuid guid, PartitionsInForce partitions) {
        Set<PKey> keys = partitions.keysOf(guid);
        int[] table = keyTables.place(
                port.pkeyTable(), keys, partitions.first(guid), port.node().pkeyCapacity());
        if (!Arrays.equals(table, port.pkeyTable())) {
            port.setPkeyTable(table);
            changed.add(port);
        }
    }

    /**
     * Gives LIDs and the master's own.
     *
     * @param isNew whether a port has to register anew: it was not there before, or the master was not
     */
    void writeLids(Reach reach, Lids lids, Predicate<LabPort> isNew) {
        int lmc = (int) options.number("lmc");
        boolean anew = isNew.test(own) && options.truth("reassign_lids");
        Map<LabPort, Integer> assigned = lids.assign(own, reach.endPorts(), lmc, anew);
        int smLid = assigned.getOrDefault(own, 0);
        boolean asksClients = !options.truth("no_clients_rereg");
        var key = new PortKey(options.number("m_key"), (int) options.number("m_key_protection_level"));
        assigned.forEach((port, lid) -> {
            if (port.lid() != lid || port.smLid() != smLid) {
                port.setLid(lid, port.node().isSwitch() ? 0 : lmc);
                port.setSmLid(smLid);
                changed.add(port);
            }
            port.setKey(key);
            if (asksClients && port.canReregister() && isNew.test(port)) {
                port.reregister();
                changed.add(port);
            }
        });
        reach.switches().forEach(node -> node.setLinearFdbTop(lids.highest()));
        fabric.lidsChanged();
    }

    /** Sets each link to what both ends can do, and to Active. */
    void writeLinks(Reach reach) {
        for (LabPort port : reach.endPorts()) {
            if (port.node().isSwitch()) {
                port.setNeighborMtu(port.mtuCap());
                port.node().ports().forEach(this::writeLink);
            } else {
                writeLink(port);
            }
        }
        changed.forEach(fabric::changed);
        changed.clear();
    }

    private void writeLink(LabPort port) {
        if (port.number() == 0 || !port.isLinked()) {
            return;
        }
        port.peer().ifPresent(peer -> {
            Mtu mtu = port.mtuCap().compareTo(peer.mtuCap()) < 0 ? port.mtuCap() : peer.mtuCap();
            if (mtu != port.neighborMtu() || port.state() != PortState.ACTIVE) {
                port.setNeighborMtu(mtu);
                port.setState(PortState.ACTIVE);
                changed.add(port);
            }
            port.setOperationalVls((int) Math.max(1, Math.min(VL_CAP, options.number("max_op_vls"))));
        });
    }
}
