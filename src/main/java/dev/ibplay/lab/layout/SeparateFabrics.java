package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.Link;
import dev.ibplay.ib.NodeGuid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Takes a fabric apart where no cable goes: what a file tells may be several fabrics, or one with a hole in it. */
final class SeparateFabrics {
    private final Fabric whole;
    private final Map<NodeGuid, List<NodeGuid>> neighbours = new HashMap<>();

    private SeparateFabrics(Fabric whole) {
        this.whole = whole;
        for (Link link : whole.links()) {
            neighbour(link.one().node(), link.other().node());
            neighbour(link.other().node(), link.one().node());
        }
    }

    private void neighbour(NodeGuid one, NodeGuid other) {
        neighbours.computeIfAbsent(one, n -> new ArrayList<>()).add(other);
    }

    /** The parts, in the order of their first nodes. */
    static List<Fabric> of(Fabric whole) {
        var separate = new SeparateFabrics(whole);
        Set<NodeGuid> seen = new HashSet<>();
        List<Fabric> parts = new ArrayList<>();
        for (FabricNode node : whole.nodes()) {
            if (!seen.contains(node.guid())) {
                Set<NodeGuid> part = separate.reach(node.guid());
                seen.addAll(part);
                parts.add(separate.only(part));
            }
        }
        return parts;
    }

    private Set<NodeGuid> reach(NodeGuid start) {
        Set<NodeGuid> reached = new HashSet<>(Set.of(start));
        ArrayDeque<NodeGuid> next = new ArrayDeque<>(reached);
        while (!next.isEmpty()) {
            neighbours.getOrDefault(next.remove(), List.of()).stream()
                    .filter(reached::add)
                    .forEach(next::add);
        }
        return reached;
    }

    private Fabric only(Set<NodeGuid> part) {
        return new Fabric(
                whole.nodes().stream()
                        .filter(node -> part.contains(node.guid()))
                        .toList(),
                whole.ports().stream()
                        .filter(port -> part.contains(port.ref().node()))
                        .toList(),
                whole.links().stream()
                        .filter(link -> part.contains(link.one().node()))
                        .toList());
    }
}
