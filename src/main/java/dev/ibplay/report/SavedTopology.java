package dev.ibplay.report;

import dev.ibplay.fabric.Topology;
import dev.ibplay.fabric.TopologyNode;
import dev.ibplay.fabric.TopologyPort;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.NodeType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a saved output of ibnetdiscover says, for people and for programs. */
final class SavedTopology {
    private SavedTopology() {}

    static String text(Topology topology) {
        var table = new TextTable("", List.of("NODE", "PORT", "LINK", "PEER", "PEER PORT"));
        for (TopologyNode node : topology.nodes()) {
            node.ports()
                    .forEach(port -> table.add(List.of(
                            name(node),
                            Integer.toString(port.number()),
                            rate(port).orElse("-"),
                            port.peer().map(peer -> name(topology, peer)).orElse("-"),
                            port.peer()
                                    .map(peer -> Integer.toString(peer.port()))
                                    .orElse("-"))));
        }
        return "%d nodes, %d of them switches\n".formatted(topology.nodes().size(), switches(topology)) + table;
    }

    private static long switches(Topology topology) {
        return topology.nodes().stream()
                .filter(node -> node.type() == NodeType.SWITCH)
                .count();
    }

    private static String name(TopologyNode node) {
        return node.description().isBlank() ? node.id() : node.description();
    }

    private static String name(Topology topology, TopologyPort.Peer peer) {
        return peer.description().isBlank()
                ? topology.node(peer.id()).map(SavedTopology::name).orElse(peer.id())
                : peer.description();
    }

    private static Optional<String> rate(TopologyPort port) {
        return port.width()
                .map(width -> width.toString().toLowerCase(Locale.ROOT)
                        + port.speed().map(LinkSpeed::toString).orElse(""));
    }

    static Map<String, Object> json(Topology topology) {
        return Map.of(
                "nodes", topology.nodes().stream().map(SavedTopology::node).toList());
    }

    private static Map<String, Object> node(TopologyNode node) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", node.id());
        map.put("type", node.type().toString());
        map.put("description", node.description());
        node.lid().ifPresent(lid -> map.put("lid", lid.value()));
        map.put("ports", node.ports().stream().map(SavedTopology::port).toList());
        return map;
    }

    private static Map<String, Object> port(TopologyPort port) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("port", port.number());
        rate(port).ifPresent(rate -> map.put("link", rate));
        port.peer().ifPresent(peer -> {
            map.put("peer", peer.id());
            map.put("peer_port", peer.port());
        });
        return map;
    }
}
