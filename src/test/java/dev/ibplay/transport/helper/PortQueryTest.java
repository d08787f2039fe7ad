package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.exec.SmpAddress.ByLid;
import dev.ibplay.exec.SmpAddress.ByRoute;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Port queries by the helper to a real OpenSM on a simulated fabric, compared with what the field's own tools print. */
class PortQueryTest {
    private static final MadPort PORT = new MadPort("ibsim0", 1);
    private static final MadTiming TIMING = new MadTiming(Duration.ofMillis(500), 1);
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static Optional<SimulatedFabric> fabric = Optional.empty();
    private static Optional<HostSession> session = Optional.empty();

    @BeforeAll
    static void start() throws Exception {
        SimulatedFabric.requireTools();
        Path program = NativePrograms.require("dynamic");
        SimulatedFabric simulated = SimulatedFabric.start(folder, """
                Default=0x7fff, ipoib, mtu=3, rate=3: ALL=full;
                storage=0x0005, ipoib, mtu=4, rate=12, defmember=full: ALL;
                """);
        fabric = Optional.of(simulated);
        Path home = Files.createDirectory(folder.resolve("h3"));
        ProcessConnection host = ProcessConnection.plain()
                .withEnvironment(simulated.environment("H3"))
                .in(home);
        session = Optional.of(NativePrograms.open(host, program));
        awaitMaster();
    }

    @AfterAll
    static void stop() {
        session.ifPresent(HostSession::close);
        fabric.ifPresent(SimulatedFabric::close);
    }

    private static List<Outcome> ask(List<Operation> operations) throws TransportException {
        return session.orElseThrow().run(Batch.of(operations), NativePrograms.LIMIT);
    }

    private static Operation query(SmpAddress to, Attribute attribute, long modifier) {
        return new Operation.SubnetQuery(PORT, to, attribute.id(), modifier, MadKey.NONE, TIMING);
    }

    private static byte[] read(SmpAddress to, Attribute attribute, long modifier) throws TransportException {
        return data(ask(List.of(query(to, attribute, modifier))).getFirst());
    }

    private static byte[] data(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.AttributeRead.class);
        return ((Outcome.AttributeRead) outcome).data().toArray();
    }

    private static List<McMemberRecord> groups(McMemberQuery query) throws TransportException {
        Outcome outcome = ask(List.of(new Operation.AdministrationQuery(
                        PORT,
                        Attribute.MC_MEMBER_RECORD.id(),
                        query.componentMask(),
                        Bytes.of(query.record()),
                        MadKey.NONE,
                        TIMING)))
                .getFirst();
        assertThat(outcome).isInstanceOf(Outcome.RecordsRead.class);
        return ((Outcome.RecordsRead) outcome)
                .records().stream()
                        .map(r -> McMemberRecord.decode(r.toArray()).orElseThrow())
                        .toList();
    }

    /** Until the switch and this host's port are up and the master answers; the host's own sleep paces the questions. */
    private static void awaitMaster() throws TransportException {
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        boolean ready = false;
        while (!ready && System.nanoTime() < deadline) {
            ask(List.of(Operation.RunCommand.of(NativePrograms.LIMIT, "sleep", "0.2")));
            PortInfo local = PortInfo.decode(read(new ByRoute(List.of()), Attribute.PORT_INFO, 0));
            ready = local.state() == PortState.ACTIVE
                    && ask(List.of(new Operation.AdministrationQuery(
                                            PORT, 0x0038, 0, Bytes.of(new byte[52]), MadKey.NONE, TIMING)))
                                    .getFirst()
                            instanceof Outcome.RecordsRead;
        }
        assertThat(ready).as("OpenSM is master and answers").isTrue();
    }

    @Test
    void nodesByDirectedRoute() throws Exception {
        NodeInfo own = NodeInfo.decode(read(new ByRoute(List.of()), Attribute.NODE_INFO, 0))
                .orElseThrow();
        assertThat(own.type()).isEqualTo(NodeType.CA);
        NodeInfo middle = NodeInfo.decode(read(new ByRoute(List.of(1)), Attribute.NODE_INFO, 0))
                .orElseThrow();
        assertThat(middle.type()).isEqualTo(NodeType.SWITCH);
        assertThat(middle.ports()).isEqualTo(8);
        NodeInfo first = NodeInfo.decode(read(new ByRoute(List.of(1, 1)), Attribute.NODE_INFO, 0))
                .orElseThrow();
        assertThat(first.type()).isEqualTo(NodeType.CA);
        assertThat(first.portGuid()).isNotEqualTo(own.portGuid());
        assertThat(Bytes.of(read(new ByRoute(List.of()), Attribute.NODE_DESCRIPTION, 0))
                        .latin1())
                .startsWith("H3\0");
    }

    @Test
    void theMasterByItsLid() throws Exception {
        PortInfo local = PortInfo.decode(read(new ByRoute(List.of()), Attribute.PORT_INFO, 0));
        SmpAddress master = new ByLid(local.smLid().value());
        SmInfo sm = SmInfo.decode(read(master, Attribute.SM_INFO, 0));
        assertThat(sm.state()).isEqualTo(SmState.MASTER);
        assertThat(sm.priority()).isEqualTo(5);
        NodeInfo node = NodeInfo.decode(read(master, Attribute.NODE_INFO, 0)).orElseThrow();
        assertThat(sm.guid()).isEqualTo(node.portGuid().value());
        PortInfo port = PortInfo.decode(read(master, Attribute.PORT_INFO, 1));
        assertThat(port.isSm()).isTrue();
        assertThat(port.lid()).isEqualTo(local.smLid());
        assertThat(port.neighborMtu()).contains(Mtu.MTU_2048);
        assertThat(port.mtuCap()).contains(Mtu.MTU_2048);
    }

    @Test
    void keysOfAPort() throws Exception {
        assertThat(PKeyTable.decodeBlock(read(new ByRoute(List.of()), Attribute.P_KEY_TABLE, 0)))
                .containsExactlyInAnyOrder(new PKey(0xffff), new PKey(0x8005));
    }

    @Test
    void groupsOfTheAdministration() throws Exception {
        List<McMemberRecord> all = groups(McMemberQuery.all());
        assertThat(all)
                .extracting(McMemberRecord::mgid)
                .containsExactlyInAnyOrder(Gid.ipoibBroadcast(PKey.DEFAULT), Gid.ipoibBroadcast(new PKey(5)));
        List<McMemberRecord> storage = groups(McMemberQuery.all().withPartition(new PKey(5)));
        assertThat(storage).hasSize(1);
        assertThat(storage.getFirst().mtu()).contains(Mtu.MTU_2048);
        assertThat(storage.getFirst().rate()).contains(Rate.GBPS_56);
        McMemberRecord standard = groups(McMemberQuery.all().withMgid(Gid.ipoibBroadcast(PKey.DEFAULT)))
                .getFirst();
        assertThat(standard.mtu()).contains(Mtu.MTU_1024);
        assertThat(groups(McMemberQuery.all().withMlid(new Lid(0xcfff)))).isEmpty();
    }

    @Test
    void anAnswerThatWasCutOffIsAFailure() throws Exception {
        // Five NodeRecords do not fit into the one datagram that ibsim passes on.
        Outcome outcome = ask(List.of(new Operation.AdministrationQuery(
                        PORT, 0x0011, 0, Bytes.of(new byte[108]), MadKey.NONE, TIMING)))
                .getFirst();
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        f -> assertThat(f.errno()).isEqualTo("EMSGSIZE"));
    }

    @Test
    void manyQueriesAtOnceAreAnsweredInOrder() throws Exception {
        List<Operation> queries = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            List<Integer> route = i % 5 == 4 ? List.of(1) : List.of(1, 1 + i % 5);
            queries.add(query(new ByRoute(route), Attribute.NODE_INFO, 0));
        }
        List<Outcome> outcomes = ask(queries);
        assertThat(outcomes).hasSize(400);
        for (int i = 5; i < 400; i++) {
            assertThat(outcomes.get(i)).as("query %d", i).isEqualTo(outcomes.get(i - 5));
        }
        assertThat(outcomes.subList(0, 5)).doesNotHaveDuplicates();
    }

    @Test
    void whatIsNotThereDoesNotAnswer() throws Exception {
        List<Operation> nowhere = List.of(
                query(new ByLid(77), Attribute.NODE_INFO, 0),
                query(new ByRoute(List.of(1, 7)), Attribute.NODE_INFO, 0),
                query(new ByRoute(List.of(1)), Attribute.NODE_INFO, 0));
        assertThat(ask(nowhere).subList(0, 2)).isEqualTo(Collections.nCopies(2, new Outcome.NoAnswer()));
        assertThat(ask(nowhere).getLast()).isInstanceOf(Outcome.AttributeRead.class);
        Outcome otherPort = ask(List.of(new Operation.SubnetQuery(
                        new MadPort("ibsim0", 9), new ByLid(1), 0x0011, 0, MadKey.NONE, TIMING)))
                .getFirst();
        assertThat(otherPort)
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        f -> assertThat(f.errno()).isEqualTo("ENODEV"));
    }

    @Test
    void fieldsAreThoseThatSmpqueryPrints() throws Exception {
        PortInfo local = PortInfo.decode(read(new ByRoute(List.of()), Attribute.PORT_INFO, 0));
        int compared = compare("nodeinfo", Attribute.NODE_INFO, 0, local.smLid())
                + compare("portinfo", Attribute.PORT_INFO, 1, local.smLid());
        assertThat(compared).isGreaterThan(30);
    }

    /** How many fields smpquery prints as plain numbers, all of which must be ours. */
    private static int compare(String word, Attribute attribute, int port, Lid lid) throws Exception {
        NativePrograms.requireTool("smpquery");
        Outcome.CommandEnded printed = (Outcome.CommandEnded) ask(List.of(Operation.RunCommand.of(
                        NativePrograms.LIMIT,
                        "env",
                        "-C",
                        folder.resolve("h3").toString(),
                        "smpquery",
                        word,
                        lid.toString(),
                        Integer.toString(port))))
                .getFirst();
        return PrintedFields.compare(
                printed.stdout().latin1(), attribute, read(new ByLid(lid.value()), attribute, port));
    }

    @Test
    void aSweepWithDetails() throws Exception {
        Outcome outcome = ask(List.of(new Operation.DiscoverFabric(PORT, MadKey.NONE, TIMING, 16, true)))
                .getFirst();
        assertThat(outcome).isInstanceOf(Outcome.FabricDiscovered.class);
        Outcome.FabricDiscovered found = (Outcome.FabricDiscovered) outcome;
        assertThat(found.complete()).isTrue();
        assertThat(found.sent()).isEqualTo(found.findings().size());
        List<Outcome.Finding> managers = of(found, Attribute.SM_INFO);
        assertThat(managers).extracting(Outcome.Finding::route).containsExactly(new ByRoute(List.of(1, 1)));
        assertThat(SmInfo.decode(data(managers.getFirst().answer())).state()).isEqualTo(SmState.MASTER);
        // Four adapters and the switch itself.
        assertThat(of(found, Attribute.P_KEY_TABLE).stream()
                        .map(Outcome.Finding::route)
                        .distinct())
                .hasSize(5);
        assertThat(of(found, Attribute.P_KEY_TABLE).stream()
                        .filter(f -> f.route().ports().size() != 1 && f.attributeModifier() == 0)
                        .map(f -> PKeyTable.decodeBlock(data(f.answer()))))
                .hasSize(4)
                .allSatisfy(keys -> assertThat(keys).containsExactlyInAnyOrder(new PKey(0xffff), new PKey(0x8005)));
    }

    private static List<Outcome.Finding> of(Outcome.FabricDiscovered found, Attribute attribute) {
        return found.findings().stream()
                .filter(f -> f.attributeId() == attribute.id())
                .toList();
    }
}
