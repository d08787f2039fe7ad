package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The parts of a fabric, to be put in order: nodes breadth first from the vantage by port number, their ports by number,
 * links by the end that comes first.
 */
final class Assembly {
    final Map<NodeGuid, FabricNode> nodes = new HashMap<>();
    final NavigableMap<PortRef, PortInfo> infos = new TreeMap<>();
    final Map<PortRef, PortGuid> guids = new HashMap<>();

    /** The port at the other end of each port's cable, both ways. */
    final NavigableMap<PortRef, PortRef> peers = new TreeMap<>();

    /** Ways to nodes that hang on nothing. */
    final Map<NodeGuid, List<Integer>> found = new HashMap<>();

    private Optional<Routes> routes = Optional.empty();
    private final SequencedSet<NodeGuid> order = new LinkedHashSet<>();

    /** Joins two ports unless one of them has a cable already. */
    void connect(PortRef one, PortRef other) {
        if (!peers.containsKey(one) && !peers.containsKey(other)) {
            peers.put(one, other);
            peers.put(other, one);
        }
    }

    /** Finds the order; without a start the nodes stand by GUID. */
    void arrange(Optional<PortRef> start) {
        routes = start.map(port -> new Routes(
                port,
                peers,
                nodes.values().stream()
                        .filter(FabricNode::isSwitch)
                        .map(FabricNode::guid)
                        .collect(Collectors.toSet())));
        routes.ifPresent(known -> order.addAll(known.order()));
        nodes.keySet().stream().sorted().forEach(order::add);
    }

    /** The way that enters by a port, else the way to its node. */
    Optional<List<Integer>> route(PortRef port) {
        return routes.flatMap(known -> known.to(port)).or(() -> Optional.ofNullable(found.get(port.node())));
    }

    List<FabricNode> orderedNodes() {
        return order.stream()
                .flatMap(guid -> Optional.ofNullable(nodes.get(guid)).stream())
                .toList();
    }

    List<FabricPort> orderedPorts() {
        List<FabricPort> ports = new ArrayList<>();
        for (NodeGuid node : order) {
            infos.subMap(new PortRef(node, 0), true, new PortRef(node, PortRef.HIGHEST), true)
                    .forEach((ref, info) -> ports.add(new FabricPort(
                            ref,
                            Optional.ofNullable(guids.get(ref)),
                            info,
                            route(ref).orElse(List.of()))));
        }
        return ports;
    }

    List<Link> orderedLinks() {
        Map<NodeGuid, Integer> places = new HashMap<>();
        order.forEach(guid -> places.put(guid, places.size()));
        Comparator<PortRef> first = Comparator.<PortRef>comparingInt(port -> places.getOrDefault(port.node(), 0))
                .thenComparing(PortRef::compareTo);
        return peers.entrySet().stream()
                .filter(cable -> first.compare(cable.getKey(), cable.getValue()) <= 0)
                .map(cable -> new Link(cable.getKey(), cable.getValue()))
                .sorted(Comparator.comparing(Link::one, first))
                .toList();
    }
}
