package dev.ibplay.fabric;

import dev.ibplay.fabric.TopologyPortsReader.PortName;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads what ibnetdiscover prints (blocks of nodes, also grouped by chassis or with full information; and the form of
 * {@code -p}, a line for each port), and ibsim's network files, which have the same syntax with less in it.
 */
public final class TopologyReader {
    private static final Pattern FROM = Pattern.compile("# Initiated from node ([0-9a-fA-F]{1,16}) .*");
    private static final Pattern ASSIGNMENT = Pattern.compile("([a-z]+)\\s*=\\s*(\\S+)(?:\\((\\w+)\\))?.*");
    private static final Pattern NODE =
            Pattern.compile("(Switch|Ca|Hca|Rt|\\?\\?\\?)\\s+(\\d{1,9})\\s+\"([^\"]*)\"\\s*(?:#(.*))?");
    private static final Pattern PORT = Pattern.compile("\\[(\\d{1,9})](?:\\[ext \\d+])?(?:\\(([0-9a-fA-F]+)\\))?\\s*"
            + "\"([^\"]*)\"(?:\\[(\\d+)])?(?:\\[ext \\d+])?\\s*(?:\\(([0-9a-fA-F]+)\\))?[^#]*(?:#(.*))?");
    /** After {@code #}: an adapter's own LID and LMC, the peer's description and LID, width and speed. */
    private static final Pattern PORT_COMMENT =
            Pattern.compile("\\s*(?:lid (\\d+) lmc (\\d+)\\s+)?\"?(.*?)\"?\\s+lid (\\d+)"
                    + "(?: (\\d+x|\\?\\?)(\\S+))?(?: s=\\d+ w=\\d+ v=\\d+)?(?: slot \\d+)?(?: \\(scp\\))?\\s*");

    private static final Pattern SWITCH_COMMENT = Pattern.compile(
            "\\s*\"?(.*?)\"?(?:\\s+(?:(enhanced|base) )?port 0)?(?:\\s+lid (\\d+))?(?:\\s+lmc (\\d+))?\\s*");
    private static final Pattern IGNORED = Pattern.compile(
            "(Chassis \\d+|Hostname:|Non-Chassis Nodes|include |do |@|pdebug).*|(module|width|speed|extspeed)\\s*=.*");

    private final List<TopologyNode> nodes = new ArrayList<>();
    private final List<Topology.Mistake> errors = new ArrayList<>();
    /** Where a node's port stands. */
    private final Map<PortName, Integer> lines = new HashMap<>();

    private final TopologyPortsReader ports = new TopologyPortsReader(lines);
    private Optional<NodeGuid> from = Optional.empty();
    private Optional<TopologyBlock> block = Optional.empty();
    private TopologyBlock next = new TopologyBlock();

    private TopologyReader() {}

    /** Reads a whole file; lines may end with CRLF. */
    public static Topology read(String text) {
        TopologyReader reader = new TopologyReader();
        List<String> lines = Arrays.asList(text.split("\r?\n", -1));
        for (int i = 0; i < lines.size(); i++) {
            reader.line(i + 1, lines.get(i).stripTrailing());
        }
        return reader.end();
    }

    private Topology end() {
        block.ifPresent(b -> nodes.add(b.node()));
        nodes.addAll(ports.nodes());
        Map<String, TopologyNode> byId =
                nodes.stream().collect(Collectors.toMap(TopologyNode::id, node -> node, (first, second) -> first));
        nodes.forEach(node -> node.ports().forEach(port -> checkPeer(node.id(), port, byId)));
        errors.sort(Comparator.comparingInt(Topology.Mistake::line));
        return new Topology(from, nodes, errors);
    }

    /** A cable has two ends, which must name each other where both are written down. */
    private void checkPeer(String id, TopologyPort port, Map<String, TopologyNode> byId) {
        port.peer()
                .ifPresent(peer -> Optional.ofNullable(byId.get(peer.id()))
                        .flatMap(node -> node.port(peer.port()))
                        .flatMap(TopologyPort::peer)
                        .filter(back -> !back.id().equals(id) || back.port() != port.number())
                        .ifPresent(back -> errors.add(new Topology.Mistake(
                                lines.getOrDefault(new PortName(id, port.number()), 0),
                                "\"%s\" port %d is at port %d of \"%s\", says its other end"
                                        .formatted(peer.id(), peer.port(), back.port(), back.id())))));
    }

    private void line(int number, String line) {
        if (line.isBlank() || line.startsWith("#")) {
            Matcher start = FROM.matcher(line);
            if (start.matches()) {
                from = NodeGuid.parse("0x" + start.group(1));
            }
        } else if (line.startsWith("[")) {
            port(number, line);
        } else if (NODE.matcher(line).matches()) {
            node(line);
        } else if (TopologyPortsReader.isPort(line)) {
            ports.read(number, line).ifPresent(reason -> errors.add(new Topology.Mistake(number, reason)));
        } else if (!IGNORED.matcher(line).matches() && !assignment(line)) {
            errors.add(new Topology.Mistake(number, "neither a node nor a port: " + line.strip()));
        }
    }

    /** What stands before a node's own line. */
    private boolean assignment(String line) {
        Matcher matcher = ASSIGNMENT.matcher(line);
        return matcher.matches() && next.assign(matcher.group(1), matcher.group(2));
    }

    private void node(String line) {
        block.ifPresent(b -> nodes.add(b.node()));
        Matcher matcher = NODE.matcher(line);
        if (!matcher.matches()) {
            return;
        }
        NodeType type = switch (matcher.group(1)) {
            case "Switch" -> NodeType.SWITCH;
            case "Ca", "Hca" -> NodeType.CA;
            case "Rt" -> NodeType.ROUTER;
            default -> NodeType.UNKNOWN;
        };
        next.begin(matcher.group(3), type, Integer.parseInt(matcher.group(2)));
        Matcher comment =
                SWITCH_COMMENT.matcher(Optional.ofNullable(matcher.group(4)).orElse(""));
        if (comment.matches()) {
            next.describe(
                    comment.group(1),
                    Optional.ofNullable(comment.group(2)).map("enhanced"::equals),
                    lid(comment.group(3)),
                    number(comment.group(4)).orElse(0));
        }
        block = Optional.of(next);
        next = new TopologyBlock();
    }

    private void port(int number, String line) {
        Matcher matcher = PORT.matcher(line);
        if (!matcher.matches()) {
            errors.add(new Topology.Mistake(number, "not a port's line: " + line.strip()));
        } else if (block.isEmpty()) {
            errors.add(new Topology.Mistake(number, "a port before any node"));
        } else {
            TopologyPort port = port(matcher);
            lines.putIfAbsent(new PortName(block.get().id(), port.number()), number);
            block.get().add(port).ifPresent(reason -> errors.add(new Topology.Mistake(number, reason)));
        }
    }

    private static TopologyPort port(Matcher matcher) {
        Matcher comment =
                PORT_COMMENT.matcher(Optional.ofNullable(matcher.group(6)).orElse(""));
        boolean hasComment = comment.matches();
        Optional<String> description = hasComment ? Optional.of(comment.group(3)) : Optional.empty();
        var peer = new TopologyPort.Peer(
                matcher.group(3),
                number(matcher.group(4)).orElse(1),
                guid(matcher.group(5)),
                hasComment ? lid(comment.group(4)) : Optional.empty(),
                description.orElse(""));
        return new TopologyPort(
                Integer.parseInt(matcher.group(1)),
                guid(matcher.group(2)),
                hasComment ? lid(comment.group(1)) : Optional.empty(),
                hasComment ? number(comment.group(2)).orElse(0) : 0,
                Optional.of(peer),
                hasComment ? Optional.ofNullable(comment.group(5)).flatMap(LinkWidth::parse) : Optional.empty(),
                hasComment ? Optional.ofNullable(comment.group(6)).flatMap(LinkSpeed::parse) : Optional.empty());
    }

    private static Optional<PortGuid> guid(@Nullable String digits) {
        return Optional.ofNullable(digits).flatMap(d -> PortGuid.parse("0x" + d));
    }

    private static Optional<Integer> number(@Nullable String digits) {
        return Optional.ofNullable(digits).filter(d -> d.length() < 10).map(Integer::valueOf);
    }

    static Optional<Lid> lid(@Nullable String digits) {
        return number(digits).filter(n -> n <= 0xffff).map(Lid::new);
    }
}
