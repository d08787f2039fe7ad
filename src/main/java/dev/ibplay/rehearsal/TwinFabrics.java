package dev.ibplay.rehearsal;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.lab.layout.HostModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fabrics on which twins live: those that were found, and one without a cable for each adapter that none of them has. */
final class TwinFabrics {
    private TwinFabrics() {}

    static List<Fabric> of(List<FabricFacts> found, Collection<HostModel> hosts) {
        List<Fabric> fabrics = new ArrayList<>();
        found.forEach(facts -> fabrics.add(facts.fabric()));
        Set<NodeGuid> alone = new HashSet<>();
        for (HostModel host : hosts) {
            adapters(host).forEach((node, ports) -> {
                boolean isFound = found.stream()
                        .anyMatch(facts -> facts.fabric().node(node).isPresent());
                if (!isFound && alone.add(node)) {
                    fabrics.add(unconnected(node, ports));
                }
            });
        }
        return List.copyOf(fabrics);
    }

    /** How many ports each has. */
    private static Map<NodeGuid, Integer> adapters(HostModel host) {
        Map<NodeGuid, Integer> ports = new LinkedHashMap<>();
        switch (host) {
            case HostModel.Linux linux ->
                linux.host().adapters().forEach(adapter -> ports.put(adapter.node(), adapter.ports()));
            case HostModel.Windows windows ->
                windows.host().adapters().forEach(adapter -> ports.put(adapter.node(), adapter.ports()));
            case HostModel.Esxi esxi ->
                esxi.host().adapters().forEach(adapter -> ports.put(adapter.node(), adapter.ports()));
            case HostModel.Switch ignored -> {
                // A switch is a part of the fabric that was found.
            }
        }
        return ports;
    }

    private static Fabric unconnected(NodeGuid guid, int ports) {
        var node = new FabricNode(guid, NodeType.CA, "", ports, 0, 0, DeviceId.UNKNOWN, Optional.empty());
        return new Fabric(List.of(node), List.of(), List.of());
    }
}
