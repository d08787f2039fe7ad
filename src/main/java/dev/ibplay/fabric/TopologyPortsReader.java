package dev.ibplay.fabric;

import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the lines of {@code ibnetdiscover -p}: type, LID, port, GUID, width and speed of each port, then the same of its
 * peer and both descriptions. The GUID is a switch's own, or an adapter port's: such a port stands for a node here.
 */
final class TopologyPortsReader {
    private static final String END = "(CA|SW|RT|\\?\\?)\\s+(\\d+)\\s+(\\d{1,9})\\s+0x([0-9a-fA-F]{1,16})";
    private static final Pattern PORT = Pattern.compile(
            END + "\\s+(\\d+x|\\?\\?)\\s+(\\S+)(?:\\s+-\\s+" + END + "\\s+\\(\\s+(.*)\\s+\\)|\\s+(.*))");
    private static final Pattern NAMES = Pattern.compile("'(.*)' - '(.*)'");

    /** A port by its node's id. */
    record PortName(String node, int port) {}

    private final Map<String, TopologyNode> nodes = new LinkedHashMap<>();
    private final Map<PortName, Integer> lines;

    /** Notes in {@code lines} where each port stands. */
    TopologyPortsReader(Map<PortName, Integer> lines) {
        this.lines = lines;
    }

    static boolean isPort(String line) {
        return line.matches("(CA|SW|RT|\\?\\?)\\s+\\d.*");
    }

    List<TopologyNode> nodes() {
        return List.copyOf(nodes.values());
    }

    /** Reads a line; the answer says why it cannot be. */
    Optional<String> read(int at, String line) {
        Matcher matcher = PORT.matcher(line.strip());
        if (!matcher.matches()) {
            return Optional.of("not the line of a port: " + line.strip());
        }
        Optional<String> both = Optional.ofNullable(matcher.group(11));
        Matcher names = NAMES.matcher(both.orElse(""));
        boolean hasNames = names.matches();
        String name = hasNames
                ? names.group(1)
                : Optional.ofNullable(matcher.group(12))
                        .map(TopologyPortsReader::unquoted)
                        .orElse("");
        Optional<TopologyPort.Peer> peer = both.map(ignored -> new TopologyPort.Peer(
                id(matcher.group(7), matcher.group(10)),
                Integer.parseInt(matcher.group(9)),
                matcher.group(7).equals("SW") ? Optional.empty() : PortGuid.parse("0x" + matcher.group(10)),
                TopologyReader.lid(matcher.group(8)),
                hasNames ? names.group(2) : ""));
        lines.putIfAbsent(new PortName(id(matcher.group(1), matcher.group(4)), Integer.parseInt(matcher.group(3))), at);
        return add(matcher, name, peer);
    }

    private Optional<String> add(Matcher matcher, String name, Optional<TopologyPort.Peer> peer) {
        boolean isSwitch = matcher.group(1).equals("SW");
        Optional<Lid> lid = TopologyReader.lid(matcher.group(2));
        String id = id(matcher.group(1), matcher.group(4));
        int number = Integer.parseInt(matcher.group(3));
        TopologyNode node = nodes.getOrDefault(
                id,
                new TopologyNode(
                        id,
                        type(matcher.group(1)),
                        Optional.empty(),
                        NodeGuid.parse("0x" + matcher.group(4)),
                        name,
                        DeviceId.UNKNOWN,
                        0,
                        isSwitch ? lid : Optional.empty(),
                        0,
                        Optional.empty(),
                        List.of()));
        if (number > PortRef.HIGHEST || node.port(number).isPresent()) {
            return Optional.of("port %d cannot be, or stands here for the second time".formatted(number));
        }
        nodes.put(
                id,
                node.with(new TopologyPort(
                        number,
                        isSwitch ? Optional.empty() : PortGuid.parse("0x" + matcher.group(4)),
                        isSwitch ? Optional.empty() : lid,
                        0,
                        peer,
                        LinkWidth.parse(matcher.group(5)),
                        LinkSpeed.parse(matcher.group(6)))));
        return Optional.empty();
    }

    /** The id that the form of blocks would have, but for adapters with the GUID of the port. */
    private static String id(String type, String guid) {
        String letter = switch (type) {
            case "SW" -> "S";
            case "CA" -> "H";
            case "RT" -> "R";
            default -> "?";
        };
        return "%s-%16s".formatted(letter, guid).replace(' ', '0');
    }

    private static NodeType type(String word) {
        return switch (word) {
            case "SW" -> NodeType.SWITCH;
            case "CA" -> NodeType.CA;
            case "RT" -> NodeType.ROUTER;
            default -> NodeType.UNKNOWN;
        };
    }

    /** Some versions print the name without quotes. */
    private static String unquoted(String text) {
        Matcher quoted = Pattern.compile("'(.*)'").matcher(text);
        return quoted.matches() ? quoted.group(1) : text.strip();
    }
}
