package dev.ibplay.gather;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds a fabric from one port by directed routes, breadth first: all questions of one distance travel in one batch. What
 * does not answer is left out; a port that should be there and is not is the plan's business.
 */
public final class FabricSweep {
    private final HostSession session;
    private final MadPort vantage;
    private final MadKey mKey;
    private final Map<NodeGuid, FabricNode> nodes = new LinkedHashMap<>();
    private final Map<PortRef, FabricPort> ports = new LinkedHashMap<>();
    private final Set<Link> links = new LinkedHashSet<>();

    private FabricSweep(HostSession session, MadPort vantage, MadKey mKey) {
        this.session = session;
        this.vantage = vantage;
        this.mKey = mKey;
    }

    /** A node that has answered for the first time, and the way there. */
    private record Arrival(List<Integer> route, NodeInfo info) {}

    /** The way to a port's neighbour. */
    private record Step(PortRef from, List<Integer> route) {}

    /** The fabric as seen from {@code vantage}. */
    public static Fabric run(HostSession session, MadPort vantage, MadKey mKey) throws TransportException {
        return new FabricSweep(session, vantage, mKey).sweep();
    }

    private Fabric sweep() throws TransportException {
        List<Step> frontier = List.of(new Step(new PortRef(new NodeGuid(-1), 0), List.of()));
        boolean first = true;
        while (!frontier.isEmpty()) {
            List<Arrival> arrivals = arrive(frontier, first);
            frontier = explore(arrivals);
            first = false;
        }
        return new Fabric(List.copyOf(nodes.values()), List.copyOf(ports.values()), List.copyOf(links));
    }

    /** Asks who is at the end of each route; notes links and gives the nodes that are new. */
    private List<Arrival> arrive(List<Step> frontier, boolean first) throws TransportException {
        List<Outcome> outcomes = ask(frontier.stream()
                .map(step -> query(step.route(), Attribute.NODE_INFO, 0))
                .toList());
        List<Arrival> arrivals = new ArrayList<>();
        Set<PortRef> seen = new HashSet<>();
        for (int i = 0; i < frontier.size(); i++) {
            Optional<NodeInfo> answer = data(outcomes.get(i)).flatMap(NodeInfo::decode);
            if (answer.isEmpty()) {
                continue;
            }
            NodeInfo info = answer.get();
            var entry = new PortRef(info.nodeGuid(), info.localPort());
            if (!first) {
                addLink(frontier.get(i).from(), entry);
            }
            // A switch is one node by whichever port it is entered; the ports of an adapter lie in separate fabrics'
            // ways.
            PortRef identity = info.type() == NodeType.SWITCH ? new PortRef(info.nodeGuid(), 0) : entry;
            if (!ports.containsKey(identity) && seen.add(identity)) {
                arrivals.add(new Arrival(frontier.get(i).route(), info));
            }
        }
        return arrivals;
    }

    private void addLink(PortRef one, PortRef other) {
        if (!links.contains(new Link(other, one))) {
            links.add(new Link(one, other));
        }
    }

    /** Reads the ports of new nodes and gives the ways that lead on from them. */
    private List<Step> explore(List<Arrival> arrivals) throws TransportException {
        List<Operation> questions = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            questions.add(query(arrival.route(), Attribute.NODE_DESCRIPTION, 0));
            portNumbers(arrival.info())
                    .forEach(port -> questions.add(query(arrival.route(), Attribute.PORT_INFO, port)));
        }
        List<Outcome> outcomes = ask(questions);
        List<Step> next = new ArrayList<>();
        int index = 0;
        for (Arrival arrival : arrivals) {
            addNode(arrival, outcomes.get(index++));
            for (int port : portNumbers(arrival.info())) {
                Optional<PortInfo> info = data(outcomes.get(index++)).map(PortInfo::decode);
                info.ifPresent(i -> addPort(arrival, port, i));
                if (info.isPresent() && leadsOn(arrival, port, info.get())) {
                    List<Integer> route = new ArrayList<>(arrival.route());
                    route.add(port);
                    next.add(new Step(new PortRef(arrival.info().nodeGuid(), port), route));
                }
            }
        }
        return next;
    }

    private static List<Integer> portNumbers(NodeInfo info) {
        return info.type() == NodeType.SWITCH
                ? IntStream.rangeClosed(0, info.ports()).boxed().toList()
                : List.of(info.localPort());
    }

    private void addNode(Arrival arrival, Outcome description) {
        String text = data(description)
                .map(d -> new String(d, StandardCharsets.UTF_8))
                .map(t -> t.indexOf('\0') < 0 ? t : t.substring(0, t.indexOf('\0')))
                .orElse("");
        NodeInfo info = arrival.info();
        nodes.putIfAbsent(
                info.nodeGuid(), new FabricNode(info.nodeGuid(), info.type(), text, info.ports(), info.pkeyCapacity()));
    }

    private void addPort(Arrival arrival, int number, PortInfo port) {
        NodeInfo info = arrival.info();
        var ref = new PortRef(info.nodeGuid(), number);
        boolean hasGuid = info.type() != NodeType.SWITCH || number == 0;
        ports.put(
                ref,
                new FabricPort(ref, hasGuid ? Optional.of(info.portGuid()) : Optional.empty(), port, arrival.route()));
    }

    /** Packets pass through switches, and leave the vantage port itself; adapters do not forward. */
    private static boolean leadsOn(Arrival arrival, int port, PortInfo info) {
        boolean start = arrival.route().isEmpty();
        boolean forwards = arrival.info().type() == NodeType.SWITCH && port > 0;
        return info.physicalState() == PortPhysicalState.LINK_UP
                && (start || forwards)
                && arrival.route().size() < SmpAddress.ByRoute.MAX_HOPS
                && (start || port != arrival.info().localPort());
    }

    private Operation query(List<Integer> route, Attribute attribute, int modifier) {
        return new SubnetQuery(
                vantage, new SmpAddress.ByRoute(route), attribute.id(), modifier, mKey, MadTiming.DEFAULT);
    }

    private List<Outcome> ask(List<Operation> questions) throws TransportException {
        return questions.isEmpty() ? List.of() : session.run(Batch.of(questions), limit(questions.size()));
    }

    /** Unanswered questions wait for their time-outs one after the other in the worst case. */
    static Duration limit(int questions) {
        MadTiming timing = MadTiming.DEFAULT;
        return timing.timeout()
                .multipliedBy((1L + timing.retries()) * questions)
                .plusSeconds(30);
    }

    static Optional<byte[]> data(Outcome outcome) {
        return outcome instanceof Outcome.AttributeRead read
                ? Optional.of(read.data().toArray())
                : Optional.empty();
    }
}
