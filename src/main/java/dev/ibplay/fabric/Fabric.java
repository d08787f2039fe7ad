package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import java.util.List;
import java.util.Optional;

/** All nodes, ports and links that can be reached from one port. */
public record Fabric(List<FabricNode> nodes, List<FabricPort> ports, List<Link> links) {
    public Fabric {
        nodes = List.copyOf(nodes);
        ports = List.copyOf(ports);
        links = List.copyOf(links);
    }

    public Optional<FabricNode> node(NodeGuid guid) {
        return nodes.stream().filter(n -> n.guid().equals(guid)).findFirst();
    }

    public Optional<FabricPort> port(PortGuid guid) {
        return ports.stream().filter(p -> p.guid().equals(Optional.of(guid))).findFirst();
    }

    public NodeType typeOf(FabricPort port) {
        return node(port.ref().node()).map(FabricNode::type).orElse(NodeType.UNKNOWN);
    }

    /** The ports of adapters that are up: those that join groups. */
    public List<FabricPort> activeAdapterPorts() {
        return ports.stream()
                .filter(p -> p.info().state() == PortState.ACTIVE && typeOf(p) == NodeType.CA)
                .toList();
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
}
