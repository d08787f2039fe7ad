package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.driver;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.said;
import static dev.ibplay.plan.Desired.unchangeable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.ib.Mtu;
import dev.ibplay.netstack.PortMtuRules;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DriverPlanTest {
    private static final String CONF = "/etc/modprobe.d/mlx4_core.conf";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelHost node = fabric.host("node1");
    private final Simulator simulator = new Simulator(fabric);

    private Plan plan(DesiredHost... desired) {
        return Planner.plan(List.of(desired), fabric.observed(), Desired.SETTINGS);
    }

    private Plan plan(Resource... wanted) {
        return plan(host("node1", wanted));
    }

    private ModelDriver mlx4() {
        node.cap = Mtu.MTU_2048;
        node.ib0().driver = "mlx4_core";
        return node.driver("mlx4_core").with("set_4k_mtu", "0");
    }

    private static void refuses(Plan plan, Code code, String message, String hint) {
        assertThat(plan.isRefused()).isTrue();
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(code);
            assertThat(d.message()).isEqualTo(message);
            assertThat(d.hint()).contains(hint);
        });
    }

    @Test
    void theFileIsWrittenAndTheLoadedValueHeld() {
        mlx4();
        Resource wanted = driver("mlx4_core", "set_4k_mtu", "1");
        Plan plan = plan(wanted);

        assertThat(said(plan)).isEmpty();
        assertThat(plan.differences())
                .extracting(d -> d.level() + " " + d.attribute() + " " + d.observed() + " " + d.desired())
                .containsExactly("RUNNING set_4k_mtu 0 1", "FILE set_4k_mtu absent 1");
        assertThat(plan.held()).singleElement().satisfies(held -> {
            assertThat(held.resource()).isEqualTo("driver mlx4_core");
            assertThat(held.until()).startsWith("until node1 has rebooted");
        });
        simulator.apply(plan);
        assertThat(node.text(CONF)).isEqualTo("options mlx4_core set_4k_mtu=1\n");

        Plan waits = plan(wanted);
        assertThat(waits.hasSteps()).isFalse();
        assertThat(waits.differences()).singleElement().satisfies(d -> {
            assertThat(d.level()).isEqualTo(Level.RUNNING);
            assertThat(waits.held()).anyMatch(held -> held.explains(d));
        });
        simulator.kernel(node).reboot();
        assertThat(plan(wanted)).satisfies(p -> {
            assertThat(p.differences()).isEmpty();
            assertThat(p.held()).isEmpty();
        });
    }

    private DesiredHost[] fourKEverywhere() {
        return new DesiredHost[] {
            host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
            host("sm2", opensm(6, defaultPartition(Mtu.MTU_4096))),
            host("node1", driver("mlx4_core", "set_4k_mtu", "1"), ib0(4092)),
            host("node2", ib0(4092))
        };
    }

    @Test
    void whatDependsOnTheRebootIsHeldAndConvergesAfterwards() {
        mlx4();
        Plan plan = plan(fourKEverywhere());

        assertThat(said(plan)).isEmpty();
        assertThat(plan.fabric()).isEmpty();
        assertThat(plan.files()).extracting(FileChange::path).containsExactly(CONF);
        assertThat(plan.held())
                .extracting(held -> held.host() + " " + held.resource())
                .contains("node1 driver mlx4_core", "sm1 partition 0x7fff", "node1 ipoib ib0", "node2 ipoib ib0");
        assertThat(plan.differences())
                .filteredOn(d -> d.level() != Level.FILE || !d.resource().startsWith("driver"))
                .allMatch(d -> plan.held().stream().anyMatch(held -> held.explains(d)));
        simulator.apply(plan);
        assertThat(plan(fourKEverywhere()).hasSteps()).isFalse();

        simulator.kernel(node).reboot();
        Plan now = plan(fourKEverywhere());
        assertThat(now.held()).isEmpty();
        assertThat(now.isRefused()).as("%s", now.diagnostics()).isFalse();
        simulator.apply(now);
        assertThat(plan(fourKEverywhere()).differences()).isEmpty();
        assertThat(node.ib0().observed().mtu().ifKnown()).contains(4092);
    }

    @Test
    void aSwitchThatCannotDoItIsNotWaitedFor() {
        mlx4();
        node.switchPortCap = Mtu.MTU_2048;
        Plan plan = plan(fourKEverywhere());

        assertThat(plan.isRefused()).isTrue();
        assertThat(said(plan)).anyMatch(d -> d.code() == Code.MTU_CHAIN);
    }

    @Test
    void theDriverOfAnotherAdapterIsNotWaitedFor() {
        mlx4();
        node.driver("mlx5_core").with("prof_sel", "1");
        Plan plan = plan(
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(6, defaultPartition(Mtu.MTU_4096))),
                host("node1", driver("mlx5_core", "prof_sel", "2")));

        assertThat(said(plan)).extracting(d -> d.code()).contains(Code.MTU_CHAIN);
    }

    @Test
    void anInterfaceAboveItsPortWaitsForTheDriver() {
        ModelFabric big = ModelFabric.fourK();
        ModelHost host = big.host("node1");
        host.cap = Mtu.MTU_2048;
        host.ib0().mtu = dev.ibplay.facts.Fact.known(2044);
        host.ib0().driver = "mlx4_core";
        host.driver("mlx4_core").with("set_4k_mtu", "0");
        Plan plan = Planner.plan(
                List.of(host("node1", driver("mlx4_core", "set_4k_mtu", "1"), ib0(4092))),
                big.observed(),
                Desired.SETTINGS);

        assertThat(said(plan)).isEmpty();
        assertThat(plan.held()).extracting(Held::resource).containsExactly("driver mlx4_core", "ipoib ib0");
        assertThat(plan.files()).extracting(FileChange::path).containsExactly(CONF);
    }

    @Test
    void twoModulesInOneFile() {
        node.driver("mlx4_core").with("set_4k_mtu", "1").with("msi_x", "1");
        node.driver("ib_ipoib").with("send_queue_size", "256");
        String path = "/etc/modprobe.d/ib.conf";
        node.put(path, "options mlx4_core set_4k_mtu=1\noptions ib_ipoib send_queue_size=128\n", 500);
        Resource[] wanted = {
            driver("mlx4_core", "set_4k_mtu", "1", "msi_x", "1"), driver("ib_ipoib", "send_queue_size", "256")
        };
        simulator.apply(plan(wanted));

        assertThat(node.text(path))
                .contains("set_4k_mtu=1")
                .contains("msi_x=1")
                .contains("send_queue_size=256")
                .doesNotContain("128");
        assertThat(plan(wanted).differences()).isEmpty();
        assertThat(node.files)
                .containsKeys(
                        "/var/lib/ibplay/kept/r1/etc%2Fmodprobe.d%2Fib.conf",
                        "/var/lib/ibplay/kept/r1/etc%2Fmodprobe.d%2Fib.conf~2");
    }

    @Test
    void anUnknownOption() {
        mlx4();
        refuses(
                plan(driver("mlx4_core", "set_4k_mtus", "1")),
                Code.DRIVER_UNKNOWN,
                "mlx4_core of this host has no option set_4k_mtus",
                "did you mean set_4k_mtu?");
    }

    private static final String PORT_MTU = "/sys/bus/pci/drivers/mlx4_core/0000:03:00.0/mlx4_port1_mtu";

    @Test
    void anAttributeOfThePortIsWrittenByARuleAtTheNextStart() {
        ModelDriver driver = mlx4();
        driver.portAttributes.put(PORT_MTU, "2048");
        Resource wanted = driver("mlx4_core", "mlx4_port1_mtu", "4096");
        Plan plan = plan(wanted);

        assertThat(said(plan)).isEmpty();
        assertThat(plan.differences())
                .extracting(d -> d.level() + " " + d.attribute() + " " + d.observed() + " " + d.desired())
                .containsExactly("RUNNING mlx4_port1_mtu 2048 4096", "FILE mlx4_port1_mtu absent 4096");
        assertThat(plan.held()).extracting(Held::host).containsExactly("node1");
        simulator.apply(plan);
        assertThat(node.files.get(PortMtuRules.PATH))
                .isEqualTo(
                        "ACTION==\"bind\", SUBSYSTEM==\"pci\", DRIVER==\"mlx4_core\", ATTR{mlx4_port1_mtu}=\"4096\"\n");

        Plan waiting = plan(wanted);
        assertThat(waiting.hasSteps()).isFalse();
        assertThat(waiting.held()).hasSize(1);
        driver.portAttributes.put(PORT_MTU, "4096");
        Plan started = plan(wanted);
        assertThat(started.hasDifferences()).isFalse();
        assertThat(started.held()).isEmpty();
    }

    @Test
    void anAttributeThatNoAdapterHas() {
        mlx4();
        refuses(
                plan(driver("mlx4_core", "mlx4_port1_mtu", "4096")),
                Code.DRIVER_UNKNOWN,
                "no adapter of this host has the attribute mlx4_port1_mtu",
                "only upstream's mlx4_core has it; set_4k_mtu is the option of MLNX_OFED 2 and before");
    }

    @Test
    void aPortMtuThatInfinibandDoesNotKnow() {
        mlx4().portAttributes.put(PORT_MTU, "2048");
        Plan plan = plan(driver("mlx4_core", "mlx4_port1_mtu", "4092"));
        assertThat(plan.isRefused()).isTrue();
        assertThat(plan.diagnostics().getFirst().message())
                .isEqualTo("mlx4_port1_mtu takes 256, 512, 1024, 2048 or 4096, not 4092");
    }

    @Test
    void theBootLoaderHasTheLastWord() {
        mlx4().bootOptions.add("set_4k_mtu=0");
        refuses(
                plan(driver("mlx4_core", "set_4k_mtu", "1")),
                Code.FILE_NOT_EDITABLE,
                "the kernel's command line has mlx4_core.set_4k_mtu=0, which wins over modprobe.d",
                "change it in the boot loader's configuration");
    }

    @Test
    void filesThatCannotBeListed() {
        mlx4().unlisted.add("/etc/modprobe.d: permission denied");
        refuses(
                plan(driver("mlx4_core", "set_4k_mtu", "1")),
                Code.OWNER_UNCLEAR,
                "the files of modprobe.d cannot all be read: /etc/modprobe.d: permission denied",
                "\"become: true\" may be missing");
    }

    @Test
    void aHiddenParameterIsTakenForWhatTheFileSays() {
        node.driver("mlx4_core").known.add("port_type_array");
        node.put(CONF, "options mlx4_core port_type_array=1\n", 500);
        Plan plan = plan(driver("mlx4_core", "port_type_array", "1"));

        assertThat(plan.differences()).isEmpty();
        assertThat(said(plan)).extracting(d -> d.code()).containsExactly(Code.RUNNING_INFERRED);
    }

    @Test
    void aModuleThatIsNotLoadedTakesTheFileWhenItIs() {
        node.driver("mlx4_core").with("set_4k_mtu", "0").loaded = false;
        Plan plan = plan(driver("mlx4_core", "set_4k_mtu", "1"));

        assertThat(plan.differences()).extracting(Difference::level).containsExactly(Level.FILE);
        assertThat(plan.held()).isEmpty();
    }

    @Test
    void hostsOutsideTheLimitGetNoFile() {
        mlx4();
        Plan plan = plan(unchangeable("node1", driver("mlx4_core", "set_4k_mtu", "1")));

        assertThat(plan.hasDifferences()).isTrue();
        assertThat(plan.hasSteps()).isFalse();
    }

    /** What sysfs shows, what the playbook says, whether that is one value. */
    @ParameterizedTest
    @CsvSource({
        "Y, 1, true",
        "Y, yes, true",
        "Y, on, true",
        "N, 0, true",
        "N, off, true",
        "Y, 0, false",
        "N, Y, false",
        "16, 0x10, true",
        "8, 010, true",
        "10, 010, false",
        "-1, -1, true",
        "0, 0x0, true",
        "09, 9, false",
        "1, Y, true",
        "ib, ib, true",
        "ib, eth, false",
        "1, 2, false",
        "'1,2', '1,2', true"
    })
    void oneValueInTwoForms(String shown, String wanted, boolean same) {
        node.driver("m").with("o", shown);
        node.put("/etc/modprobe.d/m.conf", "options m o=" + wanted + "\n", 500);

        assertThat(plan(driver("m", "o", wanted)).differences().isEmpty()).isEqualTo(same);
    }
}
