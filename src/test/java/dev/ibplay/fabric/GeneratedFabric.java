package dev.ibplay.fabric;

import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.NodeGuid;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A fabric of a known shape, which answers as its ports would. Ports without a cable are down. Questions leave by port 1 of
 * the first adapter.
 */
public final class GeneratedFabric {
    private static final long SWITCHES = 0x0002_c902_0000_0000L;
    private static final long ADAPTERS = 0x0002_c903_0000_0000L;

    private record Node(NodeGuid guid, boolean isSwitch, int ports, String name) {}

    /** One answer. */
    public interface Sink {
        void answer(List<Integer> route, Attribute attribute, int modifier, byte[] data);
    }

    private final Map<NodeGuid, Node> nodes = new LinkedHashMap<>();
    private final Map<PortRef, PortRef> cables = new HashMap<>();
    private final Map<PortRef, Consumer<byte[]>> settings = new HashMap<>();
    private Consumer<byte[]> everywhere = GeneratedFabric::edr;
    private int switches;
    private int adapters;

    /** Two adapters and the cable between them. */
    public static GeneratedFabric backToBack() {
        GeneratedFabric fabric = new GeneratedFabric();
        fabric.cable(fabric.adapter("node1 mlx5_0", 1), 1, fabric.adapter("node2 mlx5_0", 1), 1);
        return fabric;
    }

    /** Leaves with adapters below, each leaf with one cable to each spine. */
    public static GeneratedFabric leavesAndSpines(int leaves, int spines, int adaptersPerLeaf) {
        GeneratedFabric fabric = new GeneratedFabric();
        List<NodeGuid> tops = fabric.switches("spine", spines, Math.max(36, leaves));
        for (NodeGuid leaf : fabric.switches("leaf", leaves, Math.max(36, spines + adaptersPerLeaf + 1))) {
            for (int i = 1; i <= adaptersPerLeaf; i++) {
                fabric.cable(fabric.adapter(1), 1, leaf, i);
            }
            for (int i = 0; i < spines; i++) {
                fabric.cable(leaf, adaptersPerLeaf + 1 + i, tops.get(i), fabric.freePort(tops.get(i)));
            }
        }
        return fabric;
    }

    /** A fat tree of three levels of switches with {@code k} ports each: k*k*k/4 adapters, 5*k*k/4 switches. */
    public static GeneratedFabric fatTree(int k) {
        GeneratedFabric fabric = new GeneratedFabric();
        int half = k / 2;
        List<NodeGuid> cores = fabric.switches("core", half * half, k);
        for (int pod = 0; pod < k; pod++) {
            List<NodeGuid> upper = fabric.switches("pod" + pod + "-up", half, k);
            for (NodeGuid lower : fabric.switches("pod" + pod + "-edge", half, k)) {
                for (int i = 1; i <= half; i++) {
                    fabric.cable(fabric.adapter(1), 1, lower, i);
                    fabric.cable(lower, half + i, upper.get(i - 1), fabric.freePort(upper.get(i - 1)));
                }
            }
            for (int i = 0; i < half; i++) {
                for (int j = 0; j < half; j++) {
                    fabric.cable(upper.get(i), half + 1 + j, cores.get(i * half + j), pod + 1);
                }
            }
        }
        return fabric;
    }

    /** Switches in a ring, with adapters at each. */
    public static GeneratedFabric ring(int switches, int adaptersPerSwitch) {
        GeneratedFabric fabric = new GeneratedFabric();
        List<NodeGuid> ring = fabric.switches("ring", switches, adaptersPerSwitch + 4);
        for (int i = 0; i < switches; i++) {
            for (int j = 0; j < adaptersPerSwitch; j++) {
                fabric.cable(fabric.adapter(2), 1, ring.get(i), 3 + j);
            }
            fabric.cable(ring.get(i), 1, ring.get((i + 1) % switches), 2);
        }
        return fabric;
    }

    /** Two such fabrics without a cable between them: from the first one only that can be seen. */
    public static GeneratedFabric islands(int adaptersPerIsland) {
        GeneratedFabric fabric = new GeneratedFabric();
        for (NodeGuid island : fabric.switches("island", 2, adaptersPerIsland + 2)) {
            for (int i = 1; i <= adaptersPerIsland; i++) {
                fabric.cable(fabric.adapter(1), 1, island, i);
            }
        }
        return fabric;
    }

    public GeneratedFabric cable(NodeGuid one, int onePort, NodeGuid other, int otherPort) {
        cables.put(new PortRef(one, onePort), new PortRef(other, otherPort));
        cables.put(new PortRef(other, otherPort), new PortRef(one, onePort));
        return this;
    }

    /** Sets fields of PortInfo at one port, after those that all ports have. */
    public GeneratedFabric at(NodeGuid node, int port, Consumer<byte[]> portInfo) {
        settings.merge(new PortRef(node, port), portInfo, Consumer::andThen);
        return this;
    }

    /** Sets fields of PortInfo at both ends of the cable at one port. */
    public GeneratedFabric atBothEnds(NodeGuid node, int port, Consumer<byte[]> portInfo) {
        PortRef peer = Optional.ofNullable(cables.get(new PortRef(node, port))).orElseThrow();
        return at(node, port, portInfo).at(peer.node(), peer.number(), portInfo);
    }

    /** Sets fields of PortInfo at all ports. */
    public GeneratedFabric everywhere(Consumer<byte[]> portInfo) {
        everywhere = portInfo;
        return this;
    }

    public NodeGuid adapter(String name, int ports) {
        return add(new Node(new NodeGuid(ADAPTERS + 16L * ++adapters), false, ports, name));
    }

    private NodeGuid adapter(int ports) {
        return adapter("node%04d mlx5_0".formatted(adapters + 1), ports);
    }

    public NodeGuid switchNode(String name, int ports) {
        return add(new Node(new NodeGuid(SWITCHES + 16L * ++switches), true, ports, name));
    }

    private List<NodeGuid> switches(String name, int count, int ports) {
        List<NodeGuid> made = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            made.add(switchNode("%s-%02d".formatted(name, i), ports));
        }
        return made;
    }

    private NodeGuid add(Node node) {
        nodes.put(node.guid(), node);
        return node.guid();
    }

    public int freePort(NodeGuid node) {
        int port = 1;
        while (cables.containsKey(new PortRef(node, port))) {
            port++;
        }
        return port;
    }

    public NodeGuid firstAdapter() {
        return new NodeGuid(ADAPTERS + 16);
    }

    public NodeGuid firstSwitch() {
        return new NodeGuid(SWITCHES + 16);
    }

    /** The fabric as seen from the first adapter. */
    public Fabric fabric() {
        FabricBuilder builder = new FabricBuilder();
        answers((route, attribute, modifier, data) -> builder.answered(route, attribute.id(), modifier, data));
        return builder.build(true);
    }

    /** All nodes and cables in the form that ibsim reads, those that cannot be seen included. */
    public String text() {
        StringBuilder text = new StringBuilder();
        nodes.values().forEach(node -> {
            String id = "%s-%016x"
                    .formatted(node.isSwitch() ? "S" : "H", node.guid().value());
            text.append("%sguid=0x%x\n%s %d \"%s\" # \"%s\"\n"
                    .formatted(
                            node.isSwitch() ? "switch" : "ca",
                            node.guid().value(),
                            node.isSwitch() ? "Switch" : "Ca",
                            node.ports(),
                            id,
                            node.name()));
            for (int port = 1; port <= node.ports(); port++) {
                PortRef peer = cables.get(new PortRef(node.guid(), port));
                if (peer != null) {
                    boolean toSwitch = Optional.ofNullable(nodes.get(peer.node()))
                            .orElseThrow()
                            .isSwitch();
                    text.append("[%d] \"%s-%016x\"[%d]\n"
                            .formatted(port, toSwitch ? "S" : "H", peer.node().value(), peer.number()));
                }
            }
            text.append('\n');
        });
        return text.toString();
    }

    /** Every answer of a discovery, breadth first. */
    public void answers(Sink sink) {
        Set<NodeGuid> visited = new HashSet<>();
        Queue<Map.Entry<List<Integer>, PortRef>> queue = new ArrayDeque<>();
        queue.add(Map.entry(List.of(), new PortRef(firstAdapter(), 1)));
        while (!queue.isEmpty()) {
            List<Integer> route = queue.peek().getKey();
            PortRef entry = queue.remove().getValue();
            Node node = Optional.ofNullable(nodes.get(entry.node())).orElseThrow();
            sink.answer(route, Attribute.NODE_INFO, 0, nodeInfo(node, entry.number()));
            if (!visited.add(node.guid())) {
                continue;
            }
            describe(node, route, sink);
            for (int port = node.isSwitch() ? 0 : entry.number();
                    port <= (node.isSwitch() ? node.ports() : entry.number());
                    port++) {
                PortRef ref = new PortRef(node.guid(), port);
                sink.answer(route, Attribute.PORT_INFO, port, portInfo(node, ref));
                PortRef peer = cables.get(ref);
                if (peer != null && (node.isSwitch() || route.isEmpty())) {
                    List<Integer> next = new ArrayList<>(route);
                    next.add(port);
                    queue.add(Map.entry(List.copyOf(next), peer));
                }
            }
        }
    }

    private static void describe(Node node, List<Integer> route, Sink sink) {
        byte[] text = new byte[64];
        byte[] name = node.name().getBytes(StandardCharsets.UTF_8);
        System.arraycopy(name, 0, text, 0, Math.min(name.length, text.length));
        sink.answer(route, Attribute.NODE_DESCRIPTION, 0, text);
        if (node.isSwitch()) {
            byte[] table = new byte[64];
            MadField.SWITCH_LINEAR_FDB_CAP.put(table, 0xc000);
            sink.answer(route, Attribute.SWITCH_INFO, 0, table);
        }
    }

    private static byte[] nodeInfo(Node node, int entry) {
        byte[] data = new byte[64];
        long guid = node.guid().value();
        MadField.NODE_TYPE.put(data, node.isSwitch() ? 2 : 1);
        MadField.NODE_NUM_PORTS.put(data, node.ports());
        MadField.NODE_SYSTEM_GUID.put(data, guid);
        MadField.NODE_GUID.put(data, guid);
        MadField.NODE_PORT_GUID.put(data, node.isSwitch() ? guid : guid + entry);
        MadField.NODE_PARTITION_CAP.put(data, node.isSwitch() ? 8 : 128);
        MadField.NODE_VENDOR_ID.put(data, 0x2c9);
        MadField.NODE_DEVICE_ID.put(data, node.isSwitch() ? 0xd2f0 : 0x1017);
        MadField.NODE_LOCAL_PORT.put(data, entry);
        return data;
    }

    private byte[] portInfo(Node node, PortRef port) {
        byte[] data = new byte[64];
        boolean up = cables.containsKey(port) || port.number() == 0;
        boolean hasLid = !node.isSwitch() || port.number() == 0;
        MadField.PORT_LOCAL_PORT.put(data, port.number());
        MadField.PORT_LID.put(data, hasLid ? lid(node) : 0);
        MadField.PORT_SM_LID.put(data, hasLid ? 1 : 0);
        MadField.PORT_STATE.put(data, up ? 4 : 1);
        MadField.PORT_PHYSICAL_STATE.put(data, up ? 5 : 2);
        everywhere.accept(data);
        Optional.ofNullable(settings.get(port)).ifPresent(set -> set.accept(data));
        return data;
    }

    private int lid(Node node) {
        return (int) (node.guid().value() & 0xffff) / 16 + (node.isSwitch() ? 0x2000 : 0);
    }

    /** 4X EDR and an MTU of 4096 in use, 1X and the older speeds possible. */
    private static void edr(byte[] data) {
        MadField.PORT_WIDTH_SUPPORTED.put(data, 3);
        MadField.PORT_WIDTH_ENABLED.put(data, 3);
        MadField.PORT_WIDTH_ACTIVE.put(data, 2);
        MadField.PORT_SPEED_SUPPORTED.put(data, 7);
        MadField.PORT_SPEED_ENABLED.put(data, 7);
        MadField.PORT_SPEED_ACTIVE.put(data, 4);
        MadField.PORT_SPEED_EXT_SUPPORTED.put(data, 3);
        MadField.PORT_SPEED_EXT_ENABLED.put(data, 3);
        MadField.PORT_SPEED_EXT_ACTIVE.put(data, 2);
        MadField.PORT_MTU_CAP.put(data, 5);
        MadField.PORT_NEIGHBOR_MTU.put(data, 5);
    }
}
