package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.driver;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.vmkernel;
import static dev.ibplay.plan.Desired.vswitch;
import static dev.ibplay.plan.EsxiScene.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Resource;
import org.junit.jupiter.api.Test;

class EsxiDriverPlanTest {
    private final EsxiScene scene = new EsxiScene();
    private final ModelFabric fabric = scene.fabric;
    private final ModelHost host = scene.host;
    private final ModelEsxi esxi = scene.esxi;
    private final Simulator simulator = scene.simulator;

    private Plan plan(DesiredHost... desired) {
        return scene.plan(desired);
    }

    private Plan plan(Resource... wanted) {
        return scene.plan(wanted);
    }

    @Test
    void aParameterIsMergedWithTheOthersAndHeldUntilTheReboot() {
        host.cap = Mtu.MTU_2048;
        esxi.parameters.put("log_num_mtt", "24");
        Resource wanted = driver("mlx4_core", "mtu_4k", "1");
        Plan plan = plan(wanted);

        assertThat(plan.differences()).singleElement().satisfies(d -> {
            assertThat(d.level()).isEqualTo(Level.FILE);
            assertThat(d.observed()).isEqualTo("absent");
            assertThat(d.desired()).isEqualTo("1");
        });
        assertThat(plan.held())
                .singleElement()
                .satisfies(held -> assertThat(held.until()).isEqualTo("until esx1 has rebooted"));
        simulator.apply(plan);
        assertThat(esxi.ran)
                .containsExactly(
                        "esxcli system module parameters set -m mlx4_core -p log_num_mtt=24 mtu_4k=1",
                        "/sbin/auto-backup.sh");

        Plan waits = plan(wanted);
        assertThat(waits.hasSteps()).isFalse();
        assertThat(waits.differences()).singleElement().satisfies(d -> {
            assertThat(d.level()).isEqualTo(Level.RUNNING);
            assertThat(d.observed()).isEqualTo("0 (MtuCap 2048)");
        });
        assertThat(waits.held()).hasSize(1);

        host.cap = Mtu.MTU_4096;
        Plan after = plan(wanted);
        assertThat(after.differences()).isEmpty();
        assertThat(after.held()).isEmpty();
    }

    @Test
    void whatRestsOnTheRebootIsHeldWithIt() {
        host.cap = Mtu.MTU_2048;
        Plan plan = plan(
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))),
                host("esx1", driver("mlx4_core", "mtu_4k", "1"), vswitch("vSwitch1", 4092), vmkernel("vmk1", 4092)));
        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.fabric()).isEmpty();
        assertThat(plan.held().stream().map(Held::resource))
                .contains("driver mlx4_core", "vswitch vSwitch1", "partition 0x7fff");
        simulator.apply(plan);
        assertThat(esxi.switches).containsEntry("vSwitch1", 2044);
        assertThat(esxi.vmkernels).containsEntry("vmk1", 2044);
    }

    @Test
    void twoPlaysOnOneModuleAddUp() {
        Plan plan = plan(driver("mlx4_core", "mtu_4k", "1"), driver("mlx4_core", "debug_level", "0x1"));
        simulator.apply(plan);
        assertThat(esxi.parameters).containsEntry("mtu_4k", "1").containsEntry("debug_level", "0x1");
    }

    @Test
    void numbersAreComparedAsNumbers() {
        esxi.parameters.put("debug_level", "1");
        assertThat(plan(driver("mlx4_core", "debug_level", "0x1")).differences())
                .isEmpty();
    }

    @Test
    void unknownParametersModulesAndValuesAreRefused() {
        refuses(
                plan(driver("mlx4_core", "mtu_4", "1")),
                Code.DRIVER_UNKNOWN,
                "mlx4_core of this host has no parameter mtu_4",
                "did you mean mtu_4k?");
        refuses(
                plan(driver("mlx4_core", "mtu_4k", "1 debug_level=1")),
                Code.VALUE_WRONG,
                "mtu_4k of a VMkernel module cannot be \"1 debug_level=1\"",
                "write one word without quotation marks");
        esxi.known = Fact.absent();
        assertThat(plan(driver("mlx4_core", "mtu_4k", "1")).isRefused()).isTrue();
    }

    @Test
    void aRollbackCannotUnsetAParameter() {
        EarlierRun run = EarlierRun.of(fabric, plan(driver("mlx4_core", "mtu_4k", "1")));
        refuses(
                run.undo(),
                Code.UNDO_UNKNOWN,
                "driver mlx4_core mtu_4k was not set before run r1, and a rollback cannot take it away",
                "write the value that it has by default in a playbook");
    }
}
