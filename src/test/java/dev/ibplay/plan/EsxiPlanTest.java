package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.driver;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.said;
import static dev.ibplay.plan.Desired.unchangeable;
import static dev.ibplay.plan.Desired.vmkernel;
import static dev.ibplay.plan.Desired.vswitch;
import static dev.ibplay.plan.EsxiScene.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Severity;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EsxiPlanTest {
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

    private static List<String> what(List<HostSteps> steps) {
        return steps.stream().flatMap(s -> s.steps().stream()).map(Step::what).toList();
    }

    @Test
    void nothingIsDoneWhereAllIsRight() {
        Plan plan = plan(vswitch("vSwitch1", 2044), vmkernel("vmk1", 2044));
        assertThat(plan.differences()).isEmpty();
        assertThat(plan.hasSteps()).isFalse();
        assertThat(said(plan)).isEmpty();
    }

    @Test
    void growingBeginsAtTheSwitchUnderOneGuardAndIsSavedAfterIt() {
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
        Plan plan = plan(vmkernel("vmk1", 4092), vswitch("vSwitch1", 4092));

        assertThat(plan.differences())
                .extracting(d ->
                        d.resource() + " " + d.attribute() + " " + d.level() + " " + d.observed() + " " + d.desired())
                .containsExactlyInAnyOrder(
                        "vmkernel vmk1 mtu RUNNING 2044 4092", "vswitch vSwitch1 mtu RUNNING 2044 4092");
        assertThat(plan.shrinking()).isEmpty();
        assertThat(what(plan.growing()))
                .containsExactly(
                        "set vswitch vSwitch1 mtu 4092; set vmkernel vmk1 mtu 4092,"
                                + " or back after 120 s without confirmation",
                        "run `/sbin/auto-backup.sh`");
        simulator.apply(plan);
        assertThat(esxi.ran)
                .containsExactly(
                        "esxcli network vswitch standard set -v vSwitch1 -m 4092",
                        "esxcli network ip interface set -i vmk1 -m 4092",
                        "/sbin/auto-backup.sh");
        assertThat(plan(vmkernel("vmk1", 4092), vswitch("vSwitch1", 4092)).hasDifferences())
                .isFalse();
    }

    @Test
    void loweringBeginsAtTheVmkernelInterfaceBeforeTheFabric() {
        ModelFabric high = ModelFabric.fourK();
        ModelHost lowered = high.add("esx1", 2);
        lowered.esxi = Optional.of(esxi);
        esxi.switches.put("vSwitch1", 4092);
        esxi.vmkernels.put("vmk1", 4092);
        Plan plan = Planner.plan(
                List.of(
                        host("sm1", opensm(10, defaultPartition(Mtu.MTU_2048))),
                        host("sm2", opensm(5, defaultPartition(Mtu.MTU_2048))),
                        host("node1", ib0(2044)),
                        host("node2", ib0(2044)),
                        host("esx1", vswitch("vSwitch1", 2044), vmkernel("vmk1", 2044))),
                high.observed(),
                Desired.SETTINGS);

        assertThat(plan.isRefused()).isFalse();
        assertThat(what(plan.shrinking()))
                .contains("set vmkernel vmk1 mtu 2044; set vswitch vSwitch1 mtu 2044,"
                        + " or back after 120 s without confirmation");
        assertThat(plan.growing()).isEmpty();
    }

    @Test
    void anUndoPutsTheOldValuesBackInTheOtherOrder() {
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
        Plan plan = plan(vswitch("vSwitch1", 4092), vmkernel("vmk1", 4092));
        Step step = plan.growing().getFirst().steps().getFirst();
        assertThat(Effects.undoCommands(step))
                .containsExactly(
                        List.of("esxcli", "network", "ip", "interface", "set", "-i", "vmk1", "-m", "2044"),
                        List.of("esxcli", "network", "vswitch", "standard", "set", "-v", "vSwitch1", "-m", "2044"));
    }

    /** The post's own observation: the VMkernel interface takes 4096, and the vSwitch below it carries 2044. */
    @Test
    void aVmkernelInterfaceAboveItsSwitchIsRefused() {
        refuses(
                plan(vmkernel("vmk1", 4092)),
                Code.MTU_CHAIN,
                "vmk1 cannot use MTU 4092: vSwitch1 below it carries 2044, and ESXi would take it without a word",
                "raise vswitch vSwitch1 too, or write 2044 here");
    }

    @Test
    void aSwitchAboveItsGroupIsRefused() {
        refuses(
                plan(vswitch("vSwitch1", 4092)),
                Code.MTU_CHAIN,
                "vSwitch1 cannot have MTU 4092: the group of the Default partition carries 2048, which leaves 2044 for IPoIB",
                "raise the partition's mtu first, or write 2044 here");
    }

    @Test
    void aSwitchAboveItsPortIsRefusedWithTheDriversParameter() {
        host.cap = Mtu.MTU_2048;
        refuses(
                plan(vswitch("vSwitch1", 4092)),
                Code.MTU_CHAIN,
                "vSwitch1 cannot have MTU 4092: its port can do 2048, which leaves 2044 for IPoIB",
                "ask for 4K ports first (driver: {mlx4_core: {mtu_4k: 1}}, then a reboot), or write 2044 here");
    }

    /** Without a host that queries the fabric the driver's own parameters tell what its ports can do. */
    @Test
    void aPortThatNobodyAsksIsJudgedByItsDriver() {
        DesiredHost wanted = host("esx1", vswitch("vSwitch1", 4092));
        Plan off = Planner.plan(List.of(wanted), fabric.blind(), Desired.SETTINGS);
        assertThat(off.diagnostics())
                .anyMatch(d -> d.severity() == Severity.ERROR && d.message().contains("its port can do 2048"));
        esxi.parameters.put("mtu_4k", "1");
        Plan on = Planner.plan(List.of(wanted), fabric.blind(), Desired.SETTINGS);
        assertThat(on.isRefused()).isFalse();
        assertThat(on.hasSteps()).isTrue();
        assertThat(on.diagnostics().stream().map(Diagnostic::code)).contains(Code.RUNNING_INFERRED, Code.GROUP_UNKNOWN);
    }

    @Test
    void nothingAboveDatagramModeIsPossible() {
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
        assertThat(plan(vswitch("vSwitch1", 9000)).isRefused()).isTrue();
        assertThat(plan(vswitch("vSwitch1", 4096)).isRefused()).isTrue();
    }

    @Test
    void aDistributedSwitchIsRefusedWithTheReason() {
        esxi.distributed = true;
        refuses(
                plan(vswitch("vSwitch1", 2000)),
                Code.DISTRIBUTED_SWITCH,
                "vSwitch1 is a distributed vSwitch: its MTU belongs to vCenter, and no host can change it",
                "change it in vCenter, and leave it out here");
        assertThat(plan(vmkernel("vmk1", 2000)).isRefused()).isFalse();
    }

    @Test
    void whatIsNotThereIsRefusedWithWhatIs() {
        refuses(
                plan(vswitch("vSwitch9", 2044)),
                Code.INTERFACE_MISSING,
                "there is no vSwitch vSwitch9",
                "it has vSwitch0, vSwitch1");
        refuses(
                plan(vmkernel("vmk9", 2044)),
                Code.INTERFACE_MISSING,
                "there is no VMkernel interface vmk9",
                "it has vmk0, vmk1");
    }

    @Test
    void whatIsOnEthernetIsUnsupported() {
        Plan plan = plan(vswitch("vSwitch0", 9000));
        assertThat(plan.unsupported())
                .containsEntry("esx1", "vSwitch0 is on Ethernet (vmnic0 by igb), and not on InfiniBand");
        assertThat(plan.hasSteps()).isFalse();
    }

    @Test
    void uplinksThatCannotBeReadAreNoReasonToDoNothing() {
        esxi.uplinks = Fact.unreadable("esxcli did not end in time");
        Plan plan = plan(vswitch("vSwitch1", 1500));
        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.hasSteps()).isTrue();
        assertThat(plan.diagnostics()).anyMatch(d -> d.code() == Code.RUNNING_INFERRED);
    }

    @Test
    void anEsxiWithoutIpoibIsUnsupported() {
        esxi.version = "8.0.2";
        assertThat(plan(vswitch("vSwitch1", 2044)).unsupported())
                .containsEntry(
                        "esx1", "VMware ESXi 8.0.2 has no IPoIB: its drivers of InfiniBand adapters do Ethernet only");
        assertThat(plan(driver("mlx4_core", "mtu_4k", "1")).unsupported()).containsKey("esx1");
        esxi.version = "6.7.0";
        assertThat(plan(vswitch("vSwitch1", 2044)).unsupported()).isEmpty();
    }

    @Test
    void anEsxiKeyOnLinuxIsUnsupportedAndALinuxKeyOnEsxiRefused() {
        assertThat(plan(host("node1", vswitch("vSwitch1", 2044))).unsupported())
                .containsEntry("node1", "vswitch and vmkernel are for ESXi, and it runs Linux");
        refuses(
                plan(ib0(2044)),
                Code.INTERFACE_MISSING,
                "ESXi has no interface ib0 to be set: what its IPoIB carries is a matter of vSwitch and VMkernel interface",
                "describe them: vswitch: {vSwitch1: {mtu: 2044}} and vmkernel: {vmk1: {mtu: 2044}}");
    }

    @Test
    void whatIsLeftAboveALoweredSwitchIsNamed() {
        Plan plan = plan(vswitch("vSwitch1", 1500));
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.MTU_ON_THE_WAY);
            assertThat(d.message())
                    .isEqualTo("vmk1 on vSwitch1 has MTU 2044, and vSwitch1 carries 1500: what is larger is lost");
        });
    }

    @Test
    void theWayInIsGuardedOrRefused() {
        host.route = Fact.known(new ManagementRoute("192.0.2.1", "vmk1", List.of("vSwitch1", "vmnic_ib0")));
        assertThat(plan(vswitch("vSwitch1", 1500), vmkernel("vmk1", 1500)).diagnostics().stream()
                        .filter(d -> d.code() == Code.WAY_IN))
                .hasSize(2)
                .allMatch(d -> d.severity() == Severity.WARNING);
        Plan unguarded =
                Planner.plan(List.of(host("esx1", vmkernel("vmk1", 1500))), fabric.observed(), Desired.UNGUARDED);
        refuses(
                unguarded,
                Code.WAY_IN,
                "the way to this host runs over vmk1 (it answers 192.0.2.1 through it), and \"confirm: none\" leaves no way back",
                "leave confirm out: the host then takes the change back if it cuts the connection");
    }

    @Test
    void whatMayNotBeChangedIsOnlyCompared() {
        Plan plan = plan(unchangeable("esx1", vswitch("vSwitch1", 1500)));
        assertThat(plan.hasDifferences()).isTrue();
        assertThat(plan.hasSteps()).isFalse();
    }

    @Test
    void aRollbackPutsMtusBack() {
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
        Plan plan = plan(vswitch("vSwitch1", 4092), vmkernel("vmk1", 4092));
        List<Effect> effects = new ArrayList<>(Stream.concat(plan.shrinking().stream(), plan.growing().stream())
                .flatMap(s -> s.steps().stream())
                .flatMap(s -> Effects.of(s).stream())
                .toList());
        assertThat(effects)
                .contains(
                        new Effect.SettingEffect("vswitch vSwitch1", "mtu", Optional.of("2044"), "4092"),
                        new Effect.SettingEffect("vmkernel vmk1", "mtu", Optional.of("2044"), "4092"));

        EarlierRun run = EarlierRun.of(fabric, plan);
        Plan undo = run.undo();
        assertThat(undo.isRefused()).isFalse();
        simulator.apply(undo);
        assertThat(esxi.switches).containsEntry("vSwitch1", 2044);
        assertThat(esxi.vmkernels).containsEntry("vmk1", 2044);
    }

    @Test
    void aRollbackLeavesSomebodyElsesValueAlone() {
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
        EarlierRun run = EarlierRun.of(fabric, plan(vswitch("vSwitch1", 4092)));
        esxi.switches.put("vSwitch1", 3000);
        refuses(
                run.undo(),
                Code.HOST_MOVED_ON,
                "vswitch vSwitch1 mtu is 3000 now, and run r1 left 4092: it was changed since",
                "put it back by hand, or leave the host out with --limit 'all:!esx1'");
    }

    @Test
    void aSwitchThatStaysAboveALoweredGroupIsNamed() {
        ModelFabric high = ModelFabric.fourK();
        ModelHost other = high.add("esx1", 2);
        other.esxi = Optional.of(esxi);
        esxi.switches.put("vSwitch1", 4092);
        Plan plan = Planner.plan(
                List.of(
                        host("sm1", opensm(10, defaultPartition(Mtu.MTU_2048))),
                        host("sm2", opensm(5, defaultPartition(Mtu.MTU_2048))),
                        host("node1", ib0(2044)),
                        host("node2", ib0(2044))),
                high.observed(),
                Desired.SETTINGS);
        assertThat(plan.diagnostics())
                .anyMatch(d -> d.code() == Code.MTU_ON_THE_WAY
                        && d.message()
                                .equals("vSwitch1 keeps MTU 4092 when the group of the Default partition is made anew"
                                        + " with 2048: what is larger is lost"));
    }
}
