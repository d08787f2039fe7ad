package dev.ibplay.facts.windows;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.facts.tools.AdapterPortText;
import dev.ibplay.facts.tools.AdapterText;
import dev.ibplay.facts.tools.AdaptersText;
import dev.ibplay.facts.tools.IbstatParser;
import dev.ibplay.facts.tools.IbvDevinfoParser;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.facts.tools.VstatParser;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The ports by the tools of WinOF and of the OpenFabrics stack, none of which tells all: ibv_devinfo has MTUs and what kind of
 * link it is, its GIDs only when asked for all; ibstat has GUIDs and capabilities, vstat any of it, depending on its age.
 */
final class WindowsPorts {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A way to ask a tool. */
    enum Question {
        IBV_DEVINFO("ibv_devinfo", ""),
        /** With its GIDs. */
        IBV_DEVINFO_ALL("ibv_devinfo", "-v"),
        VSTAT("vstat", "-v"),
        IBSTAT("ibstat", "");

        private final String tool;
        private final String option;

        Question(String tool, String option) {
            this.tool = tool;
            this.option = option;
        }

        String tool() {
            return tool;
        }

        /** The question where the tool is. */
        Operation at(String path) {
            return option.isEmpty() ? RunCommand.of(LIMIT, path) : RunCommand.of(LIMIT, path, option);
        }

        Fact<AdaptersText> parse(Outcome outcome, Optional<Integer> codePage) {
            return switch (outcome) {
                case Outcome.CommandEnded ended ->
                    parse(new ToolOutput(
                            ConsoleText.decode(ended.stdout(), codePage),
                            ConsoleText.decode(ended.stderr(), codePage),
                            ended.end()));
                case Outcome.OperationFailed failed -> Fact.unreadable(failed.message());
                default -> Fact.unreadable("unexpected answer");
            };
        }

        private Fact<AdaptersText> parse(ToolOutput output) {
            return switch (this) {
                case IBV_DEVINFO, IBV_DEVINFO_ALL -> IbvDevinfoParser.parse(output);
                case VSTAT -> VstatParser.parse(output);
                case IBSTAT -> IbstatParser.parse(output);
            };
        }
    }

    /** One port as one tool tells it. */
    private record Told(Question by, AdapterText adapter, AdapterPortText port) {}

    private final Map<Question, Fact<AdaptersText>> answers;
    private final boolean asks;
    private final List<List<Told>> ports;

    /**
     * The ports.
     *
     * @param answers of the tools that are there
     * @param asks whether there are tools to ask the fabric with
     */
    WindowsPorts(Map<Question, Fact<AdaptersText>> answers, boolean asks) {
        this.asks = asks;
        this.answers = new LinkedHashMap<>(answers);
        Map<String, List<Told>> found = new LinkedHashMap<>();
        for (Question by : Question.values()) {
            Fact<AdaptersText> answer = answers.getOrDefault(by, Fact.absent());
            answer.ifKnown()
                    .map(AdaptersText::adapters)
                    .orElse(List.of())
                    .forEach(adapter -> adapter.ports()
                            .forEach(port -> found.computeIfAbsent(key(adapter, port), key -> new ArrayList<>())
                                    .add(new Told(by, adapter, port))));
        }
        ports = List.copyOf(found.values());
    }

    /** Tools name adapters in ways of their own; the GUID is the same. */
    private static String key(AdapterText adapter, AdapterPortText port) {
        return adapter.nodeGuid().map(NodeGuid::toString).orElse(adapter.name()) + "/" + port.number();
    }

    List<AdapterPort> ports() {
        return ports.stream().map(this::port).toList();
    }

    private static MadPort name(List<Told> told) {
        return new MadPort(
                told.getFirst().adapter().name(), told.getFirst().port().number());
    }

    private AdapterPort port(List<Told> told) {
        PortState state = told.getFirst().port().state();
        LinkLayer layer = told.stream()
                .map(one -> one.port().linkLayer())
                .filter(found -> found.kind() != LinkLayer.Kind.UNSAID)
                .findFirst()
                .orElse(LinkLayer.UNSAID);
        return new AdapterPort(
                name(told),
                of(told, one -> one.port().portGuid()),
                state == PortState.ACTIVE,
                layer.isManaged(),
                asks,
                new AdapterAttributes(
                        of(told, one -> one.adapter().firmware()),
                        of(told, one -> one.adapter().type()),
                        of(told, one -> one.adapter().board()),
                        of(told, one -> one.adapter().nodeGuid())),
                new PortAttributes(
                        layer,
                        Optional.of(state),
                        of(told, one -> one.port().physicalState()),
                        of(told, one -> one.port().rate()),
                        of(told, one -> one.port().lid()),
                        of(told, one -> one.port().smLid()),
                        of(told, one -> one.port().capMask())));
    }

    private static <T> Optional<T> of(List<Told> told, Function<Told, Optional<T>> part) {
        return told.stream().flatMap(one -> part.apply(one).stream()).findFirst();
    }

    /** What the tools say of the MTUs; a port of which no tool tells any is not among them. */
    Map<MadPort, PortMtu> mtus() {
        Map<MadPort, PortMtu> mtus = new LinkedHashMap<>();
        ports.forEach(told -> told.stream()
                .filter(one -> one.port().maxMtu().isPresent()
                        || one.port().activeMtu().isPresent())
                .findFirst()
                .ifPresent(by -> mtus.put(
                        name(told),
                        new PortMtu(
                                of(told, one -> one.port().maxMtu()),
                                of(told, one -> one.port().activeMtu()),
                                by.by().tool()))));
        return mtus;
    }

    /** Why there may be more ports, or more to tell of them. */
    List<String> doubts() {
        List<String> doubts = new ArrayList<>();
        answers.forEach((by, answer) -> {
            switch (answer) {
                case Fact.Known<AdaptersText> known ->
                    known.value()
                            .incomplete()
                            .ifPresent(why -> doubts.add("%s: there may be more ports: %s".formatted(by.tool(), why)));
                case Fact.Absent<AdaptersText> ignored -> {}
                case Fact.Unreadable<AdaptersText> unreadable -> doubts.add(by.tool() + ": " + unreadable.because());
            }
        });
        if (answers.isEmpty()) {
            doubts.add(
                    "ports cannot be told: neither ibv_devinfo nor vstat nor ibstat is in PATH or where WinOF has it");
        }
        return doubts.stream().distinct().toList();
    }
}
