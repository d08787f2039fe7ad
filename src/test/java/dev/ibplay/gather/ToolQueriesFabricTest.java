package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.exec.SmpAddress.ByLid;
import dev.ibplay.exec.SmpAddress.ByRoute;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.recorded.Concealment;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.facts.recorded.KeyStandIns;
import dev.ibplay.gather.recorded.RecordedSession;
import dev.ibplay.gather.recorded.RecordingFolder;
import dev.ibplay.gather.recorded.RecordingSession;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.helper.NativePrograms;
import dev.ibplay.transport.helper.SimulatedFabric;
import dev.ibplay.transport.posix.PosixSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools say of a simulated fabric with a real OpenSM what the helper's packets say. */
class ToolQueriesFabricTest {
    private static final MadPort PORT = new MadPort("ibsim0", 1);
    private static final MadTiming TIMING = new MadTiming(Duration.ofMillis(300), 2);
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Set<PKey> PARTITIONS = Set.of(PKey.DEFAULT, new PKey(5), new PKey(6));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    private static Optional<SimulatedFabric> fabric = Optional.empty();
    private static Optional<HostSession> helper = Optional.empty();
    private static Optional<HostSession> tools = Optional.empty();

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
        helper = Optional.of(NativePrograms.open(host, program));
        ProcessConnection plain = ProcessConnection.plain()
                .withEnvironment(Map.of("PATH", wrapped(simulated.environment("H3")) + ":/usr/bin:/bin"));
        tools = Optional.of(new ToolQueries(PosixSession.open("localhost", plain)));
        awaitMaster();
    }

    /** The tools see the fabric from the port that the helper sees it from; the shell that starts them does not. */
    private static Path wrapped(Map<String, String> environment) throws IOException {
        Path programs = Files.createDirectory(folder.resolve("bin"));
        Path home = Files.createDirectory(folder.resolve("h3-tools"));
        String variables = environment.entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .sorted()
                .collect(Collectors.joining(" "));
        for (String tool : List.of("smpquery", "sminfo", "saquery")) {
            Path script = programs.resolve(tool);
            Files.writeString(
                    script,
                    "#!/bin/sh\ncd %s\nexec env %s %s \"$@\"\n"
                            .formatted(home, variables, NativePrograms.requireTool(tool)));
            Files.setAttribute(script, "unix:mode", 0755);
        }
        return programs;
    }

    @AfterAll
    static void stop() {
        tools.ifPresent(HostSession::close);
        helper.ifPresent(HostSession::close);
        fabric.ifPresent(SimulatedFabric::close);
    }

    private static List<Outcome> ask(HostSession session, List<Operation> operations) throws TransportException {
        return session.run(Batch.of(operations), NativePrograms.LIMIT);
    }

    /** Until the master answers and both groups are there; the host's own sleep paces the questions. */
    private static void awaitMaster() throws TransportException {
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        List<Outcome> answers = List.of();
        boolean ready = false;
        while (!ready && System.nanoTime() < deadline) {
            ask(helper.orElseThrow(), List.of(Operation.RunCommand.of(NativePrograms.LIMIT, "sleep", "0.2")));
            answers = ask(
                    helper.orElseThrow(),
                    List.of(FabricFacts.groupQuery(PORT, PKey.DEFAULT), FabricFacts.groupQuery(PORT, new PKey(5))));
            ready = answers.stream()
                    .allMatch(a -> a instanceof Outcome.RecordsRead read
                            && !read.records().isEmpty());
        }
        assertThat(ready).as("OpenSM is master and answers: %s", answers).isTrue();
    }

    private static Operation query(SmpAddress to, Attribute attribute, long modifier) {
        return new SubnetQuery(PORT, to, attribute.id(), modifier, MadKey.NONE, TIMING);
    }

    /** Without the activity, since the subnet manager works on. */
    private static Map<PortGuid, Fact<SmInfo>> managers(FabricFacts facts) {
        Map<PortGuid, Fact<SmInfo>> managers = new HashMap<>();
        facts.subnetManagers()
                .forEach((guid, fact) ->
                        managers.put(guid, fact.map(i -> new SmInfo(i.guid(), 0, i.priority(), i.state()))));
        return managers;
    }

    /** What the readers of saquery's text keep of a group. */
    private static Map<Integer, Fact<List<Object>>> groups(FabricFacts facts) {
        Map<Integer, Fact<List<Object>>> groups = new HashMap<>();
        facts.groups()
                .forEach((pkey, fact) -> groups.put(
                        pkey,
                        fact.map(group -> List.of(
                                group.mgid(), group.qKey(), group.mlid(), group.pkey(), group.mtu(), group.rate()))));
        return groups;
    }

    @Test
    void aSweepFindsTheSame() throws Exception {
        FabricFacts byHelper =
                FabricQueries.run(helper.orElseThrow(), "h3", PORT, FabricWish.of(PARTITIONS, MadKeys.NONE));
        FabricFacts byTools =
                FabricQueries.run(tools.orElseThrow(), "h3", PORT, FabricWish.of(PARTITIONS, MadKeys.NONE));

        assertThat(byTools.fabric()).isEqualTo(byHelper.fabric());
        assertThat(byTools.fabric().nodes()).hasSize(5);
        assertThat(byTools.fabric().ports()).hasSize(13);
        assertThat(byTools.fabric().links()).hasSize(4);
        assertThat(managers(byTools)).hasSize(1).isEqualTo(managers(byHelper));
        assertThat(byTools.masters()).hasSize(1).isEqualTo(byHelper.masters());
        assertThat(byTools.pkeys()).hasSize(4).isEqualTo(byHelper.pkeys());
        assertThat(groups(byTools)).hasSize(3).isEqualTo(groups(byHelper));
        assertThat(byTools.groups().get(5)).isInstanceOf(Fact.Known.class);
        assertThat(byTools.groups().get(6)).isEqualTo(Fact.unreadable("the port that asks is not in the partition"));
    }

    /** By discovery, and by walking where only tools are there; a survey's question for all groups answers for each. */
    @Test
    void aSavedSweepIsTheSame() throws Exception {
        for (HostSession live : List.of(helper.orElseThrow(), tools.orElseThrow())) {
            FabricWish survey = new FabricWish(PARTITIONS, true, MadKeys.NONE, 16);
            var recording = new RecordingSession(live);
            FabricFacts facts = FabricQueries.run(recording, "h3", PORT, survey);
            RecordingFolder saved = new RecordingFolder(Files.createTempDirectory(folder, "saved"));
            saved.save(
                    new HostRecording("h3", recording.exchanges()), new Concealment(new KeyStandIns()), Instant.EPOCH);
            HostSession session =
                    new RecordedSession(saved.load("h3", new Problems()).orElseThrow());

            assertThat(FabricQueries.run(session, "h3", PORT, survey)).isEqualTo(facts);
            PKey unasked = new PKey(7);
            FabricFacts more = FabricQueries.run(session, "h3", PORT, FabricWish.of(Set.of(unasked), MadKeys.NONE));
            assertThat(more.groups().get(7)).isEqualTo(Fact.unreadable("the port that asks is not in the partition"));
            assertThat(more.fabric()).isEqualTo(facts.fabric());
        }
    }

    @Test
    void singleAnswersAreTheSameBytesWhereTheToolsPrintNumbers() throws Exception {
        SmpAddress master = new ByLid(1);
        List<Operation> queries = List.of(
                query(master, Attribute.NODE_INFO, 0),
                query(master, Attribute.PORT_INFO, 1),
                query(master, Attribute.NODE_DESCRIPTION, 0),
                query(master, Attribute.P_KEY_TABLE, 0),
                query(master, Attribute.P_KEY_TABLE, 1),
                FabricFacts.groupQuery(PORT, new PKey(5)));
        List<Outcome> byHelper = ask(helper.orElseThrow(), queries);
        List<Outcome> byTools = ask(tools.orElseThrow(), queries);
        for (int i : new int[] {0, 2, 3, 4}) {
            assertThat(byTools.get(i)).as("%s", queries.get(i)).isEqualTo(byHelper.get(i));
        }
        byte[] helperPort = ((Outcome.AttributeRead) byHelper.get(1)).data().toArray();
        byte[] toolPort = ((Outcome.AttributeRead) byTools.get(1)).data().toArray();
        List<MadField> missing = new ArrayList<>();
        for (MadField field : MadField.of(Attribute.PORT_INFO)) {
            if (field.in(helperPort) != field.in(toolPort)) {
                assertThat(field.in(toolPort)).as("%s", field).isZero();
                missing.add(field);
            }
        }
        assertThat(missing)
                .isSubsetOf(
                        MadField.PORT_WIDTH_ENABLED,
                        MadField.PORT_WIDTH_SUPPORTED,
                        MadField.PORT_WIDTH_ACTIVE,
                        MadField.PORT_SPEED_SUPPORTED,
                        MadField.PORT_SPEED_ACTIVE,
                        MadField.PORT_SPEED_ENABLED,
                        MadField.PORT_DOWN_DEFAULT_STATE,
                        MadField.PORT_VL_CAP,
                        MadField.PORT_OPERATIONAL_VLS);
    }

    @Test
    void failuresAreTheSame() throws Exception {
        List<Operation> queries = List.of(
                query(new ByLid(77), Attribute.NODE_INFO, 0),
                query(new ByRoute(List.of(1, 7)), Attribute.NODE_INFO, 0),
                query(new ByRoute(List.of(1)), Attribute.PORT_INFO, 44),
                query(new ByRoute(List.of(1, 2)), Attribute.SM_INFO, 0));
        assertThat(ask(tools.orElseThrow(), queries)).isEqualTo(ask(helper.orElseThrow(), queries));
        assertThat(ask(
                                tools.orElseThrow(),
                                List.of(new SubnetQuery(
                                        new MadPort("ibsim0", 9), new ByLid(1), 0x0011, 0, MadKey.NONE, TIMING)))
                        .getFirst())
                .isInstanceOf(Outcome.OperationFailed.class);
    }
}
