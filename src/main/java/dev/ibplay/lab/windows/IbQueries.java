package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.opensm.Mgid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code sminfo}, {@code smpquery} and {@code saquery} of infiniband-diags, which ask the fabric through a port of the host. */
final class IbQueries {
    /** exit(-1). */
    private static final int FAILED = -1;

    private static final Map<SmState, String> STATES = Map.of(
            SmState.NOT_ACTIVE, "0 SMINFO_NOTACT",
            SmState.DISCOVERING, "1 SMINFO_DISCOVER",
            SmState.STANDBY, "2 SMINFO_STANDBY",
            SmState.MASTER, "3 SMINFO_MASTER");

    private final WindowsMachine host;

    IbQueries(WindowsMachine host) {
        this.host = host;
    }

    /** A question's way: the port that it leaves by, and whom it reaches. */
    private record Way(WindowsPort from, SmpAddress to) {
        Outcome ask(Attribute attribute, long modifier) {
            MadPort port = new MadPort(from.adapter().name(), from.number());
            return from.fabric()
                    .subnet(
                            from.ref(),
                            new SubnetQuery(port, to, attribute.id(), modifier, MadKey.NONE, MadTiming.DEFAULT));
        }

        /** As libibmad writes it. */
        String text() {
            return switch (to) {
                case SmpAddress.ByLid lid -> "Lid " + lid.lid();
                case SmpAddress.ByRoute route -> {
                    StringBuilder ports = new StringBuilder("DR path slid 65535; dlid 65535; 0");
                    route.ports().forEach(each -> ports.append(',').append(each));
                    yield ports.toString();
                }
            };
        }
    }

    /** The question was answered otherwise, or not at all; its lines say how. */
    private static final class Unanswered extends Exception {
        private static final long serialVersionUID = 1L;

        Unanswered(String message) {
            super(message);
        }
    }

    /** The port that the options name, else the first Active one. */
    private WindowsPort from(IbOptions options) throws Unanswered {
        return host.ports().stream()
                .filter(port -> options.adapter().isEmpty()
                        || options.adapter().equals(Optional.of(port.adapter().name())))
                .filter(port ->
                        options.port() == 0 ? port.view().state() == PortState.ACTIVE : port.number() == options.port())
                .findFirst()
                .orElseThrow(() -> new Unanswered("ibwarn: [4242] mad_rpc_open_port: can't open UMAD port (%s:%d)"
                        .formatted(options.adapter().orElse("(null)"), options.port())));
    }

    private static byte[] answered(Way way, Attribute attribute, long modifier) throws Unanswered {
        return switch (way.ask(attribute, modifier)) {
            case Outcome.AttributeRead read -> read.data().toArray();
            case Outcome.ErrorStatus status ->
                throw new Unanswered(
                        "ibwarn: [4242] mad_rpc: _do_madrpc failed with MAD completed with error status 0x%x; dport (%s)"
                                .formatted(status.status(), way.text()));
            default ->
                throw new Unanswered("ibwarn: [4242] mad_rpc: _do_madrpc failed; dport (%s)".formatted(way.text()));
        };
    }

    private int fail(Invocation call, Unanswered why, String tool, String what) throws IOException {
        host.console(call).complain(String.valueOf(why.getMessage()));
        host.console(call).say("%s: iberror: failed: %s".formatted(tool, what));
        return FAILED;
    }

    private int usage(Invocation call, String text) throws IOException {
        host.console(call).complain("Usage: " + text);
        return FAILED;
    }

    private int print(Invocation call, List<String> lines) throws IOException {
        host.console(call).say(lines.toArray(String[]::new));
        return 0;
    }

    /** Of the subnet manager that the port knows, or of that at an address. */
    int sminfo(Invocation call) throws IOException {
        IbOptions options = IbOptions.of(call.arguments());
        try {
            WindowsPort from = from(options);
            SmpAddress to = options.words().isEmpty()
                    ? new SmpAddress.ByLid(from.view().smLid().value())
                    : options.address(0)
                            .orElseThrow(() -> new Unanswered("sminfo: iberror: can't resolve destination"));
            SmInfo found = SmInfo.decode(answered(new Way(from, to), Attribute.SM_INFO, 0));
            int lid = to instanceof SmpAddress.ByLid by ? by.lid() : 0;
            return print(
                    call,
                    List.of("sminfo: sm lid %d sm guid 0x%x, activity count %d priority %d state %s"
                            .formatted(
                                    lid,
                                    found.guid(),
                                    found.activityCount(),
                                    found.priority(),
                                    STATES.getOrDefault(found.state(), "4 SMINFO_UNKNOWN"))));
        } catch (Unanswered why) {
            return fail(call, why, "sminfo", "query");
        }
    }

    /** {@code smpquery OPERATION ADDRESS [PORT]}: nodeinfo, nodedesc, portinfo, switchinfo, pkeys. */
    int smpquery(Invocation call) throws IOException {
        IbOptions options = IbOptions.of(call.arguments());
        String operation = options.words().isEmpty() ? "" : options.words().getFirst();
        Optional<SmpAddress> to = options.address(1);
        if (to.isEmpty()) {
            return usage(call, "smpquery [options] <op> <dest dr_path|lid|guid> [op params]");
        }
        try {
            Way way = new Way(from(options), to.get());
            return switch (operation) {
                case "nodeinfo" -> print(call, titled("# Node info: " + way.text(), way, Attribute.NODE_INFO, 0));
                case "switchinfo" -> print(call, titled("# Switch info: " + way.text(), way, Attribute.SWITCH_INFO, 0));
                case "portinfo" -> {
                    int port = options.number(2).orElse(0);
                    yield print(
                            call,
                            titled(
                                    "# Port info: %s port %d".formatted(way.text(), port),
                                    way,
                                    Attribute.PORT_INFO,
                                    port));
                }
                case "nodedesc" -> print(call, List.of("Node Description:" + ".".repeat(30) + description(way)));
                case "pkeys" ->
                    print(call, IbDump.keys(keys(way, options.number(2).orElse(0))));
                default -> usage(call, "smpquery: no operation " + operation);
            };
        } catch (Unanswered why) {
            return fail(call, why, "smpquery", "operation %s: query failed".formatted(operation));
        }
    }

    private static List<String> titled(String title, Way way, Attribute attribute, long modifier) throws Unanswered {
        List<String> lines = new ArrayList<>(List.of(title));
        lines.addAll(IbDump.lines(attribute, answered(way, attribute, modifier)));
        return lines;
    }

    private static String description(Way way) throws Unanswered {
        byte[] data = answered(way, Attribute.NODE_DESCRIPTION, 0);
        int end = 0;
        while (end < data.length && data[end] != 0) {
            end++;
        }
        return new String(data, 0, end, StandardCharsets.UTF_8);
    }

    /** As many as the node says that it has room for. */
    private static List<Integer> keys(Way way, int port) throws Unanswered {
        NodeInfo node = NodeInfo.decode(answered(way, Attribute.NODE_INFO, 0))
                .orElseThrow(() -> new Unanswered("ibwarn: [4242] node info query failed"));
        List<Integer> all = new ArrayList<>();
        while (all.size() < node.pkeyCapacity()) {
            int block = all.size() / PKeyTable.ENTRIES_PER_BLOCK;
            ByteBuffer data = ByteBuffer.wrap(answered(way, Attribute.P_KEY_TABLE, (long) port << 16 | block));
            for (int i = 0; i < PKeyTable.ENTRIES_PER_BLOCK && all.size() < node.pkeyCapacity(); i++) {
                all.add(data.getShort(2 * i) & 0xffff);
            }
        }
        return all;
    }

    /** {@code saquery MCMR [--mgid GID]}. */
    int saquery(Invocation call) throws IOException {
        IbOptions options = IbOptions.of(call.arguments());
        if (!options.words().equals(List.of("MCMR"))) {
            return usage(call, "saquery [options] [query-name] [<name> | <lid> | <guid>]");
        }
        McMemberQuery wanted = options.mgid()
                .flatMap(Mgid::parse)
                .map(mgid -> new Gid(mgid.prefix(), mgid.groupId()))
                .map(McMemberQuery.all()::withMgid)
                .orElse(McMemberQuery.all());
        try {
            WindowsPort from = from(options);
            Outcome answer = from.fabric()
                    .administration(
                            from.ref(),
                            new AdministrationQuery(
                                    new MadPort(from.adapter().name(), from.number()),
                                    Attribute.MC_MEMBER_RECORD.id(),
                                    wanted.componentMask(),
                                    Bytes.of(wanted.record()),
                                    MadKey.NONE,
                                    MadTiming.DEFAULT));
            if (!(answer instanceof Outcome.RecordsRead read)) {
                host.console(call)
                        .complain("ibwarn: [4242] sa_query: umad_recv: Query SA failed: Connection timed out");
                return FAILED;
            }
            List<String> lines = new ArrayList<>();
            read.records().forEach(record -> lines.addAll(group(record.toArray())));
            return print(call, lines);
        } catch (Unanswered why) {
            host.console(call).complain(String.valueOf(why.getMessage()));
            return FAILED;
        }
    }

    private static List<String> group(byte[] record) {
        List<String> lines = new ArrayList<>(List.of("MCMember Record dump:"));
        lines.add(field("MGID", gid(record, MadField.MCMEMBER_MGID_PREFIX, MadField.MCMEMBER_MGID_GUID)));
        lines.add(field("PortGid", gid(record, MadField.MCMEMBER_PORT_GID_PREFIX, MadField.MCMEMBER_PORT_GID_GUID)));
        lines.add(field("qkey", hex(MadField.MCMEMBER_Q_KEY.in(record))));
        lines.add(field("mlid", hex(MadField.MCMEMBER_MLID.in(record))));
        lines.add(field("mtu", hex(MadField.MCMEMBER_MTU_SELECTOR.in(record) << 6 | MadField.MCMEMBER_MTU.in(record))));
        lines.add(field("TClass", hex(MadField.MCMEMBER_TCLASS.in(record))));
        lines.add(field("pkey", hex(MadField.MCMEMBER_PKEY.in(record))));
        lines.add(field(
                "rate", hex(MadField.MCMEMBER_RATE_SELECTOR.in(record) << 6 | MadField.MCMEMBER_RATE.in(record))));
        lines.add(field(
                "pkt_life", hex(MadField.MCMEMBER_LIFE_SELECTOR.in(record) << 6 | MadField.MCMEMBER_LIFE.in(record))));
        for (MadField number : Arrays.asList(
                MadField.MCMEMBER_SL,
                MadField.MCMEMBER_FLOW_LABEL,
                MadField.MCMEMBER_HOP_LIMIT,
                MadField.MCMEMBER_SCOPE,
                MadField.MCMEMBER_JOIN_STATE,
                MadField.MCMEMBER_PROXY_JOIN)) {
            lines.add(field(number.printedName(), hex(number.in(record))));
        }
        return lines;
    }

    private static String gid(byte[] record, MadField high, MadField low) {
        return new Gid(high.in(record), low.in(record)).toString();
    }

    private static String hex(long number) {
        return "0x%x".formatted(number);
    }

    private static String field(String name, String value) {
        return "\t\t" + (name + ".".repeat(24)).substring(0, 24) + value;
    }
}
