package dev.ibplay.journal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.fabric.Silent;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads what {@link FabricWriter} writes. */
final class FabricReader {
    private static final ObjectReader READER =
            JsonMapper.builder().build().readerFor(new TypeReference<Map<String, Object>>() {});

    /** Of a port that is not the vantage: which way packets go there is not kept, only that there is one. */
    private static final List<Integer> SOME_ROUTE = List.of(0);

    private final List<NodeGuid> guids;

    private FabricReader(List<NodeGuid> guids) {
        this.guids = guids;
    }

    /** The fabric; nothing where the text is none. */
    static Optional<RecordedFabric> read(String seenFrom, String text) {
        try {
            Map<String, Object> values = READER.readValue(text);
            return values == null ? Optional.empty() : Optional.of(read(seenFrom, Fields.of(values)));
        } catch (JsonProcessingException
                | IllegalArgumentException
                | ClassCastException
                | IndexOutOfBoundsException e) {
            // Rows that are not as they are written: half a fabric would be shown as a whole one.
            return Optional.empty();
        }
    }

    private static RecordedFabric read(String seenFrom, Fields fields) {
        List<FabricNode> nodes = rows(fields, "nodes").stream()
                .map(row -> new FabricNode(
                        nodeGuid(row.get(0)),
                        word(NodeType.values(), row.get(1), NodeType.UNKNOWN),
                        text(row.get(2)),
                        number(row.get(3)),
                        0,
                        0,
                        DeviceId.UNKNOWN,
                        Optional.empty()))
                .toList();
        var reader = new FabricReader(nodes.stream().map(FabricNode::guid).toList());
        Map<PortGuid, Fact<SmInfo>> managers = new HashMap<>();
        rows(fields, "subnet_managers").forEach(row -> managers.put(portGuid(row.get(0)), manager(row)));
        return new RecordedFabric(
                seenFrom,
                new Fabric(
                        nodes,
                        rows(fields, "ports").stream().map(reader::port).toList(),
                        rows(fields, "links").stream()
                                .map(row -> new Link(reader.ref(row, 0), reader.ref(row, 2)))
                                .toList(),
                        rows(fields, "silent").stream().map(reader::silent).toList(),
                        fields.isTrue("complete").orElse(false)),
                managers);
    }

    private FabricPort port(List<?> row) {
        var info = new PortInfo(
                new Lid(number(row.get(3))),
                new Lid(0),
                0,
                0,
                0,
                0,
                0,
                word(PortState.values(), row.get(4), PortState.UNKNOWN),
                PortPhysicalState.UNKNOWN,
                Mtu.ofBytes(number(row.get(5))),
                Mtu.ofBytes(number(row.get(6))),
                new LinkWidths(
                        set(row.get(8)).stream()
                                .flatMap(word -> LinkWidth.parse(word).stream())
                                .collect(Collectors.toUnmodifiableSet()),
                        Set.of(),
                        LinkWidth.parse(text(row.get(7)))),
                new LinkSpeeds(
                        set(row.get(10)).stream()
                                .flatMap(word -> LinkSpeed.parse(word).stream())
                                .collect(Collectors.toUnmodifiableSet()),
                        Set.of(),
                        LinkSpeed.parse(text(row.get(9)))));
        return new FabricPort(
                ref(row, 0), PortGuid.parse(text(row.get(2))), info, number(row.get(11)) == 1 ? List.of() : SOME_ROUTE);
    }

    private Silent silent(List<?> row) {
        return new Silent(
                number(row.get(0)) < 0 ? Optional.empty() : Optional.of(ref(row, 0)),
                SOME_ROUTE,
                word(Attribute.values(), row.get(2), Attribute.NODE_INFO),
                0,
                text(row.get(3)));
    }

    private static Fact<SmInfo> manager(List<?> row) {
        return switch (row.size()) {
            case 1 -> Fact.absent();
            case 2 -> Fact.unreadable(text(row.get(1)));
            default ->
                Fact.known(new SmInfo(
                        portGuid(row.get(0)).value(),
                        ((Number) row.get(3)).longValue(),
                        number(row.get(2)),
                        word(SmState.values(), row.get(1), SmState.UNKNOWN)));
        };
    }

    private PortRef ref(List<?> row, int at) {
        return new PortRef(guids.get(number(row.get(at))), number(row.get(at + 1)));
    }

    private static List<List<?>> rows(Fields fields, String name) {
        return fields.list(name).stream().<List<?>>map(row -> (List<?>) row).toList();
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }

    private static String text(Object value) {
        return (String) value;
    }

    private static List<String> set(Object value) {
        return Fields.texts((List<?>) value);
    }

    private static NodeGuid nodeGuid(Object value) {
        return NodeGuid.parse(text(value)).orElseThrow(IllegalArgumentException::new);
    }

    private static PortGuid portGuid(Object value) {
        return PortGuid.parse(text(value)).orElseThrow(IllegalArgumentException::new);
    }

    private static <E extends Enum<E>> E word(E[] all, Object value, E otherwise) {
        return Arrays.stream(all)
                .filter(word -> word.name().equals(value))
                .findFirst()
                .orElse(otherwise);
    }
}
