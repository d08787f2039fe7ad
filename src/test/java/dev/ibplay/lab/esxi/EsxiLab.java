package dev.ibplay.lab.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.LabHosts;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.LoginShell;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.ScaledClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** An ESXi host "esx1" and a Linux host "peer", which runs the subnet manager, on one fabric. */
final class EsxiLab implements AutoCloseable {
    static final String PEER_ADDRESS = "10.9.0.1";
    static final String OWN_ADDRESS = "10.9.0.2";

    /** Of the lab: an hour may have to pass. */
    private static final Duration MOST_WAIT = Duration.ofHours(2);

    private static final double USUAL_PACE = 40;

    final ScaledClock clock;
    final LabHosts hosts;

    /** What a command line ends with. */
    record Said(int status, String stdout, String stderr) {}

    /**
     * Boots both.
     *
     * @param group code of the Default partition's MTU
     */
    EsxiLab(EsxiHost esxi, int group) throws Exception {
        this(esxi, group, USUAL_PACE);
    }

    /** The same at another pace. */
    EsxiLab(EsxiHost esxi, int group, double pace) throws Exception {
        clock = new ScaledClock(pace);
        hosts = LabHosts.boot(
                new LabLayout(List.of(fabric()), List.of(peer(group), new LabHost(esxi, List.of("esxi"), Map.of()))),
                clock);
        hosts.awaitMasters();
    }

    private static Fabric fabric() {
        return LeafSpine.of(0, List.of("peer", "esx1"));
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

    /** A host with a vSwitch on InfiniBand at 2044 bytes. */
    static EsxiHost host(EsxiRelease release, Optional<EsxiHost.OpensmPackage> opensm, EsxiHost.Traits traits) {
        return new EsxiHost(
                "esx1",
                release,
                List.of(EsxiHost.Adapter.connectX2("mlx4_0", LeafSpine.adapter(0, 1), 1)),
                release.hasIpoib()
                        ? List.of(
                                EsxiHost.VirtualSwitch.standard(
                                        "vSwitch1", 2044, List.of("vmnic_ib0"), List.of("IB Store", "IB-vMotion")),
                                new EsxiHost.VirtualSwitch("dvs1", true, 1500, List.of(), List.of()))
                        : List.of(),
                release.hasIpoib()
                        ? List.of(new EsxiHost.Vmkernel("vmk1", "vSwitch1", "IB Store", 2044, OWN_ADDRESS + "/24"))
                        : List.of(),
                opensm,
                traits);
    }

    static EsxiLab of(EsxiRelease release) throws Exception {
        return new EsxiLab(host(release, Optional.empty(), EsxiHost.Traits.USUAL), 5);
    }

    EsxiMachine esxi() {
        return (EsxiMachine) hosts.machine("esx1").orElseThrow();
    }

    Machine machine() {
        return esxi().machine();
    }

    Machine peer() {
        return hosts.machine("peer").orElseThrow().machine();
    }

    SimulatedFabric simulated() {
        return hosts.fabrics().getFirst();
    }

    /** Runs a command line of root, as sshd does. */
    Said run(String line) throws Exception {
        String group = machine().logins().open(0, () -> {});
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        SimulatedProcess process = new LoginShell(machine(), Account.ROOT, group, Map.of())
                .start(line, InputStream.nullInputStream(), out, err);
        int status = Processes.status(process.ended().get(30, TimeUnit.SECONDS));
        return new Said(status, text(out), text(err));
    }

    /** What a command line that succeeds prints. */
    String told(String line) throws Exception {
        Said said = run(line);
        assertThat(said.status()).as("%s: %s", line, said).isZero();
        return said.stdout();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    void await(BooleanSupplier condition) throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        while (!condition.getAsBoolean() && clock.nanos() < until) {
            clock.sleep(Duration.ofMillis(200));
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    /** Power is lost, and comes back. */
    void losePower() throws InterruptedException {
        machine().reboot();
        awaitUp();
    }

    void awaitUp() throws InterruptedException {
        await(() -> machine().isUp() && esxi().isSettled());
    }

    @Override
    public void close() {
        clock.close();
    }
}
