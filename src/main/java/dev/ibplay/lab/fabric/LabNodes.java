package dev.ibplay.lab.fabric;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The nodes and cables of a lab as after power-on, made from those of a fabric that was seen or written down. */
final class LabNodes {
    private final Map<NodeGuid, LabNode> nodes = new LinkedHashMap<>();
    private final Map<PortAbilities, PortAbilities> shared = new HashMap<>();

    LabNodes(Fabric shape) {
        shape.nodes().forEach(node -> nodes.put(node.guid(), node(shape, node)));
        shape.links().forEach(this::connect);
    }

    private LabNode node(Fabric shape, FabricNode told) {
        var node = new LabNode(told);
        int highest = shape.portsOf(told.guid()).stream()
                .mapToInt(port -> port.ref().number())
                .max()
                .orElse(0);
        List<LabPort> ports = new ArrayList<>();
        for (int number = told.isSwitch() ? 0 : 1; number <= Math.max(told.ports(), highest); number++) {
            ports.add(port(shape, node, number));
        }
        node.withPorts(ports);
        return node;
    }

    private LabPort port(Fabric shape, LabNode node, int number) {
        Optional<FabricPort> told = shape.port(new PortRef(node.guid(), number));
        boolean isEndPort = !node.isSwitch() || number == 0;
        PortAbilities abilities = told.map(port -> PortAbilities.of(port.info(), isEndPort))
                .orElseGet(() -> PortAbilities.usual(isEndPort));
        Optional<PortGuid> guid = isEndPort
                ? told.flatMap(FabricPort::guid)
                        .or(() -> Optional.of(new PortGuid(node.guid().value() + number)))
                : Optional.empty();
        return new LabPort(node, number, guid, shared.computeIfAbsent(abilities, same -> same));
    }

    private void connect(Link link) {
        Optional<LabPort> one = port(link.one());
        Optional<LabPort> other = port(link.other());
        if (one.isPresent() && other.isPresent()) {
            one.get().connect(other.get());
            one.get().setUp(true);
            other.get().setUp(true);
        }
    }

    Collection<LabNode> all() {
        return nodes.values();
    }

    Optional<LabPort> port(PortRef ref) {
        return Optional.ofNullable(nodes.get(ref.node()))
                .filter(node -> node.hasPort(ref.number()))
                .map(node -> node.port(ref.number()));
    }
}
