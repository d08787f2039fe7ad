package dev.ibplay.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.fabric.Silent;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.SmInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A fabric as one JSON object of short rows, since a large fabric has thousands of ports; {@link FabricReader} reads it.
 * Nodes are named by their index in {@code nodes}.
 */
final class FabricWriter {
    static final int FORMAT = 1;
    private static final ObjectWriter WRITER = JsonMapper.builder().build().writer();

    private final Fabric fabric;
    private final UnaryOperator<String> hide;
    private final Map<NodeGuid, Integer> indices = new HashMap<>();

    private FabricWriter(Fabric fabric, UnaryOperator<String> hide) {
        this.fabric = fabric;
        this.hide = hide;
        fabric.nodes().forEach(node -> indices.putIfAbsent(node.guid(), indices.size()));
    }

    /** The text; {@code hide} is applied to what nodes call themselves. */
    static String write(RecordedFabric recorded, UnaryOperator<String> hide) {
        try {
            return WRITER.writeValueAsString(
                    new FabricWriter(recorded.fabric(), hide).document(recorded.subnetManagers()));
        } catch (JsonProcessingException impossible) {
            throw new IllegalArgumentException("not plain values: " + impossible.getOriginalMessage(), impossible);
        }
    }

    private Map<String, Object> document(Map<PortGuid, Fact<SmInfo>> managers) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("format", FORMAT);
        map.put("complete", fabric.isComplete());
        map.put("nodes", fabric.nodes().stream().map(this::node).toList());
        map.put(
                "ports",
                fabric.ports().stream()
                        .filter(port -> indices.containsKey(port.ref().node()))
                        .filter(port -> port.guid().isPresent()
                                || fabric.peer(port.ref()).isPresent())
                        .map(this::port)
                        .toList());
        map.put(
                "links",
                fabric.links().stream()
                        .filter(link -> indices.containsKey(link.one().node())
                                && indices.containsKey(link.other().node()))
                        .map(this::link)
                        .toList());
        map.put("silent", fabric.silent().stream().map(this::silent).toList());
        map.put(
                "subnet_managers",
                managers.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(e -> manager(e.getKey(), e.getValue()))
                        .toList());
        return map;
    }

    private List<Object> node(FabricNode node) {
        return List.of(node.guid().toString(), node.type().name(), hide.apply(node.description()), node.ports());
    }

    /** Node, number, GUID or empty text, LID, state, NeighborMTU and MtuCap in bytes, widths, speeds, 1 for the vantage. */
    private List<Object> port(FabricPort port) {
        PortInfo info = port.info();
        boolean isVantage = fabric.vantage().map(port::equals).orElse(false);
        return List.of(
                index(port.ref()),
                port.ref().number(),
                port.guid().map(PortGuid::toString).orElse(""),
                info.lid().value(),
                info.state().name(),
                bytes(info.neighborMtu()),
                bytes(info.mtuCap()),
                info.width().active().map(LinkWidth::toString).orElse(""),
                info.width().supported().stream()
                        .map(LinkWidth::toString)
                        .sorted()
                        .toList(),
                info.speed().active().map(LinkSpeed::name).orElse(""),
                info.speed().supported().stream().map(LinkSpeed::name).sorted().toList(),
                isVantage ? 1 : 0);
    }

    private static int bytes(Optional<Mtu> mtu) {
        return mtu.map(Mtu::bytes).orElse(0);
    }

    private List<Object> link(Link link) {
        return List.of(
                index(link.one()),
                link.one().number(),
                index(link.other()),
                link.other().number());
    }

    /** Node and number, both -1 where nobody knows the port. */
    private List<Object> silent(Silent silent) {
        Optional<PortRef> port = silent.port().filter(ref -> indices.containsKey(ref.node()));
        return List.of(
                port.map(this::index).orElse(-1),
                port.map(PortRef::number).orElse(-1),
                silent.attribute().name(),
                silent.because());
    }

    /** GUID, then state, priority and activity count, or why these are not known. */
    private static List<Object> manager(PortGuid guid, Fact<SmInfo> info) {
        return switch (info) {
            case Fact.Known<SmInfo> known ->
                List.of(
                        guid.toString(),
                        known.value().state().name(),
                        known.value().priority(),
                        known.value().activityCount());
            case Fact.Absent<SmInfo> ignored -> List.of(guid.toString());
            case Fact.Unreadable<SmInfo> unreadable -> List.of(guid.toString(), unreadable.because());
        };
    }

    private int index(PortRef ref) {
        return indices.getOrDefault(ref.node(), -1);
    }
}
