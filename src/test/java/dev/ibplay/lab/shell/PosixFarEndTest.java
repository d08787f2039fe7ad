package dev.ibplay.lab.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ArmGuard;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.ReadMatching;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Operation.TakeLock;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Signal;
import dev.ibplay.facts.linux.OpensmProbe;
import dev.ibplay.facts.linux.RouteProbe;
import dev.ibplay.lab.PipedConnection;
import dev.ibplay.lab.disk.Attribute;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sh far end on a machine of the lab: what ibplay does where its helper cannot run. */
class PosixFarEndTest {
    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final String GUARD = "/var/lib/ibplay/guards/one";

    private final ScaledClock clock = new ScaledClock(5);
    private final Machine machine = LabShell.machine(clock);
    private PipedConnection connection = new PipedConnection(machine);
    private HostSession session;

    @BeforeEach
    void open() throws TransportException {
        session = PosixSession.open("leaf01", connection);
    }

    private void loginAgain() throws TransportException {
        session.close();
        machine.logins().close(connection.group());
        connection = new PipedConnection(machine);
        open();
    }

    @AfterEach
    void close() {
        session.close();
        clock.close();
    }

    private Outcome ask(Operation operation) throws TransportException {
        List<Outcome> outcomes = session.run(Batch.of(List.of(operation)), LIMIT);
        assertThat(outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    private static Bytes everyByte() {
        byte[] all = new byte[512];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        return Bytes.of(all);
    }

    private Bytes content(String path) throws Errno {
        return machine.disk().read(path);
    }

    @Test
    void readsWhateverBytesThereAre() throws Exception {
        machine.disk().write("/etc/a.conf", everyByte(), 0640);
        machine.disk().write("/etc/b.conf", Bytes.EMPTY, 0600);
        machine.disk().symlink("a.conf", "/etc/l");
        assertThat(ask(ReadFile.of("/etc/l"))).isInstanceOfSatisfying(Outcome.FileContent.class, read -> {
            assertThat(read.content()).isEqualTo(everyByte());
            assertThat(read.mode() & 07777).isEqualTo(0640);
        });
        assertThat(ask(ReadFile.of("/etc/none"))).isEqualTo(new Outcome.FileAbsent());
        assertThat(ask(ReadFile.of("/etc"))).isInstanceOf(Outcome.OperationFailed.class);
        assertThat(ask(new ReadMatching("/etc/*.conf", 1 << 20)))
                .isInstanceOfSatisfying(
                        Outcome.FilesFound.class,
                        found -> assertThat(found.files())
                                .extracting(f -> f.path() + f.content().size())
                                .containsExactly("/etc/a.conf512", "/etc/b.conf0"));
        assertThat(ask(new Operation.ResolvePath("/etc/l"))).isEqualTo(new Outcome.PathResolved("/etc/a.conf"));
    }

    @Test
    void replacesAndRemovesFilesThatAreAsExpected() throws Exception {
        machine.disk().write("/etc/f", Bytes.ofUtf8("old"), 0640);
        machine.disk().chown("/etc/f", 7, 8);
        assertThat(ask(new ReplaceFile("/etc/f", Optional.of(Bytes.ofUtf8("old")), everyByte(), 0600)))
                .isEqualTo(new Outcome.Done());
        assertThat(content("/etc/f")).isEqualTo(everyByte());
        assertThat(machine.disk().stat("/etc/f", true).mode()).isEqualTo(0640);
        assertThat(machine.disk().stat("/etc/f", true).uid()).isEqualTo(7);
        assertThat(ask(new ReplaceFile("/etc/f", Optional.of(Bytes.ofUtf8("old")), Bytes.EMPTY, 0600)))
                .isInstanceOf(Outcome.Moved.class);
        assertThat(ask(new ReplaceFile("/etc/new", Optional.empty(), Bytes.ofUtf8("-n\n"), 0604)))
                .isEqualTo(new Outcome.Done());
        assertThat(content("/etc/new")).isEqualTo(Bytes.ofUtf8("-n\n"));
        assertThat(machine.disk().stat("/etc/new", true).mode()).isEqualTo(0604);
        assertThat(ask(new ReplaceFile("/etc/new", Optional.empty(), Bytes.EMPTY, 0600)))
                .isInstanceOf(Outcome.Moved.class);
        assertThat(ask(new RemoveFile("/etc/new", Bytes.ofUtf8("-n\n")))).isEqualTo(new Outcome.Done());
        assertThat(machine.disk().exists("/etc/new")).isFalse();
        assertThat(machine.disk().list("/etc")).containsExactly("f");
    }

    @Test
    void aFullDiskLeavesTheOldFile() throws Exception {
        machine.disk().write("/etc/f", Bytes.ofUtf8("old"), 0640);
        machine.disk().limit(machine.disk().stat("/etc/f", true).size());
        assertThat(ask(new ReplaceFile("/etc/f", Optional.of(Bytes.ofUtf8("old")), everyByte(), 0600)))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        f -> assertThat(f.errno()).isEqualTo("ENOSPC"));
        assertThat(content("/etc/f")).isEqualTo(Bytes.ofUtf8("old"));
        assertThat(machine.disk().list("/etc")).containsExactly("f");
    }

    @Test
    void runsCommands() throws Exception {
        assertThat(ask(new RunCommand(List.of("sh", "-c", "cat; echo err >&2; exit 9"), everyByte(), LIMIT)))
                .isEqualTo(new Outcome.CommandEnded(new CommandEnd.Exited(9), everyByte(), Bytes.ofUtf8("err\n")));
        assertThat(ask(RunCommand.of(Duration.ofSeconds(1), "sleep", "100")))
                .isInstanceOfSatisfying(
                        Outcome.CommandEnded.class, e -> assertThat(e.end()).isEqualTo(new CommandEnd.TimedOut()));
        assertThat(ask(RunCommand.of(LIMIT, "nosuch")))
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        f -> assertThat(f.errno()).isEqualTo("ENOENT"));
        assertThat(ask(RunCommand.of(LIMIT, "sh", "-c", "kill -TERM $$")))
                .isInstanceOfSatisfying(
                        Outcome.CommandEnded.class, e -> assertThat(e.end()).isEqualTo(new CommandEnd.Signalled(15)));
        List<Outcome> outcomes = session.run(
                new Batch(List.of(RunCommand.of(LIMIT, "false"), RunCommand.of(LIMIT, "true")), true), LIMIT);
        assertThat(outcomes.getLast()).isEqualTo(new Outcome.Skipped());
    }

    @Test
    void writesAttributesAndSignalsProcesses() throws Exception {
        CompletableFuture<String> written = new CompletableFuture<>();
        machine.disk().attribute("/sys/class/net/ib0/mode", new Attribute() {
            @Override
            public Bytes read() {
                return Bytes.ofUtf8("datagram\n");
            }

            @Override
            public void write(Bytes value) {
                written.complete(value.lossyText());
            }
        });
        assertThat(ask(ReadFile.of("/sys/class/net/ib0/mode")))
                .isInstanceOfSatisfying(
                        Outcome.FileContent.class, r -> assertThat(r.content()).isEqualTo(Bytes.ofUtf8("datagram\n")));
        assertThat(ask(new WriteAttribute("/sys/class/net/ib0/mode", Bytes.ofUtf8("connected\n"))))
                .isEqualTo(new Outcome.Done());
        assertThat(written.get(1, TimeUnit.SECONDS)).isEqualTo("connected\n");
        SimulatedProcess opensm = machine.processes().start(1, 0, List.of("/usr/sbin/opensm", "-p", "5"));
        assertThat(ask(new Operation.ListProcesses(Set.of("opensm"))))
                .isInstanceOfSatisfying(
                        Outcome.ProcessesFound.class,
                        found -> assertThat(found.processes())
                                .singleElement()
                                .satisfies(p -> assertThat(p.pid()).isEqualTo(opensm.pid())));
        CompletableFuture<Integer> signal = new CompletableFuture<>();
        opensm.onSignal(signal::complete);
        assertThat(ask(new Operation.SendSignal(opensm.pid(), opensm.startTicks(), Signal.HUP)))
                .isEqualTo(new Outcome.Done());
        assertThat(signal.get(1, TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(ask(new Operation.SendSignal(opensm.pid(), opensm.startTicks() + 1, Signal.HUP)))
                .isInstanceOf(Outcome.Moved.class);
    }

    @Test
    void aLockIsHeldUntilTheSessionEnds() throws Exception {
        assertThat(ask(new TakeLock("/run/ibplay.lock", "run1", "me"))).isEqualTo(new Outcome.Done());
        try (HostSession other = PosixSession.open("leaf01", new PipedConnection(machine))) {
            Batch wanted = Batch.of(List.of(new TakeLock("/run/ibplay.lock", "run2", "you")));
            assertThat(other.run(wanted, LIMIT).getFirst())
                    .isInstanceOfSatisfying(
                            Outcome.Held.class, held -> assertThat(held.run()).isEqualTo("run1"));
            loginAgain();
            assertThat(other.run(wanted, LIMIT).getFirst()).isEqualTo(new Outcome.Done());
        }
    }

    private ArmGuard guard(Duration window) {
        return new ArmGuard(
                GUARD,
                Bytes.ofUtf8("record"),
                window,
                List.of(new ReplaceFile("/etc/f", Optional.of(Bytes.ofUtf8("old")), everyByte(), 0600)),
                List.of(RunCommand.of(LIMIT, "sh", "-c", "echo undone >/tmp/undone")));
    }

    @Test
    void aGuardThatIsConfirmedNamesItsFiles() throws Exception {
        machine.disk().write("/etc/f", Bytes.ofUtf8("old"), 0640);
        assertThat(ask(guard(Duration.ofSeconds(100)))).isEqualTo(new Outcome.Done());
        assertThat(content("/etc/f")).isEqualTo(Bytes.ofUtf8("old"));
        loginAgain();
        assertThat(ask(new Operation.ConfirmGuard(GUARD))).isEqualTo(new Outcome.Done());
        assertThat(content("/etc/f")).isEqualTo(everyByte());
        assertThat(content(GUARD + "/state").lossyText().strip()).isEqualTo("confirmed");
        assertThat(machine.disk().exists("/tmp/undone")).isFalse();
    }

    @Test
    void aGuardThatIsNotConfirmedUndoes() throws Exception {
        machine.disk().write("/etc/f", Bytes.ofUtf8("old"), 0640);
        assertThat(ask(guard(Duration.ofSeconds(3)))).isEqualTo(new Outcome.Done());
        assertThat(ask(RunCommand.of(LIMIT, "sh", "-c", "until [ -e /tmp/undone ]; do sleep 0.5; done")))
                .isInstanceOfSatisfying(
                        Outcome.CommandEnded.class, e -> assertThat(e.end()).isEqualTo(new CommandEnd.Exited(0)));
        assertThat(content("/etc/f")).isEqualTo(Bytes.ofUtf8("old"));
        assertThat(ask(new Operation.ConfirmGuard(GUARD))).isInstanceOf(Outcome.Moved.class);
    }

    @Test
    void aGuardThatIsFiredUndoesAtOnce() throws Exception {
        machine.disk().write("/etc/f", Bytes.ofUtf8("old"), 0640);
        assertThat(ask(guard(Duration.ofSeconds(1000)))).isEqualTo(new Outcome.Done());
        assertThat(ask(new Operation.FireGuard(GUARD))).isEqualTo(new Outcome.Done());
        assertThat(content("/tmp/undone")).isEqualTo(Bytes.ofUtf8("undone\n"));
        assertThat(machine.disk().list("/etc")).containsExactly("f");
    }

    @Test
    void probesFindWhatThereIs() throws Exception {
        machine.install("/usr/sbin/opensm", call -> {
            String help = """
                    OpenSM 5.18.0.MLNX
                    -F <file> (default /etc/opensm/opensm.conf)
                    -P <file> (default: /etc/opensm/partitions.conf)
                    more
                    """;
            call.stdout().write(help.getBytes(StandardCharsets.UTF_8));
            return 0;
        });
        machine.install("/usr/sbin/ip", call -> {
            String line = "192.0.2.7 from 192.0.2.20 dev eth0 uid 0 \\    cache \n";
            boolean asks =
                    call.arguments().equals(List.of("ip", "-o", "route", "get", "192.0.2.7", "from", "192.0.2.20"));
            call.stdout().write((asks ? line : "").getBytes(StandardCharsets.UTF_8));
            return asks ? 0 : 1;
        });
        machine.processes().start(1, 0, List.of("/usr/sbin/opensm"));
        RouteProbe route = new RouteProbe(Optional.empty());
        assertThat(route.parse(session.run(Batch.of(route.operations()), LIMIT)).toString())
                .contains("eth0")
                .contains("192.0.2.7");
        OpensmProbe opensm = new OpensmProbe();
        String found =
                opensm.parse(session.run(Batch.of(opensm.operations()), LIMIT)).toString();
        assertThat(found).contains("/etc/opensm/opensm.conf").contains("5.18.0");
    }
}
