package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.DriverObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriverProbeTest {
    private static final String MTU = "/sys/bus/pci/drivers/mlx4_core/0000:03:00.0/mlx4_port1_mtu";

    private final RecordedHost host = new RecordedHost();

    private DriverObserved driver(String module) {
        Map<String, DriverObserved> drivers = host.ask(new DriverProbe(Set.of(module)));
        assertThat(drivers).containsOnlyKeys(module);
        return drivers.values().iterator().next();
    }

    @Test
    void aLoadedModule() {
        host.file("/sys/module/mlx4_core/parameters/set_4k_mtu", "1")
                .file("/sys/module/mlx4_core/parameters/debug_level", "0")
                .file("/etc/modprobe.d/mlx4.conf", "options mlx4_core set_4k_mtu=1")
                .file("/usr/lib/modprobe.d/dist.conf", "# nothing")
                .file("/lib/modprobe.d/dist.conf", "# nothing")
                .unreadable("/run/modprobe.d/secret.conf")
                .file("/proc/cmdline", "ro quiet mlx4_core.set_4k_mtu=0 mlx4_en.x=1 mlx4-core.debug_level=1")
                .file(MTU, "4096")
                .says(
                        "modinfo -p mlx4_core",
                        "set_4k_mtu:attempt to set 4K MTU to all ConnectX ports (int)",
                        "  more of it",
                        "msi_x:attempt to use MSI-X (int)");
        DriverObserved driver = driver("mlx4_core");
        assertThat(driver.loaded()).isTrue();
        assertThat(driver.parameters()).isEqualTo(Map.of("set_4k_mtu", "1", "debug_level", "0"));
        assertThat(driver.known()).isEqualTo(Fact.known(List.of("set_4k_mtu", "msi_x")));
        assertThat(driver.files())
                .extracting(FileObserved::path)
                .containsExactly(
                        "/etc/modprobe.d/mlx4.conf", "/run/modprobe.d/secret.conf", "/usr/lib/modprobe.d/dist.conf");
        assertThat(driver.files().get(1).content()).isInstanceOf(Fact.Unreadable.class);
        assertThat(driver.bootOptions()).containsExactly("set_4k_mtu=0", "debug_level=1");
        assertThat(driver.portAttributes()).isEqualTo(Map.of(MTU, "4096"));
    }

    @Test
    void aModuleThatIsNotThere() {
        host.ends("modinfo", 1, "", "modinfo: ERROR: Module ib_ipoib not found.\n")
                .file(MTU, "4096");
        DriverObserved driver = driver("ib-ipoib");
        assertThat(driver.loaded()).isFalse();
        assertThat(driver.parameters()).isEmpty();
        assertThat(driver.known()).isEqualTo(Fact.absent());
        assertThat(driver.portAttributes()).isEmpty();
        host.file("/sys/module/ib_ipoib/parameters/send_queue_size", "512");
        assertThat(driver("ib-ipoib").parameters()).containsEntry("send_queue_size", "512");
        assertThat(driver("ib-ipoib").loaded()).isTrue();
    }

    @Test
    void whatCannotBeAsked() {
        assertThat(driver("ib_ipoib").known()).isEqualTo(Fact.unreadable("there is no modinfo"));
        host.shut("/etc/modprobe.d");
        assertThat(driver("ib_ipoib").unlisted()).containsExactly("list /etc/modprobe.d: Permission denied");
    }
}
