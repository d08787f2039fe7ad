package dev.ibplay.facts.tools;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code smpquery portinfo}, {@code nodeinfo} and {@code pkeys}. */
public final class SmpqueryParser {
    private static final Pattern HEADER_PORT = Pattern.compile(".* port (\\d{1,3})");
    private static final Set<String> PORT_FIELDS = Set.of("Lid", "SMLid", "LinkState", "NeighborMTU", "MtuCap");
    private static final Pattern PKEY_ROW = Pattern.compile("\\s*(\\d+):((?:\\s+0x[0-9a-fA-F]{1,4})+)\\s*");
    private static final Pattern PKEY_CAPACITY = Pattern.compile("(\\d{1,5}) pkeys capacity for this port");

    private SmpqueryParser() {}

    public static Fact<PortInfoText> portInfo(ToolOutput output) {
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        return portInfo(DottedFields.read(output.lines()))
                .map(Fact::known)
                .orElseGet(() -> Fact.unreadable("this is not the output of smpquery portinfo"));
    }

    /** Nothing where none of the fields is there that matter. */
    static Optional<PortInfoText> portInfo(DottedFields fields) {
        if (PORT_FIELDS.stream().noneMatch(fields.values()::containsKey)) {
            return Optional.empty();
        }
        return Optional.of(new PortInfoText(
                fields.header().flatMap(SmpqueryParser::port),
                fields.text("Lid").flatMap(NumberText::lid),
                fields.text("SMLid").flatMap(NumberText::lid),
                fields.number("CapMask"),
                fields.text("LinkState"),
                fields.text("PhysLinkState"),
                mtu(fields, "NeighborMTU"),
                mtu(fields, "MtuCap"),
                fields.text("LinkWidthActive"),
                speed(fields)));
    }

    /** Above QDR the speed is in a field of its own. */
    private static Optional<String> speed(DottedFields fields) {
        return fields.text("LinkSpeedExtActive")
                .filter(speed -> speed.endsWith("Gbps"))
                .or(() -> fields.text("LinkSpeedActive"));
    }

    private static Optional<Integer> port(String header) {
        Matcher matcher = HEADER_PORT.matcher(header);
        return matcher.matches() ? NumberText.parse(matcher.group(1), 255) : Optional.empty();
    }

    private static Optional<Mtu> mtu(DottedFields fields, String name) {
        return fields.text(name).flatMap(text -> NumberText.parse(text, 4096)).flatMap(Mtu::ofBytes);
    }

    /** What {@code smpquery nodedesc} prints. */
    public static Fact<String> nodeDescription(ToolOutput output) {
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        return DottedFields.read(output.lines())
                .text("Node Description")
                .map(Fact::known)
                .orElseGet(() -> Fact.unreadable("this is not the output of smpquery nodedesc"));
    }

    public static Fact<NodeInfoText> nodeInfo(ToolOutput output) {
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        DottedFields fields = DottedFields.read(output.lines());
        Optional<NodeInfoText> node = fields.text("NodeType")
                .flatMap(type -> fields.text("NumPorts")
                        .flatMap(text -> NumberText.parse(text, 255))
                        .flatMap(ports -> nodeInfo(fields, type, ports)));
        return node.map(Fact::known)
                .orElseGet(() -> Fact.unreadable("this is not the whole output of smpquery nodeinfo"));
    }

    private static Optional<NodeInfoText> nodeInfo(DottedFields fields, String type, int ports) {
        Optional<NodeGuid> node = fields.text("Guid").flatMap(NodeGuid::parse);
        Optional<PortGuid> port = fields.text("PortGuid").flatMap(PortGuid::parse);
        Optional<Integer> capacity = fields.text("PartCap").flatMap(text -> NumberText.parse(text, 0xffff));
        Optional<Integer> local = fields.text("LocalPort").flatMap(text -> NumberText.parse(text, 255));
        if (node.isEmpty() || port.isEmpty() || capacity.isEmpty() || local.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new NodeInfoText(type, ports, node.get(), port.get(), capacity.get(), local.get()));
    }

    /** A table that is not there to its end is unreadable: a missing entry would look like a missing membership. */
    public static Fact<PKeyTableText> pKeys(ToolOutput output) {
        Optional<String> failure = ToolFailure.because(output);
        if (failure.isPresent()) {
            return Fact.unreadable(failure.get());
        }
        List<PKey> keys = new ArrayList<>();
        int entries = 0;
        for (String line : output.lines()) {
            Matcher row = PKEY_ROW.matcher(line);
            Matcher capacity = PKEY_CAPACITY.matcher(line.strip());
            if (row.matches()) {
                if (!row.group(1).equals(Integer.toString(entries))) {
                    return Fact.unreadable("a row is missing in the P_Key table before " + line.strip());
                }
                String[] words = row.group(2).strip().split("\\s+", -1);
                entries += words.length;
                for (String word : words) {
                    // Entries whose low 15 bits are zero are not in use (IBA vol. 1, 10.9.2).
                    PKey.parse(word).ifPresent(keys::add);
                }
            } else if (capacity.matches()) {
                int size = Integer.parseInt(capacity.group(1));
                return entries >= size
                        ? Fact.known(new PKeyTableText(keys, size))
                        : Fact.unreadable("%d of %d entries of the P_Key table".formatted(entries, size));
            }
        }
        return Fact.unreadable("this is not the whole output of smpquery pkeys");
    }
}
