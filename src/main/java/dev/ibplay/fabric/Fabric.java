package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** All nodes, ports and links that can be reached from one port, and what was asked in vain. */
public final class Fabric {
    private final List<FabricNode> nodes;
    private final List<FabricPort> ports;
    private final List<Link> links;
    private final List<Silent> silent;
    private final boolean complete;

    private final Map<NodeGuid, FabricNode> nodeByGuid = new HashMap<>();
    private final Map<PortRef, FabricPort> portByRef = new HashMap<>();
    private final Map<PortGuid, FabricPort> portByGuid = new HashMap<>();
    private final Map<NodeGuid, List<FabricPort>> portsByNode;
    private final Map<PortRef, PortRef> peers = new HashMap<>();
    private final List<FabricPort> activeAdapterPorts;

    /**
     * A fabric in the given order.
     *
     * @param complete whether all that was found was also asked
     */
    public Fabric(
            List<FabricNode> nodes, List<FabricPort> ports, List<Link> links, List<Silent> silent, boolean complete) {
        this.nodes = List.copyOf(nodes);
        this.ports = List.copyOf(ports);
        this.links = List.copyOf(links);
        this.silent = List.copyOf(silent);
        this.complete = complete;
        this.nodes.forEach(node -> nodeByGuid.putIfAbsent(node.guid(), node));
        for (FabricPort port : this.ports) {
            portByRef.putIfAbsent(port.ref(), port);
            port.guid().ifPresent(guid -> portByGuid.putIfAbsent(guid, port));
        }
        portsByNode = this.ports.stream()
                .collect(Collectors.groupingBy(port -> port.ref().node(), Collectors.toUnmodifiableList()));
        activeAdapterPorts = this.ports.stream()
                .filter(port -> port.info().state() == PortState.ACTIVE && typeOf(port) == NodeType.CA)
                .toList();
        for (Link link : this.links) {
            peers.putIfAbsent(link.one(), link.other());
            peers.putIfAbsent(link.other(), link.one());
        }
    }

    /** A fabric in which everything has answered. */
    public Fabric(List<FabricNode> nodes, List<FabricPort> ports, List<Link> links) {
        this(nodes, ports, links, List.of(), true);
    }

    public List<FabricNode> nodes() {
        return nodes;
    }

    public List<FabricPort> ports() {
        return ports;
    }

    public List<Link> links() {
        return links;
    }

    /** What was asked and not answered: nothing of it may be taken for absent. */
    public List<Silent> silent() {
        return silent;
    }

    /** Whether all that was found was also asked; false where the far end's limits have ended the search. */
    public boolean isComplete() {
        return complete;
    }

    public Optional<FabricNode> node(NodeGuid guid) {
        return Optional.ofNullable(nodeByGuid.get(guid));
    }

    public Optional<FabricPort> port(PortGuid guid) {
        return Optional.ofNullable(portByGuid.get(guid));
    }

    public Optional<FabricPort> port(PortRef ref) {
        return Optional.ofNullable(portByRef.get(ref));
    }

    /** A node's ports that have answered, in the order of {@link #ports}. */
    public List<FabricPort> portsOf(NodeGuid node) {
        return portsByNode.getOrDefault(node, List.of());
    }

    /** The port at the other end of a port's cable. */
    public Optional<PortRef> peer(PortRef port) {
        return Optional.ofNullable(peers.get(port));
    }

    /** Both ends of a link; nothing where one of them has not answered. */
    public Optional<LinkEnds> ends(Link link) {
        return port(link.one()).flatMap(one -> port(link.other()).map(other -> new LinkEnds(one, other)));
    }

    /** The links that are narrower or slower than both of their ends can do. */
    public List<LinkEnds> linksBelowCapability() {
        return links.stream()
                .flatMap(link -> ends(link).stream())
                .filter(LinkEnds::isBelowCapability)
                .toList();
    }

    public NodeType typeOf(FabricPort port) {
        return node(port.ref().node()).map(FabricNode::type).orElse(NodeType.UNKNOWN);
    }

    /** The ports of adapters that are up: those that join groups. */
    public List<FabricPort> activeAdapterPorts() {
        return activeAdapterPorts;
    }

    /** The port that the questions left by: the one at the end of no route. */
    public Optional<FabricPort> vantage() {
        return ports.stream()
                .filter(port -> port.route().isEmpty() && port.guid().isPresent())
                .findFirst();
    }

    /** What a person calls a port: the node's description and the port's number. */
    public String nameOf(FabricPort port) {
        String node = node(port.ref().node())
                .map(FabricNode::description)
                .filter(text -> !text.isBlank())
                .orElse(port.ref().node().toString());
        return "\"" + node + "\" port " + port.ref().number();
    }

    /** The same with the GUID behind it, for ports that have one. */
    public String nameWithGuid(FabricPort port) {
        return nameOf(port) + port.guid().map(guid -> " (" + guid + ")").orElse("");
    }

    /** The name of the port with this GUID, or the GUID alone where no such port was found. */
    public String nameOf(PortGuid guid) {
        return port(guid).map(this::nameWithGuid).orElse(guid.toString());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fabric fabric
                && nodes.equals(fabric.nodes)
                && ports.equals(fabric.ports)
                && links.equals(fabric.links)
                && silent.equals(fabric.silent)
                && complete == fabric.complete;
    }

    @Override
    public int hashCode() {
        return Objects.hash(nodes, ports, links, silent, complete);
    }

    @Override
    public String toString() {
        return "Fabric[nodes=%s, ports=%s, links=%s, silent=%s, complete=%s]"
                .formatted(nodes, ports, links, silent, complete);
    }
}
