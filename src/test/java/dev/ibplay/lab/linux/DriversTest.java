package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.exec.Bytes;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.lab.LabHosts;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.layout.LeafSpine;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What options of modules do to a host's ports, and when. */
class DriversTest {
    private static final String SET_4K = "/sys/module/mlx4_core/parameters/set_4k_mtu";
    private static final String PORT_MTU = "/sys/bus/pci/drivers/mlx4_core/0000:05:00.0/mlx4_port1_mtu";

    private final ManualClock clock = new ManualClock();
    private final LabHosts hosts;

    DriversTest() throws Errno {
        hosts = LabHosts.boot(
                new LabLayout(
                        List.of(LeafSpine.of(0, List.of("ofed", "upstream", "mlx5"))),
                        List.of(
                                host(0, "ofed", "mlx4_core", LinuxHost.Origin.MLNX_OFED),
                                host(1, "upstream", "mlx4_core", LinuxHost.Origin.UPSTREAM),
                                host(2, "mlx5", "mlx5_core", LinuxHost.Origin.UPSTREAM))),
                clock);
    }

    private static LabHost host(int number, String name, String driver, LinuxHost.Origin origin) {
        var adapter = new LinuxHost.Adapter("mlx_0", driver, LeafSpine.adapter(0, number), 1, origin);
        var ib0 =
                new LinuxHost.Interface("ib0", IpoibMode.DATAGRAM, Optional.empty(), "10.0.0.%d/24".formatted(number));
        return new LabHost(
                new LinuxHost(name, List.of(adapter), List.of(ib0), LinuxHost.Stack.IFUPDOWN, Optional.empty()),
                List.of(),
                Map.of());
    }

    private Machine machine(String name) {
        return hosts.machine(name).orElseThrow().machine();
    }

    private String read(String host, String path) throws Errno {
        return machine(host).disk().read(path).lossyText();
    }

    private void write(String host, String path, String text) throws Errno {
        machine(host).disk().folders(path.substring(0, path.lastIndexOf('/')));
        machine(host).disk().write(path, Bytes.ofUtf8(text), 0644);
    }

    private Mtu cap(int number) {
        return hosts.fabrics()
                .getFirst()
                .view(new PortRef(LeafSpine.adapter(0, number), 1))
                .mtuCap();
    }

    private void reboot(String host) {
        machine(host).reboot();
        clock.advance(Duration.ofMinutes(1));
    }

    @Test
    void anOldDriverDoesTwoKUntilItIsToldOtherwise() throws Exception {
        assertThat(cap(0)).isEqualTo(Mtu.MTU_2048);
        assertThat(read("ofed", SET_4K)).isEqualTo("0\n");
        assertThat(read("ofed", "/sys/class/net/ib0/mtu")).isEqualTo("2044\n");
        write("ofed", "/etc/modprobe.d/ib.conf", "options mlx4-core set_4k_mtu=0x1\n");
        assertThat(read("ofed", SET_4K)).as("until it is loaded anew").isEqualTo("0\n");
        reboot("ofed");
        assertThat(read("ofed", SET_4K)).isEqualTo("1\n");
        assertThat(cap(0)).isEqualTo(Mtu.MTU_4096);
        assertThat(read("ofed", "/sys/class/net/ib0/mtu")).isEqualTo("4092\n");
        machine("ofed").commandLine("quiet mlx4_core.set_4k_mtu=0");
        reboot("ofed");
        assertThat(cap(0)).as("the command line wins").isEqualTo(Mtu.MTU_2048);
        assertThat(read("ofed", "/proc/cmdline")).isEqualTo("quiet mlx4_core.set_4k_mtu=0\n");
        assertThat(machine("ofed").disk().exists(PORT_MTU)).isFalse();
    }

    @Test
    void upstreamsDriverHasAnAttributeForEachPort() throws Exception {
        assertThat(cap(1)).isEqualTo(Mtu.MTU_4096);
        assertThat(read("upstream", PORT_MTU)).isEqualTo("4096\n");
        assertThat(machine("upstream").disk().exists(SET_4K)).isFalse();
        assertThatThrownBy(() -> write("upstream", PORT_MTU, "2044"))
                .isInstanceOfSatisfying(
                        Errno.class, refused -> assertThat(refused.name()).isEqualTo("EINVAL"));
        write("upstream", PORT_MTU, "2048\n");
        assertThat(cap(1)).as("at once").isEqualTo(Mtu.MTU_2048);
        assertThat(read("upstream", "/sys/class/net/ib0/mtu")).isEqualTo("2044\n");
        reboot("upstream");
        assertThat(cap(1)).as("it goes with the driver").isEqualTo(Mtu.MTU_4096);
        write(
                "upstream",
                "/etc/udev/rules.d/70-mlx4-port-mtu.rules",
                "ACTION==\"bind\", SUBSYSTEM==\"pci\", DRIVER==\"mlx4_core\", ATTR{mlx4_port1_mtu}=\"1024\"\n");
        reboot("upstream");
        assertThat(cap(1)).isEqualTo(Mtu.MTU_1024);
        assertThat(read("upstream", PORT_MTU)).isEqualTo("1024\n");
    }

    @Test
    void optionsOfOtherModulesAreOnlyParameters() throws Exception {
        write("mlx5", "/etc/modprobe.d/ipoib.conf", "options ib_ipoib send_queue_size=1024 no_such=1 debug_level=x\n");
        reboot("mlx5");
        assertThat(read("mlx5", "/sys/module/ib_ipoib/parameters/send_queue_size"))
                .isEqualTo("1024\n");
        assertThat(read("mlx5", "/sys/module/ib_ipoib/parameters/debug_level")).isEqualTo("0\n");
        assertThat(machine("mlx5").disk().list("/sys/module"))
                .containsExactly("ib_ipoib", "ib_umad", "mlx5_core", "mlx5_ib");
        assertThat(cap(2)).isEqualTo(Mtu.MTU_4096);
    }

    private String modinfo(String host, String module) throws Exception {
        Machine machine = machine(host);
        SimulatedProcess process = machine.processes().start(1, 0, List.of("modinfo"));
        var out = new ByteArrayOutputStream();
        int status = machine.load("/usr/sbin/modinfo")
                .run(new Invocation(
                        machine,
                        process,
                        List.of("modinfo", "-p", module),
                        Map.of(),
                        "/",
                        InputStream.nullInputStream(),
                        out,
                        out));
        return status + " " + out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void modinfoTellsWhatTheModuleOnDiskKnows() throws Exception {
        assertThat(modinfo("ofed", "mlx4_core"))
                .startsWith("0 ")
                .contains("set_4k_mtu:attempt to set 4K MTU to all ConnectX ports (int)\n");
        assertThat(modinfo("upstream", "mlx4-core")).startsWith("0 ").doesNotContain("set_4k_mtu");
        assertThat(modinfo("mlx5", "nosuch")).isEqualTo("1 modinfo: ERROR: Module nosuch not found.\n");
    }

    @Test
    void aRebootForgetsWhatIsInMemoryOnly() throws Exception {
        write("mlx5", "/run/lock/some", "1");
        write("mlx5", "/tmp/some", "1");
        write("mlx5", "/var/lib/some", "1");
        machine("mlx5").reboot();
        clock.advance(Duration.ofSeconds(2));
        assertThat(machine("mlx5").isUp()).isFalse();
        clock.advance(Duration.ofMinutes(1));
        assertThat(machine("mlx5").isUp()).isTrue();
        assertThat(machine("mlx5").disk().files("/run")).isEmpty();
        assertThat(machine("mlx5").disk().files("/tmp")).isEmpty();
        assertThat(machine("mlx5").disk().exists("/run/systemd/system")).isTrue();
        assertThat(read("mlx5", "/var/lib/some")).isEqualTo("1");
    }
}
