package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.Link;
import dev.ibplay.ib.NodeGuid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedSet;
import java.util.Set;

/** How far each switch is from the adapters, and which switch an adapter belongs to. */
final class PictureLevels {
    /** A switch with few adapters beside others with many is no leaf: management hosts hang on spines too. */
    private static final int FEW = 4;

    /** The share of cables between switches of one level above which there are no levels. */
    private static final double NO_TREE = 0.2;

    private final Fabric fabric;
    private final Map<NodeGuid, SequencedSet<NodeGuid>> neighbours = new HashMap<>();
    private final Map<NodeGuid, NodeGuid> owners = new LinkedHashMap<>();
    private final Map<NodeGuid, Integer> levels = new LinkedHashMap<>();

    PictureLevels(Fabric fabric) {
        this.fabric = fabric;
        for (Link link : fabric.links()) {
            neighbours
                    .computeIfAbsent(link.one().node(), n -> new LinkedHashSet<>())
                    .add(link.other().node());
            neighbours
                    .computeIfAbsent(link.other().node(), n -> new LinkedHashSet<>())
                    .add(link.one().node());
        }
        for (FabricNode node : fabric.nodes()) {
            if (!node.isSwitch()) {
                neighbours(node.guid()).stream()
                        .filter(this::isSwitch)
                        .findFirst()
                        .ifPresent(owner -> owners.put(node.guid(), owner));
            }
        }
        findLevels();
    }

    private boolean isSwitch(NodeGuid node) {
        return fabric.node(node).map(FabricNode::isSwitch).orElse(false);
    }

    Set<NodeGuid> neighbours(NodeGuid node) {
        return neighbours.getOrDefault(node, Collections.emptyNavigableSet());
    }

    /** The switch that a node is drawn at. */
    Optional<NodeGuid> owner(NodeGuid node) {
        return Optional.ofNullable(owners.get(node));
    }

    /** 0 for leaves. */
    int level(NodeGuid node) {
        return levels.getOrDefault(node, 0);
    }

    private void findLevels() {
        Map<NodeGuid, Integer> adapters = new HashMap<>();
        owners.values().forEach(owner -> adapters.merge(owner, 1, Integer::sum));
        int most = adapters.values().stream().mapToInt(n -> n).max().orElse(0);
        List<NodeGuid> switches = fabric.nodes().stream()
                .filter(FabricNode::isSwitch)
                .map(FabricNode::guid)
                .toList();
        Queue<NodeGuid> queue = new ArrayDeque<>();
        for (NodeGuid node : switches) {
            int own = adapters.getOrDefault(node, 0);
            if (own > 0 && own * FEW >= most) {
                levels.put(node, 0);
                queue.add(node);
            }
        }
        while (!queue.isEmpty()) {
            NodeGuid at = queue.remove();
            for (NodeGuid next : neighbours(at)) {
                if (isSwitch(next) && !levels.containsKey(next)) {
                    levels.put(next, level(at) + 1);
                    queue.add(next);
                }
            }
        }
        switches.forEach(node -> levels.putIfAbsent(node, 0));
    }

    /** Whether cables go from level to level, but for a few. */
    boolean isTree() {
        List<Link> between = fabric.links().stream()
                .filter(link ->
                        isSwitch(link.one().node()) && isSwitch(link.other().node()))
                .toList();
        long flat = between.stream()
                .filter(link -> level(link.one().node()) == level(link.other().node()))
                .count();
        return flat <= between.size() * NO_TREE;
    }

    /** The switches of each level, in an order with few crossings: by the middle of their neighbours below. */
    List<List<NodeGuid>> rows() {
        List<List<NodeGuid>> rows = new ArrayList<>();
        levels.values().stream()
                .distinct()
                .sorted()
                .forEach(level -> rows.add(fabric.nodes().stream()
                        .map(FabricNode::guid)
                        .filter(guid -> levels.containsKey(guid) && level(guid) == level)
                        .toList()));
        for (int i = 1; i < rows.size(); i++) {
            Map<NodeGuid, Double> below = places(rows.get(i - 1));
            rows.set(
                    i,
                    rows.get(i).stream()
                            .sorted(Comparator.comparingDouble(node -> middle(node, below)))
                            .toList());
        }
        return rows;
    }

    private static Map<NodeGuid, Double> places(List<NodeGuid> row) {
        Map<NodeGuid, Double> places = new HashMap<>();
        row.forEach(node -> places.put(node, (double) places.size()));
        return places;
    }

    private double middle(NodeGuid node, Map<NodeGuid, Double> places) {
        return neighbours(node).stream()
                .filter(places::containsKey)
                .mapToDouble(n -> places.getOrDefault(n, 0.0))
                .average()
                .orElse(0);
    }

    /** The switches in an order in which neighbours follow each other where they can: a ring in its own order. */
    List<NodeGuid> round() {
        SequencedSet<NodeGuid> order = new LinkedHashSet<>();
        Set<NodeGuid> seen = new HashSet<>();
        Deque<NodeGuid> stack = new ArrayDeque<>();
        for (NodeGuid start : levels.keySet()) {
            stack.push(start);
            while (!stack.isEmpty()) {
                NodeGuid at = stack.pop();
                if (seen.add(at)) {
                    order.add(at);
                    new ArrayList<>(neighbours(at))
                            .reversed().stream()
                                    .filter(next -> isSwitch(next) && !seen.contains(next))
                                    .forEach(stack::push);
                }
            }
        }
        return List.copyOf(order);
    }
}
