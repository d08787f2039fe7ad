package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.said;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.unchangeable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.WantedMtu;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IpoibInterfacePlanTest {
    private final ModelFabric fabric = ModelFabric.twoK();

    private Plan plan(DesiredHost... desired) {
        return Planner.plan(List.of(desired), fabric.observed(), Desired.SETTINGS);
    }

    private Plan withGroup(Mtu mtu, DesiredHost... desired) {
        List<DesiredHost> all = new ArrayList<>(Arrays.asList(desired));
        all.add(host("sm1", serving(defaultPartition(mtu))));
        all.add(host("sm2", serving(defaultPartition(mtu))));
        return Planner.plan(all, fabric.observed(), Desired.SETTINGS);
    }

    private static void refuses(Plan plan, Code code, String message, String hint) {
        assertThat(plan.hasSteps()).isFalse();
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(code);
            assertThat(d.message()).isEqualTo(message);
            assertThat(d.hint()).contains(hint);
        });
    }

    private static Step.Guarded change(List<HostSteps> steps) {
        assertThat(steps).hasSize(1);
        return (Step.Guarded) steps.getFirst().steps().getFirst();
    }

    @Test
    void aMissingInterface() {
        var ib1 = IpoibInterface.named(
                "ib1", Optional.of(Desired.at(new WantedMtu.Bytes(2044))), Optional.empty(), Desired.SPAN);
        refuses(
                plan(host("node1", ib1)),
                Code.INTERFACE_MISSING,
                "there is no IPoIB interface ib1",
                "its IPoIB interfaces are ib0");
        refuses(
                plan(host("sm1", ib1)),
                Code.INTERFACE_MISSING,
                "there is no IPoIB interface ib1",
                "the host has none; is ib_ipoib loaded?");
    }

    @Test
    void aModeThatTheKernelDoesNotShow() {
        fabric.host("node1").ib0().mode = null;
        refuses(
                plan(host("node1", ib0(IpoibMode.DATAGRAM, 2044))),
                Code.INTERFACE_UNREADABLE,
                "the mode of ib0 cannot be read: the kernel shows no such attribute",
                "leave \"mode\" out for this host");
        assertThat(plan(host("node1", ib0(2044))).hasDifferences()).isFalse();
    }

    @Test
    void anMtuThatCannotBeRead() {
        fabric.host("node1").ib0().mtu = Fact.unreadable("input/output error");
        refuses(
                plan(host("node1", ib0(2044))),
                Code.INTERFACE_UNREADABLE,
                "the MTU of ib0 cannot be read",
                "look at /sys/class/net/ib0/mtu on the host");
    }

    @Test
    void anMtuAboveTheGroup() {
        refuses(
                plan(host("node1", ib0(2045))),
                Code.MTU_CHAIN,
                "ib0 cannot have MTU 2045: the group of P_Key 0xffff carries 2048, which leaves 2044 for IPoIB",
                "raise the partition's mtu first, or write 2044 here");
    }

    @Test
    void datagramModeIsLeftBeforeTheGroupIsLowered() {
        Plan plan = withGroup(Mtu.MTU_1024, host("node1", ib0(IpoibMode.CONNECTED, 65520)));
        assertThat(plan.shrinking()).extracting(HostSteps::host).containsExactly("node1");
        assertThat(plan.growing()).isEmpty();
        assertThat(plan.diagnostics())
                .filteredOn(d -> d.code() == Code.MTU_CUT)
                .extracting(d -> ((Location.OnHost) d.location()).host())
                .as("node1 will not be cut")
                .containsExactly("node2");
        var simulator = new Simulator(fabric);
        simulator.apply(plan);
        assertThat(simulator.cuts).extracting(cut -> cut.split(" ", 2)[0]).containsExactly("node2");
    }

    @Test
    void connectedModeIsNotBoundByTheGroup() {
        Plan plan = plan(host("node1", ib0(IpoibMode.CONNECTED, 65520)));

        assertThat(said(plan)).isEmpty();
        Step.Guarded change = change(plan.growing());
        assertThat(change.what()).startsWith("set ipoib ib0 mode connected mtu 65520");
        assertThat(change.set())
                .extracting(o -> o.getClass().getSimpleName())
                .containsExactly("WriteAttribute", "SetLinkMtu");
        assertThat(change.undo())
                .extracting(o -> o.getClass().getSimpleName())
                .containsExactly("WriteAttribute", "SetLinkMtu");
    }

    @Test
    void growsAfterTheFabric() {
        Plan plan = withGroup(Mtu.MTU_4096, host("node1", ib0(4092)));

        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.MTU_RISES);
            assertThat(d.location()).isEqualTo(new Location.OnHost("node2", Optional.empty(), Optional.empty()));
            assertThat(d.message())
                    .isEqualTo("ib0 will rise from 2044 to 4092 by itself when the group of P_Key 0xffff is made anew");
        });
        assertThat(plan.fabric()).isNotEmpty();
        assertThat(plan.shrinking()).isEmpty();
        Step.Guarded change = change(plan.growing());
        assertThat(change.set()).containsExactly(new Operation.SetLinkMtu("ib0", 4092));
        assertThat(change.undo()).containsExactly(new Operation.SetLinkMtu("ib0", 2044));
    }

    /** The kernel takes an MTU that was all of the old group along, even if somebody has set it by hand. */
    @Test
    void anInterfaceThatIsToStayBelowIsSetBackAfterTheFabric() {
        Played played = Played.plan(
                fabric,
                host("sm1", opensm(10, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))),
                host("node1", ib0(2044)),
                host("node2", ib0(1500)));
        assertThat(played.plan().growing()).extracting(HostSteps::host).containsExactly("node1");
        Step.Guarded change = change(played.plan().growing());
        assertThat(change.what())
                .startsWith("set ipoib ib0 mtu 2044 again, since it rises with its group, or back after");
        assertThat(change.set()).containsExactly(new Operation.SetLinkMtu("ib0", 2044));
        assertThat(played.differences()).noneMatch(d -> d.startsWith("node1"));
        played.simulator().apply(played.plan());
        assertThat(fabric.host("node1").ib0().mtu).isEqualTo(Fact.known(2044));
        assertThat(fabric.host("node2").ib0().mtu).isEqualTo(Fact.known(1500));
    }

    @Test
    void shrinksBeforeTheFabric() {
        fabric.host("node1").withInterface(2044);
        Plan plan = withGroup(Mtu.MTU_1024, host("node1", ib0(1020)), host("node2", ib0(1020)));

        assertThat(said(plan)).isEmpty();
        assertThat(plan.growing()).isEmpty();
        assertThat(plan.shrinking()).extracting(HostSteps::host).containsExactly("node1", "node2");
    }

    @Test
    void leavingConnectedModeWaitsForAGroupThatMustGrow() {
        fabric.host("node1").connected(65520);
        Plan plan = withGroup(Mtu.MTU_4096, host("node1", ib0(IpoibMode.DATAGRAM, 4092)));

        assertThat(plan.shrinking()).isEmpty();
        assertThat(change(plan.growing()).what()).startsWith("set ipoib ib0 mode datagram mtu 4092");
    }

    @Test
    void leavingConnectedModeIsShrinkingWhereTheGroupIsBigEnough() {
        fabric.host("node1").connected(65520);
        Plan plan = plan(host("node1", ib0(IpoibMode.DATAGRAM, 2044)));

        assertThat(change(plan.shrinking()).what()).startsWith("set ipoib ib0 mode datagram mtu 2044");
    }

    @Test
    void theUndoOfAModeBringsTheMtuBackToo() {
        fabric.host("node1").connected(65520);
        Step.Guarded change =
                change(plan(host("node1", ib0(IpoibMode.DATAGRAM))).growing());

        assertThat(change.undo().getLast()).isEqualTo(new Operation.SetLinkMtu("ib0", 65520));
    }

    @Test
    void namesInterfacesThatTheGroupWillCut() {
        Plan plan = withGroup(Mtu.MTU_1024, host("node1", ib0(1020)));

        assertThat(plan.isRefused()).isFalse();
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.MTU_CUT);
            assertThat(d.location().toString()).contains("node2");
            assertThat(d.message())
                    .isEqualTo(
                            "ib0 will be cut from 2044 to 1020 by itself when the group of P_Key 0xffff is made anew");
        });
    }

    @Test
    void namesInterfacesOutsideTheLimitThatTheGroupWillCut() {
        Plan plan = withGroup(Mtu.MTU_1024, host("node1", ib0(1020)), unchangeable("node2", ib0(1020)));

        assertThat(plan.shrinking()).extracting(HostSteps::host).containsExactly("node1");
        assertThat(said(plan)).extracting(d -> d.code()).containsExactly(Code.MTU_CUT);
    }

    @Test
    void hostsOutsideTheLimitGetNoSteps() {
        Plan plan = plan(unchangeable("node1", ib0(1500)));

        assertThat(plan.differences()).hasSize(1);
        assertThat(plan.hasSteps()).isFalse();
    }

    @Test
    void aGroupThatIsNotKnownIsAWarning() {
        fabric.groups.clear();
        Plan plan = plan(host("node1", ib0(4092)));

        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.GROUP_UNKNOWN);
            assertThat(d.message())
                    .isEqualTo("the group of P_Key 0xffff could not be read, so 4092 on ib0 is not held against it");
        });
        assertThat(plan.growing()).hasSize(1);
    }

    @Test
    void theFingerprintAcceptsWhatTheRebuiltGroupMakesOfIt() {
        fabric.host("node1").withInterface(2044);
        Plan plan = withGroup(Mtu.MTU_4096, host("node1", ib0(4000)));
        Fingerprint mtu = change(plan.growing()).restsOn().getFirst();

        assertThat(mtu.verdict(text("2044"))).isEqualTo(Fingerprint.Verdict.UNCHANGED);
        assertThat(mtu.verdict(text("4092"))).isEqualTo(Fingerprint.Verdict.UNCHANGED);
        assertThat(mtu.verdict(text("4000"))).isEqualTo(Fingerprint.Verdict.REACHED);
        assertThat(mtu.verdict(text("1500"))).isEqualTo(Fingerprint.Verdict.MOVED);
    }

    private static Outcome text(String text) {
        return Answers.file(text);
    }
}
