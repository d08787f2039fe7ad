package dev.ibplay.fabric;

import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.NodeDescription;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.SwitchInfo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a fabric from what ports have answered to questions by directed routes, in whatever order and by whatever ways.
 * The result depends on nodes and cables only: nodes come breadth first from the vantage by port number, with their
 * shortest routes.
 */
public final class FabricBuilder {
    private static final Comparator<List<Integer>> SHORTEST_FIRST =
            Comparator.<List<Integer>>comparingInt(List::size).thenComparing(FabricBuilder::compare);

    private final NavigableMap<List<Integer>, NodeInfo> arrivals = new TreeMap<>(SHORTEST_FIRST);
    private final Map<List<Integer>, String> descriptions = new HashMap<>();
    private final Map<List<Integer>, SwitchInfo> switchInfos = new HashMap<>();
    private final Map<List<Integer>, Map<Integer, PortInfo>> portInfos = new HashMap<>();
    private final List<VendorSpeed> vendorSpeeds = new ArrayList<>();
    private final List<Question> unanswered = new ArrayList<>();

    private record Question(List<Integer> route, Attribute attribute, long modifier, String because) {
        /** The modifier of a P_Key table has the port in its high half and the block in its low one. */
        int port() {
            return switch (attribute) {
                case P_KEY_TABLE -> (int) (modifier >> 16 & 0xff);
                case PORT_INFO, MLNX_EXT_PORT_INFO -> (int) (modifier & 0xff);
                case NODE_DESCRIPTION, NODE_INFO, SWITCH_INFO, SM_INFO, PATH_RECORD, MC_MEMBER_RECORD -> 0;
            };
        }
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record VendorSpeed(List<Integer> route, int port, byte[] data) {}

    /**
     * Takes an answer. Attributes that a fabric does not consist of are ignored; one that is too short, or a NodeInfo
     * without a GUID, counts as no answer.
     *
     * @param route to the node that has answered
     * @param modifier the port's number for PortInfo; 0 is the port itself for adapters
     */
    public void answered(List<Integer> route, int attributeId, long modifier, byte[] data) {
        Attribute.ofId(attributeId).ifPresent(attribute -> {
            if (data.length < attribute.bytes()) {
                unanswered.add(new Question(route, attribute, modifier, "the answer is cut"));
            } else {
                keep(route, attribute, modifier, data);
            }
        });
    }

    private void keep(List<Integer> route, Attribute attribute, long modifier, byte[] data) {
        switch (attribute) {
            case NODE_INFO ->
                NodeInfo.decode(data)
                        .ifPresentOrElse(
                                info -> arrivals.putIfAbsent(route, info),
                                () -> unanswered.add(new Question(route, attribute, modifier, "it has no GUID")));
            case NODE_DESCRIPTION -> descriptions.putIfAbsent(route, NodeDescription.decode(data));
            case SWITCH_INFO -> switchInfos.putIfAbsent(route, SwitchInfo.decode(data));
            case PORT_INFO ->
                portInfos
                        .computeIfAbsent(route, r -> new HashMap<>())
                        .putIfAbsent((int) (modifier & 0xff), PortInfo.decode(data));
            case MLNX_EXT_PORT_INFO -> vendorSpeeds.add(new VendorSpeed(route, (int) (modifier & 0xff), data));
            case P_KEY_TABLE, SM_INFO, MC_MEMBER_RECORD, PATH_RECORD -> {}
        }
    }

    /** Takes note of a question without an answer; the reason is kept with it. */
    public void unanswered(List<Integer> route, int attributeId, long modifier, String because) {
        Attribute.ofId(attributeId)
                .ifPresent(attribute -> unanswered.add(new Question(route, attribute, modifier, because)));
    }

    /** The port by which a route enters its last node; nothing when no NodeInfo has come from there. */
    public Optional<PortRef> entry(List<Integer> route) {
        return Optional.ofNullable(arrivals.get(route)).map(info -> new PortRef(info.nodeGuid(), info.localPort()));
    }

    /**
     * The port that a question to a route's end is about.
     *
     * @param number 0 is a switch's own port, and the port that the route enters by on other nodes
     */
    public Optional<PortRef> port(List<Integer> route, int number) {
        return Optional.ofNullable(arrivals.get(route))
                .map(info -> new PortRef(
                        info.nodeGuid(), number == 0 && info.type() != NodeType.SWITCH ? info.localPort() : number));
    }

    /** The fabric of all answers; without nodes when the vantage has not answered. */
    public Fabric build(boolean complete) {
        Assembly parts = new Assembly();
        arrivals.forEach((route, info) -> {
            PortRef entry = new PortRef(info.nodeGuid(), info.localPort());
            exit(route).ifPresent(exit -> parts.connect(exit, entry));
            port(route, 0).ifPresent(port -> parts.guids.putIfAbsent(port, info.portGuid()));
            parts.found.putIfAbsent(info.nodeGuid(), route);
            portInfos
                    .getOrDefault(route, Map.of())
                    .forEach(
                            (number, port) -> port(route, number).ifPresent(ref -> parts.infos.putIfAbsent(ref, port)));
        });
        vendorSpeeds.forEach(speed -> port(speed.route(), speed.port())
                .ifPresent(ref -> parts.infos.computeIfPresent(ref, (r, info) -> info.with(speed.data()))));
        addNodes(parts.nodes);
        parts.arrange(entry(List.of()));
        return new Fabric(parts.orderedNodes(), parts.orderedPorts(), parts.orderedLinks(), silent(parts), complete);
    }

    /** The port by which a route goes to its last node. */
    private Optional<PortRef> exit(List<Integer> route) {
        return route.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(arrivals.get(route.subList(0, route.size() - 1)))
                        .map(info -> new PortRef(info.nodeGuid(), route.getLast()));
    }

    private void addNodes(Map<NodeGuid, FabricNode> nodes) {
        Map<NodeGuid, String> texts = new HashMap<>();
        Map<NodeGuid, SwitchInfo> tables = new HashMap<>();
        arrivals.forEach((route, info) -> {
            Optional.ofNullable(descriptions.get(route)).ifPresent(text -> texts.putIfAbsent(info.nodeGuid(), text));
            Optional.ofNullable(switchInfos.get(route)).ifPresent(table -> tables.putIfAbsent(info.nodeGuid(), table));
        });
        arrivals.values()
                .forEach(info -> nodes.computeIfAbsent(
                        info.nodeGuid(),
                        guid -> FabricNode.of(
                                info, texts.getOrDefault(guid, ""), Optional.ofNullable(tables.get(guid)))));
    }

    /** What was answered after all, by another way or another try, is not silent. */
    private List<Silent> silent(Assembly parts) {
        List<Silent> silent = new ArrayList<>();
        for (Question question : unanswered) {
            boolean isNode = question.attribute() == Attribute.NODE_INFO;
            Optional<PortRef> port = isNode ? exit(question.route()) : port(question.route(), question.port());
            boolean isKnown = port.map(isNode ? parts.peers::containsKey : parts.infos::containsKey)
                    .orElse(false);
            if (!isKnown || (!isNode && question.attribute() != Attribute.PORT_INFO)) {
                Optional<List<Integer>> route = isNode
                        ? port.flatMap(
                                exit -> parts.route(new PortRef(exit.node(), 0)).map(way -> longer(way, exit.number())))
                        : port.flatMap(parts::route);
                silent.add(new Silent(
                        port,
                        route.orElse(question.route()),
                        question.attribute(),
                        question.modifier(),
                        question.because()));
            }
        }
        silent.sort(Comparator.comparing(Silent::route, SHORTEST_FIRST)
                .thenComparing(Silent::attribute)
                .thenComparingLong(Silent::modifier));
        return silent.stream().distinct().toList();
    }

    private static List<Integer> longer(List<Integer> route, int exit) {
        List<Integer> longer = new ArrayList<>(route);
        longer.add(exit);
        return longer;
    }

    private static int compare(List<Integer> one, List<Integer> other) {
        for (int i = 0; i < one.size(); i++) {
            int order = Integer.compare(one.get(i), other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
