package dev.ibplay.lab.mlnxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.CommandEnded;
import dev.ibplay.exec.Secret;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.facts.SystemVersion;
import dev.ibplay.gather.SwitchGatherer;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.ssh.LabSshServer;
import dev.ibplay.lab.ssh.SshAccount;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.ManualClock;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.cli.SwitchSession;
import dev.ibplay.transport.ssh.HomeDirectory;
import dev.ibplay.transport.ssh.PassphraseSource;
import dev.ibplay.transport.ssh.SshConnection;
import dev.ibplay.transport.ssh.SshConnector;
import dev.ibplay.transport.ssh.SshSettings;
import dev.ibplay.transport.ssh.SshTarget;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SwitchOverSshTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Secret PASSWORD = Secret.of("fabric");
    private static final Account ADMIN = new Account("admin", 0, "/");
    private static final String GUID = "00:02:c9:03:00:ab:cd:01";

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();
    private LabSshServer server;
    private SshConnector connector;

    @BeforeEach
    void start() throws Exception {
        server = LabSshServer.start();
        connector = SshConnector.start();
    }

    @AfterEach
    void stop() throws Exception {
        connector.close();
        server.close();
    }

    private SimulatedSwitch device(boolean old, Quirk... quirks) throws Exception {
        SwitchModel model = old ? SwitchModel.old("sw1") : SwitchModel.current("sw1");
        Set<Quirk> all = new HashSet<>(model.quirks());
        all.addAll(List.of(quirks));
        return SimulatedSwitch.start(model.with(all), SwitchSettings.FACTORY, clock);
    }

    private SshConnection connect(SimulatedSwitch device) throws Exception {
        SshHost host = server.add(device.machine(), List.of(new SshAccount(ADMIN, Optional.of(PASSWORD), List.of())));
        Path known = folder.resolve("known_hosts-" + host.port());
        Files.writeString(known, host.knownHostsLine() + "\n");
        SshSettings settings = SshSettings.EMPTY
                .withPort(host.port())
                .withUser("admin")
                .withOnlyKnownHostsFile(known)
                .withTimeouts(LIMIT, LIMIT)
                .withLegacyCrypto();
        return connector.connect(new SshTarget(
                "sw1",
                LabSshServer.ADDRESS,
                settings,
                new HomeDirectory(folder),
                Optional.of(PASSWORD),
                PassphraseSource.NONE));
    }

    private static RunCommand line(String text) {
        return RunCommand.of(LIMIT, text);
    }

    private static List<Outcome> run(SwitchSession session, String... lines) throws TransportException {
        List<Operation> operations = new ArrayList<>();
        for (String text : lines) {
            operations.add(line(text));
        }
        return session.run(Batch.of(operations), LIMIT);
    }

    private static void assertDone(List<Outcome> outcomes) {
        assertThat(outcomes)
                .allSatisfy(outcome -> assertThat(outcome)
                        .isInstanceOfSatisfying(
                                CommandEnded.class,
                                ended -> assertThat(ended.succeeded())
                                        .as(ended.stderr().lossyText())
                                        .isTrue()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void changesAreMadeAndFoundAgain(boolean old) throws Exception {
        SimulatedSwitch device = device(old);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            assertDone(run(
                    session,
                    "ib sm",
                    "ib sm sm-priority 12",
                    "ib partition Default mtu 4K force",
                    "ib partition storage pkey 0x5 force",
                    "ib partition storage member " + GUID + " type limited force",
                    "interface ib 1/2 mtu 2K"));
            assertThat(device.running().priority()).isEqualTo(12);
            MlnxosObserved starting = SwitchGatherer.gather(session).observed();
            assertThat(starting.sm().enabled()).isEqualTo(Fact.known(true));
            assertThat(starting.sm().running()).isEqualTo(Fact.known(false));
            clock.advance(Duration.ofSeconds(30));

            SwitchGatherer.Found found = SwitchGatherer.gather(session);
            MlnxosObserved observed = found.observed();
            assertThat(found.system().version())
                    .isEqualTo(Fact.known(old ? new SystemVersion(3, 6, 4006) : new SystemVersion(3, 10, 4300)));
            assertThat(observed.node()).isEqualTo(Fact.known("sw1"));
            assertThat(observed.infiniband()).isEqualTo(Fact.known(true));
            assertThat(observed.refusal()).isEmpty();
            assertThat(observed.sm().running()).isEqualTo(Fact.known(true));
            assertThat(observed.sm().priority()).isEqualTo(Fact.known(12));
            assertThat(observed.sm().licensed()).isEqualTo(Fact.known(true));
            assertThat(observed.sm().haRole()).isEqualTo(Fact.known("master"));
            assertThat(observed.sm().doubts()).isEmpty();
            assertThat(observed.partition("Default").map(SwitchPartitionObserved::mtu))
                    .contains(Fact.known(Mtu.MTU_4096));
            SwitchPartitionObserved storage = observed.partition("storage").orElseThrow();
            assertThat(storage.pkey()).isEqualTo(Fact.known(new PKey(5)));
            assertThat(storage.mtu()).isEqualTo(Fact.known(Mtu.MTU_2048));
            assertThat(storage.members().ifKnown().orElseThrow()).hasSize(1);
            assertThat(observed.ports().ifKnown().orElseThrow()).hasSize(3);
            assertThat(observed.ports().ifKnown().orElseThrow().get(1).mtu()).isEqualTo(Fact.known(Mtu.MTU_2048));
            assertThat(observed.ports().ifKnown().orElseThrow().getFirst().state())
                    .isEqualTo(Fact.known(PortState.ACTIVE));
            assertThat(observed.running().ifKnown().orElseThrow().lines()).noneMatch(line -> line.contains("password"));
            assertThat(device.typed()).noneMatch(typed -> typed.contains("?"));
        }
    }

    @Test
    void unsavedChangesAreToldAndLostAtAReload() throws Exception {
        SimulatedSwitch device = device(false);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            assertDone(run(session, "ib sm sm-priority 12", "write memory"));
            assertThat(SwitchGatherer.gather(session).observed().unsaved()).isEqualTo(Fact.known(List.of()));
            assertDone(run(session, "ib sm sm-priority 9"));
            assertThat(SwitchGatherer.gather(session).observed().unsaved())
                    .isEqualTo(Fact.known(
                            List.of("ib smnode sw1 sm-priority 9", "not any more: ib smnode sw1 sm-priority 12")));
        }
        device.machine().reboot();
        assertThat(device.running().priority()).isEqualTo(12);
    }

    @Test
    void oneBatchIsOneExec() throws Exception {
        SimulatedSwitch device = device(false);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            SwitchGatherer.gather(session);
            assertThat(session.counts().execs()).isEqualTo(3);
            assertThat(connection.execs()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_EXEC_CLI", "EXEC_ENDS_AT_ERROR"})
    void theTerminalTellsTheSameAsTheExec(String quirk) throws Exception {
        SimulatedSwitch plain = device(true);
        SimulatedSwitch other = device(true, Quirk.valueOf(quirk), Quirk.STUBBORN_PAGER, Quirk.WIZARD);
        SwitchGatherer.Found byExec;
        try (SshConnection connection = connect(plain);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            byExec = SwitchGatherer.gather(session);
        }
        try (SshConnection connection = connect(other);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            assertThat(SwitchGatherer.gather(session)).isEqualTo(byExec);
            assertDone(run(session, "ib sm", "write memory"));
            assertThat(other.saved().sm()).isTrue();
        }
    }

    @Test
    void confirmationsAreGivenOnATerminal() throws Exception {
        SimulatedSwitch device = device(false);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            Outcome refused = run(session, "ib partition Default mtu 4K").getFirst();
            assertThat(((CommandEnded) refused).succeeded()).isFalse();
            assertThat(device.running()).isEqualTo(SwitchSettings.FACTORY);
            RunCommand willing = new RunCommand(List.of("ib partition Default mtu 4K"), Bytes.ofUtf8("yes\n"), LIMIT);
            assertDone(session.run(Batch.of(List.of(willing)), LIMIT));
            assertThat(device.running().partition("Default").orElseThrow().mtu())
                    .contains("4K");
        }
    }

    @Test
    void errorsOfTheSwitchAreErrors() throws Exception {
        try (SshConnection connection = connect(device(true));
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            List<Outcome> outcomes =
                    run(session, "ib sm sm-priority 16", "configuration write", "show ib smnode sw9 sm-state");
            assertThat(outcomes).noneMatch(outcome -> ((CommandEnded) outcome).succeeded());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEthernetProfileIsUnsupported(boolean onTerminal) throws Exception {
        SimulatedSwitch device =
                onTerminal ? device(false, Quirk.ETHERNET, Quirk.NO_EXEC_CLI) : device(false, Quirk.ETHERNET);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            MlnxosObserved observed = SwitchGatherer.gather(session).observed();
            assertThat(observed.refusal()).isPresent();
            assertThat(observed.sm().enabled()).isEqualTo(Fact.absent());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOperatorsLoginIsNotTakenForAnEthernetSwitch(boolean onTerminal) throws Exception {
        SimulatedSwitch device =
                onTerminal ? device(false, Quirk.OPERATOR_ONLY, Quirk.NO_EXEC_CLI) : device(false, Quirk.OPERATOR_ONLY);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            MlnxosObserved observed = SwitchGatherer.gather(session).observed();
            assertThat(observed.infiniband()).isInstanceOf(Fact.Unreadable.class);
            assertThat(observed.refusal()).isEmpty();
            assertThat(observed.partitions()).isInstanceOf(Fact.Unreadable.class);
        }
    }

    @Test
    void enabledIsNotRunning() throws Exception {
        SimulatedSwitch device = device(true, Quirk.SM_NEVER_RUNS);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            assertDone(run(session, "ib sm"));
            clock.advance(Duration.ofMinutes(5));
            MlnxosObserved observed = SwitchGatherer.gather(session).observed();
            assertThat(observed.sm().running()).isEqualTo(Fact.known(false));
            assertThat(observed.sm().doubts()).containsExactly("the subnet manager is enabled and does not run");
        }
    }

    @Test
    void aSwitchThatIsStillStartingIsBrokenWithAHint() throws Exception {
        try (SshConnection connection = connect(device(false, Quirk.DEGRADED));
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            TransportException broken =
                    catchThrowableOfType(TransportException.class, () -> SwitchGatherer.gather(session));
            assertThat(broken.kind()).isEqualTo(Kind.FAR_END_BROKEN);
            assertThat(broken.hint()).isPresent();
        }
    }

    @Test
    void aReloadBreaksTheConnection() throws Exception {
        SimulatedSwitch device = device(false, Quirk.NO_EXEC_CLI);
        try (SshConnection connection = connect(device);
                SwitchSession session = SwitchSession.open("sw1", connection)) {
            assertDone(run(session, "ib sm"));
            // The connection is gone before the switch is up again; hooks are run in their order, the device's first.
            var isUp = new CountDownLatch(1);
            device.machine().onBoot(isUp::countDown);
            TransportException lost = catchThrowableOfType(TransportException.class, () -> run(session, "reload"));
            assertThat(lost.kind()).isIn(Kind.CONNECTION_LOST, Kind.FAR_END_BROKEN);
            assertThat(isUp.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(device.running().sm()).isFalse();
        }
    }
}
