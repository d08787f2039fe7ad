package dev.ibplay.rehearsal;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The fabrics on which twins live: those that were found, and one without a cable for each adapter that none of them has. */
final class TwinFabrics {
    private TwinFabrics() {}

    static List<Fabric> of(List<FabricFacts> found, Collection<LinuxHost> hosts) {
        List<Fabric> fabrics = new ArrayList<>();
        found.forEach(facts -> fabrics.add(facts.fabric()));
        Set<NodeGuid> alone = new HashSet<>();
        for (LinuxHost host : hosts) {
            for (LinuxHost.Adapter adapter : host.adapters()) {
                boolean isFound = found.stream()
                        .anyMatch(facts -> facts.fabric().node(adapter.node()).isPresent());
                if (!isFound && alone.add(adapter.node())) {
                    fabrics.add(unconnected(adapter));
                }
            }
        }
        return List.copyOf(fabrics);
    }

    private static Fabric unconnected(LinuxHost.Adapter adapter) {
        var node = new FabricNode(
                adapter.node(), NodeType.CA, "", adapter.ports(), 0, 0, DeviceId.UNKNOWN, Optional.empty());
        return new Fabric(List.of(node), List.of(), List.of());
    }
}
