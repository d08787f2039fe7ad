package dev.ibplay.fabric;

import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a fabric of a topology file. */
final class TopologyFabric {
    private static final long FIRST_ADAPTER = 0x100000;
    private static final long FIRST_SWITCH = 0x200000;

    private final Topology topology;
    private final Assembly parts = new Assembly();
    private final Map<String, NodeGuid> guids = new HashMap<>();
    private long nextAdapter = FIRST_ADAPTER;
    private long nextSwitch = FIRST_SWITCH;

    TopologyFabric(Topology topology) {
        this.topology = topology;
    }

    Fabric build() {
        topology.nodes().forEach(node -> guids.put(node.id(), guid(node)));
        topology.nodes().forEach(this::add);
        topology.nodes().forEach(node -> node.ports().forEach(port -> connect(node, port)));
        parts.arrange(start());
        return new Fabric(parts.orderedNodes(), parts.orderedPorts(), parts.orderedLinks(), List.of(), true);
    }

    /** ibsim counts a GUID for a switch, and one for an adapter and each of its ports (sim_net.c: new_node). */
    private NodeGuid guid(TopologyNode node) {
        return node.guid().orElseGet(() -> {
            boolean isSwitch = node.type() == NodeType.SWITCH;
            long guid = isSwitch ? nextSwitch : nextAdapter;
            nextSwitch += isSwitch ? 1 : 0;
            nextAdapter += isSwitch ? 0 : node.portCount().orElse(1) + 1;
            return new NodeGuid(guid);
        });
    }

    private void add(TopologyNode node) {
        NodeGuid guid = guids.getOrDefault(node.id(), new NodeGuid(FIRST_ADAPTER));
        int highest = node.ports().stream().mapToInt(TopologyPort::number).max().orElse(0);
        parts.nodes.put(
                guid,
                new FabricNode(
                        guid,
                        node.type(),
                        description(node),
                        node.portCount().orElse(highest),
                        0,
                        node.systemGuid(),
                        node.device(),
                        Optional.empty()));
        if (node.type() == NodeType.SWITCH) {
            PortRef own = new PortRef(guid, 0);
            parts.guids.put(own, new PortGuid(guid.value()));
            parts.infos.put(own, info(0, node.lid(), node.lmc(), Optional.empty()));
        }
        for (TopologyPort port : node.ports()) {
            PortRef ref = new PortRef(guid, port.number());
            if (node.type() != NodeType.SWITCH) {
                parts.guids.put(ref, port.guid().orElseGet(() -> new PortGuid(guid.value() + port.number())));
            }
            parts.infos.put(ref, info(port.number(), port.lid(), port.lmc(), Optional.of(port)));
        }
    }

    /** ibsim lets a node describe itself by the word that the file has for it (sim_net.c: new_node). */
    private static String description(TopologyNode node) {
        boolean isWord = TopologyBlock.guidOf(node.id()).isEmpty();
        return node.description().isEmpty() && isWord ? node.id() : node.description();
    }

    private void connect(TopologyNode node, TopologyPort port) {
        PortRef here = new PortRef(guids.getOrDefault(node.id(), new NodeGuid(FIRST_ADAPTER)), port.number());
        port.peer().ifPresent(peer -> parts.connect(here, new PortRef(known(peer), peer.port())));
        port.peer().ifPresent(peer -> {
            PortRef there = new PortRef(known(peer), peer.port());
            // A node that is only named has at least the ports that cables go to.
            parts.nodes.computeIfPresent(there.node(), (guid, named) -> named.withPorts(peer.port()));
            peer.guid().ifPresent(guid -> parts.guids.putIfAbsent(there, guid));
            parts.infos.putIfAbsent(there, info(peer.port(), peer.lid(), 0, Optional.of(port)));
        });
    }

    /** The peer's node, which may be named by its neighbours only. */
    private NodeGuid known(TopologyPort.Peer peer) {
        return guids.computeIfAbsent(peer.id(), id -> {
            NodeType type = switch (id.isEmpty() ? '?' : id.charAt(0)) {
                case 'S' -> NodeType.SWITCH;
                case 'H' -> NodeType.CA;
                case 'R' -> NodeType.ROUTER;
                default -> NodeType.UNKNOWN;
            };
            NodeGuid guid = TopologyBlock.guidOf(id).orElseGet(() -> new NodeGuid(nextAdapter++));
            parts.nodes.putIfAbsent(
                    guid, new FabricNode(guid, type, peer.description(), 0, 0, 0, DeviceId.UNKNOWN, Optional.empty()));
            return guid;
        });
    }

    /** A cable is all that the file tells of a port's state. */
    private static PortInfo info(int number, Optional<Lid> lid, int lmc, Optional<TopologyPort> port) {
        return new PortInfo(
                lid.orElse(new Lid(0)),
                new Lid(0),
                lmc,
                0,
                0,
                0,
                number,
                PortState.UNKNOWN,
                port.flatMap(TopologyPort::peer).isPresent() ? PortPhysicalState.LINK_UP : PortPhysicalState.UNKNOWN,
                Optional.empty(),
                Optional.empty(),
                port.flatMap(TopologyPort::width).map(LinkWidths.UNKNOWN::using).orElse(LinkWidths.UNKNOWN),
                port.flatMap(TopologyPort::speed).map(LinkSpeeds.UNKNOWN::using).orElse(LinkSpeeds.UNKNOWN));
    }

    /** Where the discovery has begun, else the file's first node, as for ibsim. */
    private Optional<PortRef> start() {
        Optional<TopologyNode> node = topology.nodes().stream()
                .filter(candidate ->
                        topology.from().isPresent() && topology.from().equals(candidate.guid()))
                .findFirst()
                .or(() -> topology.nodes().stream().findFirst());
        return node.map(first -> new PortRef(
                guids.getOrDefault(first.id(), new NodeGuid(FIRST_ADAPTER)),
                first.type() == NodeType.SWITCH
                        ? 0
                        : first.ports().stream()
                                .mapToInt(TopologyPort::number)
                                .findFirst()
                                .orElse(1)));
    }
}
