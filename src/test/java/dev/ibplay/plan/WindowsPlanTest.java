package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.at;
import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.driver;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.ipoib;
import static dev.ibplay.plan.Desired.notKept;
import static dev.ibplay.plan.Desired.ofGroup;
import static dev.ibplay.plan.Desired.onPorts;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.said;
import static dev.ibplay.plan.Desired.selected;
import static dev.ibplay.plan.Desired.unchangeable;
import static dev.ibplay.plan.Desired.vswitch;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Severity;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The MTU of an IPoIB connection of a Windows host in a fabric whose group carries 4K, unless a test says otherwise. */
class WindowsPlanTest {
    private static final String SET = "netsh.exe interface ipv4 set subinterface IB0 ";
    private static final String KEY =
            "HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e972-e325-11ce-bfc1-08002be10318}\\0011";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelHost host = fabric.add("win1", 2);
    private final ModelWindows windows = new ModelWindows();
    private final Simulator simulator = new Simulator(fabric);

    WindowsPlanTest() {
        host.windows = Optional.of(windows);
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_4096));
    }

    private Plan plan(DesiredHost desired) {
        return Planner.plan(List.of(desired), fabric.observed(), Desired.SETTINGS);
    }

    private Plan plan(Resource... wanted) {
        return plan(host("win1", wanted));
    }

    private static List<String> what(List<HostSteps> steps) {
        return steps.stream().flatMap(s -> s.steps().stream()).map(Step::what).toList();
    }

    private static List<String> differences(Plan plan) {
        return plan.differences().stream()
                .map(d -> "%s %s %s: %s, not %s"
                        .formatted(d.resource(), d.attribute(), d.level().word(), d.observed(), d.desired()))
                .toList();
    }

    private static void refuses(Plan plan, Code code, String message, String hint) {
        assertThat(plan.diagnostics().stream().filter(d -> d.severity() == Severity.ERROR))
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.code()).isEqualTo(code);
                    assertThat(d.message()).isEqualTo(message);
                    assertThat(d.hint()).contains(hint);
                });
        assertThat(plan.hasSteps()).isFalse();
    }

    @Test
    void nothingIsDoneWhereAllIsRight() {
        Plan plan = plan(ipoib("IB0", 2044));
        assertThat(plan.differences()).isEmpty();
        assertThat(plan.hasSteps()).isFalse();
        assertThat(said(plan)).isEmpty();
    }

    /** Whatever IP makes of a restarted adapter. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRaiseTellsTheDriverFirstThenIpThenTheStore(boolean followsDriver) {
        windows.followsDriver = followsDriver;
        Plan plan = plan(ipoib("IB0", 4092));

        assertThat(differences(plan))
                .containsExactly(
                        "ipoib IB0 mtu running: 2044, not 4092",
                        "ipoib IB0 *JumboPacket file: 2044, not 4092 or more",
                        "ipoib IB0 mtu file: 2044, not 4092");
        assertThat(plan.shrinking()).isEmpty();
        assertThat(what(plan.growing()))
                .containsExactly(
                        "set *JumboPacket of IB0 to 4092, and restart that adapter (its link is down for seconds),"
                                + " or back after 120 s without confirmation",
                        "set ipoib IB0 mtu 4092, or back after 120 s without confirmation",
                        "run `" + SET + "mtu=4092 store=persistent`");
        simulator.apply(plan);
        assertThat(windows.ran)
                .containsExactly(
                        "reg.exe add " + KEY + " /v *JumboPacket /t REG_SZ /d 4092 /f",
                        "netsh.exe interface set interface name=IB0 admin=disabled",
                        "netsh.exe interface set interface name=IB0 admin=enabled",
                        SET + "mtu=4092 store=active",
                        SET + "mtu=4092 store=persistent");
        assertThat(plan(ipoib("IB0", 4092)).hasDifferences()).isFalse();
    }

    @Test
    void aStoreWithNothingInItIsFilled() {
        windows.kept = 0;
        Plan plan = plan(ipoib("IB0", 4092));
        assertThat(differences(plan)).contains("ipoib IB0 mtu file: absent, not 4092");
        simulator.apply(plan);
        assertThat(windows.kept).isEqualTo(4092);
    }

    @Test
    void aDriverThatDoesEnoughIsNotRestarted() {
        windows.driver = "4092";
        windows.bound = 4092;
        Plan plan = plan(ipoib("IB0", 4092));
        assertThat(what(plan.growing())).hasSize(2).noneMatch(what -> what.contains("restart"));
        assertThat(differences(plan)).noneMatch(d -> d.contains("JumboPacket"));
    }

    /** Not every driver counts the keyword as IP counts its MTU: below what IP uses now it says nothing. */
    @Test
    void aKeywordThatCannotBeIpsIsLeftAlone() {
        windows.driver = "1514";
        windows.bound = 4092;
        Plan plan = plan(ipoib("IB0", 4092));
        assertThat(what(plan.growing())).noneMatch(what -> what.contains("restart"));
        simulator.apply(plan);
        assertThat(windows.mtu).isEqualTo(4092);
    }

    @Test
    void aKeywordThatCannotBeReadIsSaid() {
        windows.driver = "auto";
        windows.bound = 4092;
        Plan plan = plan(ipoib("IB0", 4092));
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.RUNNING_INFERRED);
            assertThat(d.message())
                    .isEqualTo("what the driver of IB0 is told its MTU is could not be read (*JumboPacket is auto):"
                            + " if that is less than 4092, the change is taken back");
        });
        windows.keyword = Optional.empty();
        assertThat(said(plan(ipoib("IB0", 4092))))
                .singleElement()
                .satisfies(d -> assertThat(d.message()).contains("neither *JumboPacket nor PayloadMtu"));
        assertThat(said(plan(ipoib("IB0", 2000)))).isEmpty();
    }

    @Test
    void loweringLeavesTheDriverAloneAndGoesBeforeTheFabric() {
        ModelFabric high = ModelFabric.fourK();
        high.add("win1", 2).windows = Optional.of(windows);
        windows.driver = "4092";
        windows.bound = 4092;
        windows.mtu = 4092;
        windows.kept = 4092;
        Plan plan = Planner.plan(
                List.of(
                        host("sm1", opensm(10, defaultPartition(Mtu.MTU_2048))),
                        host("sm2", opensm(5, defaultPartition(Mtu.MTU_2048))),
                        host("node1", ib0(2044)),
                        host("node2", ib0(2044)),
                        host("win1", ipoib("IB0", 2044))),
                high.observed(),
                Desired.SETTINGS);
        assertThat(plan.isRefused()).isFalse();
        assertThat(what(plan.shrinking()))
                .contains(
                        "set ipoib IB0 mtu 2044, or back after 120 s without confirmation",
                        "run `" + SET + "mtu=2044 store=persistent`");
        assertThat(plan.growing()).isEmpty();
        new Simulator(high).apply(plan);
        assertThat(windows.mtu).isEqualTo(2044);
        assertThat(windows.driver).isEqualTo("4092");
    }

    @Test
    void aConnectionThatStaysAboveALoweredGroupIsNamed() {
        ModelFabric high = ModelFabric.fourK();
        high.add("win1", 2).windows = Optional.of(windows);
        windows.mtu = 4092;
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
                                .equals("IB0 keeps MTU 4092 when the group of P_Key 0xffff is made anew with 2048:"
                                        + " what is larger is lost"));
    }

    @Test
    void onlyWhatTheNextStartBringsIsPutRight() {
        windows.kept = 1500;
        Plan plan = plan(ipoib("IB0", 2044));
        assertThat(differences(plan)).containsExactly("ipoib IB0 mtu file: 1500, not 2044");
        assertThat(what(plan.growing())).containsExactly("keep ipoib IB0 mtu 2044 for the next start");
        simulator.apply(plan);
        assertThat(windows.ran).containsExactly(SET + "mtu=2044 store=persistent");
        windows.kept = 1500;
        assertThat(plan(notKept(ipoib("IB0", 2044))).hasDifferences()).isFalse();
    }

    @Test
    void whatIsNotToBeKeptIsNotKept() {
        windows.driver = "4092";
        windows.bound = 4092;
        simulator.apply(plan(notKept(ipoib("IB0", 4092))));
        assertThat(windows.ran).containsExactly(SET + "mtu=4092 store=active");
        assertThat(windows.kept).isEqualTo(2044);
    }

    /** It is not taken for absent. */
    @Test
    void aStoreThatCannotBeReadIsSaid() {
        windows.unreadableKept = Optional.of("netsh lists no interface");
        Plan plan = plan(ipoib("IB0", 2044));
        assertThat(plan.hasDifferences()).isFalse();
        assertThat(said(plan))
                .singleElement()
                .satisfies(
                        d -> assertThat(d.message())
                                .isEqualTo(
                                        "which MTU the next start of win1 brings IB0 could not be read: netsh lists no interface"));
    }

    @Test
    void aConnectionAboveItsGroupOrItsPortIsRefused() {
        fabric.groups.put(0x7fff, ModelFabric.group(PKey.DEFAULT.asFullMember(), Mtu.MTU_2048));
        refuses(
                plan(ipoib("IB0", 4092)),
                Code.MTU_CHAIN,
                "IB0 cannot have MTU 4092: the group of P_Key 0xffff carries 2048, which leaves 2044 for IPoIB",
                "raise the partition's mtu first, or write 2044 here");
        host.cap = Mtu.MTU_2048;
        refuses(
                plan(ipoib("IB0", 4092)),
                Code.MTU_CHAIN,
                "IB0 cannot have MTU 4092: its port can do 2048, which leaves 2044 for IPoIB",
                "write 2044 here");
    }

    /** Where no Linux host is read, the host's own tools tell what its port can do. */
    @Test
    void withoutPortQueriesTheHostsToolsCount() {
        windows.tools = ModelWindows.told(Mtu.MTU_2048);
        Plan low = Planner.plan(List.of(host("win1", ipoib("IB0", 4092))), fabric.blind(), Desired.SETTINGS);
        assertThat(low.diagnostics()).anyMatch(d -> d.message().contains("its port can do 2048"));
        windows.tools = ModelWindows.told(Mtu.MTU_4096);
        windows.linkKnown = false;
        Plan high = Planner.plan(List.of(host("win1", ipoib("IB0", 4092))), fabric.blind(), Desired.SETTINGS);
        assertThat(high.isRefused()).isFalse();
        assertThat(high.diagnostics()).anyMatch(d -> d.code() == Code.GROUP_UNKNOWN);
        windows.tools = Map.of();
        Plan unknown = Planner.plan(List.of(host("win1", ipoib("IB0", 4092))), fabric.blind(), Desired.SETTINGS);
        assertThat(unknown.diagnostics()).anyMatch(d -> d.code() == Code.RUNNING_INFERRED);
    }

    @Test
    void theGroupOfItsOwnPartitionCounts() {
        windows.pkey = new PKey(0x8005);
        fabric.groups.put(0x0005, ModelFabric.group(new PKey(0x8005), Mtu.MTU_2048));
        assertThat(plan(ipoib("IB0", 4092)).isRefused()).isTrue();
        assertThat(plan(ofGroup("IB0")).hasDifferences()).isFalse();
    }

    @Test
    void theGroupTellsTheMtu() {
        Plan plan = plan(ofGroup("IB0"));
        assertThat(differences(plan)).contains("ipoib IB0 mtu running: 2044, not 4092");
    }

    @Test
    void nothingAboveDatagramModeIsPossible() {
        refuses(
                plan(ipoib("IB0", 4096)),
                Code.MTU_CHAIN,
                "IB0 cannot have MTU 4096 in datagram mode, which ends at 4092",
                "write 4092, or less");
        refuses(
                plan(ipoib("IB0", IpoibMode.CONNECTED, 2044)),
                Code.CONNECTED_IMPOSSIBLE,
                "IB0 cannot be connected: drivers for Windows know datagram mode only",
                "leave \"mode\" out for this host, or write mode: datagram");
        assertThat(plan(ipoib("IB0", IpoibMode.DATAGRAM, 2044)).differences()).isEmpty();
    }

    @Test
    void whatIsNotThereIsRefusedAndEthernetUnsupported() {
        refuses(
                plan(ipoib("IB9", 2044)),
                Code.INTERFACE_MISSING,
                "there is no connection IB9",
                "its connections by IPoIB are IB0");
        assertThat(plan(ipoib("Ethernet", 9000)).unsupported())
                .containsEntry("win1", "Ethernet is Intel I350, and not IPoIB");
    }

    @Test
    void aSelectorFindsItsConnection() {
        windows.name = "イーサネット 3";
        Plan plan = plan(selected(ipoib("storage", 4092), onPorts("ibv_device0/1")));
        simulator.apply(plan);
        assertThat(windows.mtu).isEqualTo(4092);
        assertThat(windows.ran).contains("netsh.exe interface set interface name=イーサネット 3 admin=enabled");
        windows.linkKnown = false;
        assertThat(plan(selected(ipoib("storage", 2044), onPorts("ibv_device0/1")))
                        .diagnostics())
                .anyMatch(d -> d.code() == Code.INTERFACE_AMBIGUOUS);
    }

    /** The command that enables the adapter again would be gone with the session. */
    @Test
    void theAdapterOfTheWayInIsNotRestarted() {
        host.route = Fact.known(new ManagementRoute("192.0.2.1", "IB0", List.of()));
        refuses(
                plan(ipoib("IB0", 4092)),
                Code.WAY_IN,
                "MTU 4092 needs a restart of IB0, and the way to this host runs over it (it answers 192.0.2.1 through it)",
                "log in over another connection (ansible_host), or set *JumboPacket to 4092 by hand");
        assertThat(plan(ipoib("IB0", 1500)).diagnostics())
                .anyMatch(d -> d.code() == Code.WAY_IN && d.severity() == Severity.WARNING);
    }

    @Test
    void withoutAGuardTheWayInMustBeKnown() {
        host.route = Fact.unreadable("no connection is known to have the address 192.0.2.30");
        assertThat(plan(ipoib("IB0", 4092)).isRefused()).isFalse();
        Plan unguarded = Planner.plan(List.of(host("win1", ipoib("IB0", 4092))), fabric.observed(), Desired.UNGUARDED);
        assertThat(unguarded.diagnostics()).anyMatch(d -> d.code() == Code.WAY_IN && d.severity() == Severity.ERROR);
        host.route = Fact.known(new ManagementRoute("192.0.2.1", "Ethernet", List.of()));
        Plan known = Planner.plan(List.of(host("win1", ipoib("IB0", 4092))), fabric.observed(), Desired.UNGUARDED);
        simulator.apply(known);
        assertThat(windows.mtu).isEqualTo(4092);
    }

    @Test
    void whatLinuxAndEsxiHaveIsUnsupported() {
        assertThat(plan(driver("mlx4_core", "log_num_mgm_entry_size", "-1")).unsupported())
                .containsEntry(
                        "win1",
                        "Windows Server 2012 R2 Standard has no module whose options could be set: what its driver is told"
                                + " of the MTU goes with mtu of ipoib");
        assertThat(plan(vswitch("vSwitch1", 2044)).unsupported())
                .containsEntry(
                        "win1", "vswitch and vmkernel are for ESXi, and it runs Windows Server 2012 R2 Standard");
        Plan child = plan(selected(
                ipoib("storage", 2044),
                new InterfaceSelector(List.of(), Optional.of(at(new PKey(0x8005))), Optional.of(at("IB0")))));
        assertThat(child.unsupported()).containsKey("win1");
        assertThat(child.hasSteps()).isFalse();
    }

    @Test
    void whatMayNotBeChangedIsOnlyCompared() {
        Plan plan = plan(unchangeable("win1", ipoib("IB0", 4092)));
        assertThat(plan.hasDifferences()).isTrue();
        assertThat(plan.hasSteps()).isFalse();
    }
}
