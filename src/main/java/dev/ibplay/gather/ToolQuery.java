package dev.ibplay.gather;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.tools.ToolOutput;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.McMemberQuery;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A query as a call of a diagnostic tool.
 *
 * <p>The tools try three times, whatever {@link MadTiming#retries} says: they have no option for it. A key would stand
 * in the host's list of processes for everyone to read, so that there is no call for a query with one.
 *
 * @param reading what the tool's output means, or why it cannot be read
 */
record ToolQuery(RunCommand command, Function<ToolOutput, Fact<Outcome>> reading) {
    private static final int TRIES = 3;

    /** smpquery asks for the node's type before it asks for its P_Key table; saquery first asks where the SA is. */
    private static final int QUESTIONS = 2;

    private static final Duration START_AND_END = Duration.ofSeconds(5);

    /** With this smpquery and sminfo say the status of an answer that is an error. */
    private static final String SHOW_ERRORS = "-e";

    /** The call that answers an operation; nothing when it is no query, or one that no tool is known for. */
    static Optional<ToolQuery> of(Operation operation) {
        if (operation instanceof SubnetQuery query && query.mKey().isNone()) {
            return subnet(query);
        }
        return operation instanceof AdministrationQuery query && query.saKey().isNone()
                ? administration(query)
                : Optional.empty();
    }

    private static Optional<ToolQuery> subnet(SubnetQuery query) {
        int port = (int) query.attributeModifier() & 0xff;
        return Stream.of(Attribute.values())
                .filter(attribute -> attribute.id() == query.attributeId())
                .findFirst()
                .flatMap(attribute -> switch (attribute) {
                    case NODE_DESCRIPTION ->
                        Optional.of(smpquery(query, "nodedesc", List.of(), PrintedAttribute::nodeDescription));
                    case NODE_INFO -> Optional.of(smpquery(query, "nodeinfo", List.of(), PrintedAttribute::nodeInfo));
                    case PORT_INFO ->
                        Optional.of(smpquery(query, "portinfo", List.of(port), PrintedAttribute::portInfo));
                    case P_KEY_TABLE -> Optional.of(pKeys(query));
                    case SM_INFO -> Optional.of(smInfo(query));
                    case SWITCH_INFO ->
                        Optional.of(smpquery(query, "switchinfo", List.of(), PrintedAttribute::switchInfo));
                    case MLNX_EXT_PORT_INFO, PATH_RECORD, MC_MEMBER_RECORD -> Optional.empty();
                });
    }

    /** The modifier holds the port in its high half and the block in its low one (IBA vol. 1, 14.2.5.7). */
    private static ToolQuery pKeys(SubnetQuery query) {
        int port = (int) (query.attributeModifier() >> 16 & 0xff);
        int block = (int) (query.attributeModifier() & 0xffff);
        return smpquery(query, "pkeys", List.of(port), output -> PrintedAttribute.pKeyBlock(output, block));
    }

    private static ToolQuery smpquery(
            SubnetQuery query, String question, List<Integer> ports, Function<ToolOutput, Fact<Bytes>> data) {
        List<String> words = options("smpquery", query.from(), query.timing());
        words.add(SHOW_ERRORS);
        words.addAll(isRouted(query) ? List.of("-D", question) : List.of(question));
        words.add(address(query.to()));
        ports.forEach(port -> words.add(Integer.toString(port)));
        return new ToolQuery(command(words, query.timing()), output -> read(data.apply(output)));
    }

    /** Never with a second argument: that would set the subnet manager's state. */
    private static ToolQuery smInfo(SubnetQuery query) {
        List<String> words = options("sminfo", query.from(), query.timing());
        words.add(SHOW_ERRORS);
        words.addAll(isRouted(query) ? List.of("-D") : List.of());
        words.add(address(query.to()));
        return new ToolQuery(command(words, query.timing()), output -> read(PrintedAttribute.smInfo(output)));
    }

    private static boolean isRouted(SubnetQuery query) {
        return query.to() instanceof SmpAddress.ByRoute;
    }

    /** libibmad writes a route with a leading 0 for the local port. */
    private static String address(SmpAddress to) {
        return switch (to) {
            case SmpAddress.ByLid lid -> Integer.toString(lid.lid());
            case SmpAddress.ByRoute route ->
                Stream.concat(Stream.of(0), route.ports().stream())
                        .map(String::valueOf)
                        .collect(Collectors.joining(","));
        };
    }

    private static Optional<ToolQuery> administration(AdministrationQuery query) {
        ByteBuffer record = ByteBuffer.wrap(query.record().toArray());
        List<String> words = options("saquery", query.from(), query.timing());
        words.add("MCMR");
        if (query.attributeId() != Attribute.MC_MEMBER_RECORD.id()) {
            return Optional.empty();
        }
        if (query.componentMask() != McMemberQuery.all().componentMask()) {
            Gid mgid = new Gid(record.getLong(0), record.getLong(8));
            if (query.componentMask() != McMemberQuery.all().withMgid(mgid).componentMask()) {
                return Optional.empty();
            }
            words.addAll(List.of("--mgid", mgid.toString()));
        }
        return Optional.of(new ToolQuery(
                command(words, query.timing()),
                output -> PrintedAttribute.groups(output).map(Outcome.RecordsRead::new)));
    }

    private static List<String> options(String tool, MadPort from, MadTiming timing) {
        return new ArrayList<>(List.of(
                tool,
                "-C",
                from.adapter(),
                "-P",
                Integer.toString(from.port()),
                "-t",
                Long.toString(timing.timeout().toMillis())));
    }

    private static RunCommand command(List<String> words, MadTiming timing) {
        Duration limit = timing.timeout().multipliedBy((long) TRIES * QUESTIONS).plus(START_AND_END);
        return new RunCommand(words, Bytes.EMPTY, limit);
    }

    private static Fact<Outcome> read(Fact<Bytes> data) {
        return data.map(Outcome.AttributeRead::new);
    }

    /** What the query's outcome is, given the call's. */
    Outcome outcome(Outcome ofCommand) {
        String tool = command.arguments().getFirst();
        return switch (ofCommand) {
            case Outcome.CommandEnded ended ->
                switch (reading.apply(ToolOutput.of(ended))) {
                    case Fact.Known<Outcome> known -> known.value();
                    case Fact.Absent<Outcome> ignored -> new Outcome.NoAnswer();
                    case Fact.Unreadable<Outcome> unreadable ->
                        ToolEnd.of(ended).outcome(tool + ": " + unreadable.because());
                };
            case Outcome.OperationFailed failed ->
                new Outcome.OperationFailed(
                        failed.errno(), "%s (%s is part of infiniband-diags)".formatted(failed.message(), tool));
            default -> ofCommand;
        };
    }
}
