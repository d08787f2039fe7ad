package dev.ibplay.lab.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.gather.FactsWanted;
import dev.ibplay.gather.Gathered;
import dev.ibplay.gather.HostGatherer;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.LabHosts;
import dev.ibplay.lab.PipedConnection;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.transport.powershell.PowerShellSession;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A Windows host "win1" and a Linux host "peer", which runs the subnet manager, on one fabric. */
final class WindowsLab implements AutoCloseable {
    static final String PEER_ADDRESS = "10.9.0.1";
    static final String OWN_ADDRESS = "10.9.0.2";
    static final String IB = "Ethernet 3";
    static final String CLASS_KEY =
            "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e972-e325-11ce-bfc1-08002be10318}\\0011";
    static final String SERVICE_KEY = "HKLM\\SYSTEM\\CurrentControlSet\\Services\\OpenSM";

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration MOST_WAIT = Duration.ofMinutes(5);

    final ScaledClock clock = new ScaledClock(20);
    final LabHosts hosts;
    private final Charset charset;

    /** What a program ends with. */
    record Ended(int status, String stdout, String stderr) {}

    /**
     * Boots both.
     *
     * @param group code of the Default partition's MTU
     */
    WindowsLab(WindowsHost windows, int group) throws Exception {
        charset = windows.language().charset();
        hosts = LabHosts.boot(
                new LabLayout(
                        List.of(LeafSpine.of(0, List.of("peer", "win1"))),
                        List.of(
                                peer(group),
                                new LabHost(new HostModel.Windows(windows), List.of("windows"), Map.of()))),
                clock);
        hosts.awaitMasters();
    }

    private static LabHost peer(int group) {
        var opensm = new LinuxHost.Opensm(
                Optional.of("sm_priority 2\nsweep_interval 5\n"),
                Optional.of("Default=0x7fff, ipoib, mtu=%d : ALL=full, SELF=full;\n".formatted(group)),
                true);
        var ib0 = new LinuxHost.Interface("ib0", IpoibMode.DATAGRAM, Optional.empty(), PEER_ADDRESS + "/24");
        var adapter = new LinuxHost.Adapter("mlx5_0", "mlx5_core", LeafSpine.adapter(0, 0), 1);
        return new LabHost(
                new LinuxHost("peer", List.of(adapter), List.of(ib0), LinuxHost.Stack.IFUPDOWN, Optional.of(opensm)),
                List.of("linux"),
                Map.of());
    }

    /** A host with one connection over InfiniBand, whose driver is told 2044. */
    static WindowsHost host(
            WindowsRelease release, Language language, Optional<WindowsHost.Opensm> opensm, WindowsHost.Traits traits) {
        return new WindowsHost(
                "win1",
                release,
                language,
                WindowsHost.Stack.WINOF,
                List.of(new WindowsHost.Adapter("ibv_device0", LeafSpine.adapter(0, 1), 1, "2.42.5000")),
                List.of(new WindowsHost.Connection(
                        15,
                        name(language),
                        "Mellanox ConnectX-3 IPoIB Adapter",
                        "0011",
                        2044,
                        Optional.of(2044),
                        0,
                        1,
                        OWN_ADDRESS + "/24")),
                opensm,
                traits);
    }

    static WindowsLab of(WindowsHost.Traits traits) throws Exception {
        return new WindowsLab(host(WindowsRelease.SERVER_2022, Language.ENGLISH, Optional.empty(), traits), 5);
    }

    static String name(Language language) {
        return language.of(IB, "イーサネット 3");
    }

    WindowsMachine windows() {
        return (WindowsMachine) hosts.machine("win1").orElseThrow();
    }

    Machine machine() {
        return windows().machine();
    }

    SimulatedFabric fabric() {
        return hosts.fabrics().getFirst();
    }

    NetAdapter adapter() {
        return windows().network().adapters().getLast();
    }

    PowerShellSession session() {
        return PowerShellSession.open("win1", new PipedConnection(machine()));
    }

    List<Outcome> answers(Operation... operations) throws Exception {
        try (PowerShellSession session = session()) {
            return session.run(Batch.of(List.of(operations)), LIMIT);
        }
    }

    Outcome answer(Operation operation) throws Exception {
        return answers(operation).getFirst();
    }

    Ended run(String... words) throws Exception {
        Outcome.CommandEnded ended = (Outcome.CommandEnded) answer(RunCommand.of(LIMIT, words));
        return new Ended(((CommandEnd.Exited) ended.end()).status(), text(ended.stdout()), text(ended.stderr()));
    }

    private String text(Bytes bytes) {
        return new String(bytes.toArray(), charset);
    }

    /** What a program that succeeds prints. */
    String told(String... words) throws Exception {
        Ended ended = run(words);
        assertThat(ended.status()).as("%s: %s", List.of(words), ended).isZero();
        return ended.stdout();
    }

    HostFacts facts() throws Exception {
        try (PowerShellSession session = session()) {
            return ((Gathered.Known) HostGatherer.gather(session, "win1", FactsWanted.ALL)).facts();
        }
    }

    void await(BooleanSupplier condition) throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        while (!condition.getAsBoolean() && clock.nanos() < until) {
            clock.sleep(Duration.ofMillis(200));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    void reboot() throws InterruptedException {
        machine().reboot();
        await(() -> machine().isUp() && windows().isSettled());
    }

    @Override
    public void close() {
        clock.close();
    }
}
