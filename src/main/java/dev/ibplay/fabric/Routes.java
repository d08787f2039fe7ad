package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.Set;

/**
 * The shortest directed route from one port to every other, found breadth first, at each node by port number: the same
 * cables give the same routes and the same order of nodes, however a discovery went.
 */
final class Routes {
    private final Map<PortRef, List<Integer>> byEntry = new HashMap<>();
    private final Map<NodeGuid, List<Integer>> byNode = new HashMap<>();
    private final SequencedSet<NodeGuid> order = new LinkedHashSet<>();

    /** A port by which a node is entered, and the way there. */
    private record Arrival(PortRef entry, List<Integer> route) {}

    /**
     * Finds them.
     *
     * @param peers the port at the other end of each port's cable
     * @param switches packets pass through these only, and leave the start
     */
    Routes(PortRef start, NavigableMap<PortRef, PortRef> peers, Set<NodeGuid> switches) {
        Queue<Arrival> queue = new ArrayDeque<>();
        arrive(new Arrival(start, List.of()), switches, queue);
        while (!queue.isEmpty()) {
            Arrival at = queue.remove();
            NodeGuid node = at.entry().node();
            boolean passes = switches.contains(node);
            if (!passes && !at.route().isEmpty()) {
                continue;
            }
            PortRef first = passes ? new PortRef(node, 1) : at.entry();
            PortRef last = passes ? new PortRef(node, PortRef.HIGHEST) : at.entry();
            peers.subMap(first, true, last, true).forEach((exit, entry) -> {
                List<Integer> route = new ArrayList<>(at.route());
                route.add(exit.number());
                arrive(new Arrival(entry, List.copyOf(route)), switches, queue);
            });
        }
    }

    /** A switch is one place by whichever port it is entered; the ports of an adapter are places of their own. */
    private void arrive(Arrival arrival, Set<NodeGuid> switches, Queue<Arrival> queue) {
        NodeGuid node = arrival.entry().node();
        boolean isNew = switches.contains(node) ? !byNode.containsKey(node) : !byEntry.containsKey(arrival.entry());
        if (isNew) {
            byEntry.put(arrival.entry(), arrival.route());
            byNode.putIfAbsent(node, arrival.route());
            order.add(node);
            queue.add(arrival);
        }
    }

    /** The nodes that can be reached, the nearest first. */
    SequencedSet<NodeGuid> order() {
        return order;
    }

    /** The way to a node; nothing when there is none. */
    Optional<List<Integer>> to(NodeGuid node) {
        return Optional.ofNullable(byNode.get(node));
    }

    /** The way that enters by this port, else the way to its node. */
    Optional<List<Integer>> to(PortRef port) {
        return Optional.ofNullable(byEntry.get(port)).or(() -> to(port.node()));
    }
}
