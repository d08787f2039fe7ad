package dev.ibplay.fabric;

import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node's lines in a topology file, as far as they have been read. */
final class TopologyBlock {
    private static final Pattern NUMBER = Pattern.compile("0[xX]([0-9a-fA-F]{1,16})|([0-9]{1,18})");
    private static final Pattern ID = Pattern.compile("[SHR?]-([0-9a-fA-F]{16})");

    private String id = "";
    private NodeType type = NodeType.UNKNOWN;
    private int portCount;
    private String description = "";
    private Optional<Lid> lid = Optional.empty();
    private int lmc;
    private Optional<Boolean> enhancedPort0 = Optional.empty();
    private int vendor;
    private int device;
    private long systemGuid;
    private Optional<NodeGuid> guid = Optional.empty();
    private final List<TopologyPort> ports = new ArrayList<>();

    /** Whether this assignment is one of those that stand before a node. */
    boolean assign(String name, String text) {
        Matcher matcher = NUMBER.matcher(text.replaceFirst("\\(.*", ""));
        if (!matcher.matches()) {
            return false;
        }
        long value = matcher.group(1) != null
                ? Long.parseUnsignedLong(matcher.group(1), 16)
                : Long.parseLong(matcher.group(2));
        switch (name) {
            case "vendid" -> vendor = (int) value;
            case "devid" -> device = (int) value;
            case "sysimgguid" -> systemGuid = value;
            case "switchguid", "caguid", "rtguid", "hcaguids" ->
                guid = value == 0 ? Optional.empty() : Optional.of(new NodeGuid(value));
            default -> {
                return false;
            }
        }
        return true;
    }

    void begin(String nodeId, NodeType nodeType, int ports) {
        id = nodeId;
        type = nodeType;
        portCount = ports;
        guid = guid.or(() -> guidOf(nodeId));
    }

    String id() {
        return id;
    }

    void describe(String text, Optional<Boolean> enhanced, Optional<Lid> ownLid, int ownLmc) {
        description = text;
        enhancedPort0 = enhanced;
        lid = ownLid;
        lmc = ownLmc;
    }

    /** Adds a port; the answer says why it cannot be. */
    Optional<String> add(TopologyPort port) {
        if (port.number() < 1 || port.number() > portCount) {
            return Optional.of("port %d of a node with %d ports".formatted(port.number(), portCount));
        }
        if (ports.stream().anyMatch(other -> other.number() == port.number())) {
            return Optional.of("port %d for the second time".formatted(port.number()));
        }
        ports.add(port);
        return Optional.empty();
    }

    TopologyNode node() {
        return new TopologyNode(
                id,
                type,
                Optional.of(portCount),
                guid,
                description,
                new DeviceId(vendor, device, 0),
                systemGuid,
                lid,
                lmc,
                enhancedPort0,
                ports);
    }

    /** The GUID in an id as ibnetdiscover writes it. */
    static Optional<NodeGuid> guidOf(String id) {
        Matcher matcher = ID.matcher(id);
        return matcher.matches() ? NodeGuid.parse("0x" + matcher.group(1)) : Optional.empty();
    }
}
