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
import dev.ibplay.fabric.FabricBuilder;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Finds a fabric by single questions, breadth first: all questions of one distance travel in one batch. */
final class BatchSweep {
    private final HostSession session;
    private final MadPort vantage;
    private final MadKey mKey;
    private final FabricBuilder builder = new FabricBuilder();
    private final Set<PortRef> visited = new HashSet<>();

    BatchSweep(HostSession session, MadPort vantage, MadKey mKey) {
        this.session = session;
        this.vantage = vantage;
        this.mKey = mKey;
    }

    /** A node that has answered for the first time, and the way there. */
    private record Arrival(List<Integer> route, NodeInfo info) {}

    private record Question(List<Integer> route, Attribute attribute, int modifier) {}

    Fabric run() throws TransportException {
        List<List<Integer>> frontier = List.of(List.of());
        while (!frontier.isEmpty()) {
            frontier = explore(arrive(frontier));
        }
        return builder.build(true);
    }

    /** Asks who is at the end of each route, and gives the nodes that are new. */
    private List<Arrival> arrive(List<List<Integer>> frontier) throws TransportException {
        List<Question> questions = frontier.stream()
                .map(route -> new Question(route, Attribute.NODE_INFO, 0))
                .toList();
        List<Optional<byte[]>> answers = ask(questions);
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < frontier.size(); i++) {
            List<Integer> route = frontier.get(i);
            answers.get(i)
                    .flatMap(NodeInfo::decode)
                    .filter(info -> visited.add(place(info)))
                    .ifPresent(info -> arrivals.add(new Arrival(route, info)));
        }
        return arrivals;
    }

    /** A switch is one node by whichever port it is entered; the ports of an adapter lie in separate fabrics' ways. */
    private static PortRef place(NodeInfo info) {
        return new PortRef(info.nodeGuid(), info.type() == NodeType.SWITCH ? 0 : info.localPort());
    }

    /** Reads the ports of new nodes and gives the ways that lead on from them. */
    private List<List<Integer>> explore(List<Arrival> arrivals) throws TransportException {
        List<Question> questions = new ArrayList<>();
        List<Arrival> askedOf = new ArrayList<>();
        for (Arrival arrival : arrivals) {
            for (Question question : questions(arrival)) {
                questions.add(question);
                askedOf.add(arrival);
            }
        }
        List<Optional<byte[]>> answers = ask(questions);
        List<List<Integer>> next = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            int port = questions.get(i).modifier();
            Arrival arrival = askedOf.get(i);
            if (questions.get(i).attribute() == Attribute.PORT_INFO
                    && answers.get(i)
                            .map(PortInfo::decode)
                            .filter(info -> leadsOn(arrival, port, info))
                            .isPresent()) {
                List<Integer> route = new ArrayList<>(arrival.route());
                route.add(port);
                next.add(List.copyOf(route));
            }
        }
        return next;
    }

    private static List<Question> questions(Arrival arrival) {
        boolean isSwitch = arrival.info().type() == NodeType.SWITCH;
        List<Question> questions = new ArrayList<>();
        questions.add(new Question(arrival.route(), Attribute.NODE_DESCRIPTION, 0));
        if (isSwitch) {
            questions.add(new Question(arrival.route(), Attribute.SWITCH_INFO, 0));
        }
        IntStream ports = isSwitch
                ? IntStream.rangeClosed(0, arrival.info().ports())
                : IntStream.of(arrival.info().localPort());
        ports.forEach(port -> questions.add(new Question(arrival.route(), Attribute.PORT_INFO, port)));
        return questions;
    }

    /** Packets pass through switches, and leave the vantage port itself; adapters do not forward. */
    private static boolean leadsOn(Arrival arrival, int port, PortInfo info) {
        boolean start = arrival.route().isEmpty();
        boolean forwards = arrival.info().type() == NodeType.SWITCH && port > 0;
        return info.physicalState() == PortPhysicalState.LINK_UP
                && (start || forwards)
                && port > 0
                && arrival.route().size() < SmpAddress.ByRoute.MAX_HOPS
                && (start || port != arrival.info().localPort());
    }

    /** The answers' data, all of which the builder has seen. */
    private List<Optional<byte[]>> ask(List<Question> questions) throws TransportException {
        List<Operation> operations = questions.stream().map(this::query).toList();
        List<Outcome> outcomes = operations.isEmpty()
                ? List.of()
                : session.run(Batch.of(operations), MadTiming.DEFAULT.limit(operations.size()));
        List<Optional<byte[]>> answers = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Question question = questions.get(i);
            int attribute = question.attribute().id();
            Optional<byte[]> data = FabricSweep.data(outcomes.get(i))
                    .filter(bytes -> bytes.length >= question.attribute().bytes());
            if (data.isPresent()) {
                builder.answered(question.route(), attribute, question.modifier(), data.get());
            } else {
                builder.unanswered(
                        question.route(), attribute, question.modifier(), FabricQueries.describe(outcomes.get(i)));
            }
            answers.add(data);
        }
        return answers;
    }

    private Operation query(Question question) {
        return new SubnetQuery(
                vantage,
                new SmpAddress.ByRoute(question.route()),
                question.attribute().id(),
                question.modifier(),
                mKey,
                MadTiming.DEFAULT);
    }
}
