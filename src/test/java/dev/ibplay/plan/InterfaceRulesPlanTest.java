package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.ipoib;
import static dev.ibplay.plan.Desired.ofGroup;
import static dev.ibplay.plan.Desired.onPorts;
import static dev.ibplay.plan.Desired.said;
import static dev.ibplay.plan.Desired.selected;
import static dev.ibplay.plan.Desired.serving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Severity;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the kernel allows, which interface is meant, what depends on it, and in which order things go. */
class InterfaceRulesPlanTest {
    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelHost node = fabric.host("node1");

    private Plan plan(Resource... wanted) {
        return Planner.plan(List.of(host("node1", wanted)), fabric.observed(), Desired.SETTINGS);
    }

    private Plan withGroup(Mtu mtu, Resource... wanted) {
        List<DesiredHost> all = new ArrayList<>(List.of(host("node1", wanted)));
        all.add(host("sm1", serving(defaultPartition(mtu))));
        all.add(host("sm2", serving(defaultPartition(mtu))));
        return Planner.plan(all, fabric.observed(), Desired.SETTINGS);
    }

    private static Step.Guarded guarded(List<HostSteps> steps) {
        return (Step.Guarded) steps.getFirst().steps().getFirst();
    }

    private static void refuses(Plan plan, Code code, String message) {
        assertThat(plan.isRefused()).isTrue();
        assertThat(said(plan))
                .filteredOn(d -> d.severity() == Severity.ERROR)
                .singleElement()
                .satisfies(d -> {
                    assertThat(d.code()).isEqualTo(code);
                    assertThat(d.message()).isEqualTo(message);
                });
    }

    private static void warns(Plan plan, Code code, String message) {
        assertThat(plan.isRefused()).isFalse();
        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(code);
            assertThat(d.message()).isEqualTo(message);
        });
    }

    @Test
    void enhancedIpoibHasNoConnectedMode() {
        node.ib0().canConnect = false;
        refuses(
                plan(ib0(IpoibMode.CONNECTED, 2044)),
                Code.CONNECTED_IMPOSSIBLE,
                "ib0 cannot be connected: its hardware address says that it takes no connections (enhanced IPoIB of mlx5_core?)");
        assertThat(said(plan(ib0(IpoibMode.DATAGRAM, 2044)))).isEmpty();
    }

    private ModelInterface bond() {
        node.ib0().mode = IpoibMode.DATAGRAM;
        node.add("ib1", 2044);
        return node.bond("bond0", 2044, "ib0", "ib1");
    }

    @Test
    void theMtuOfASlaveIsTheBonds() {
        bond();
        refuses(plan(ib0(1500)), Code.BOND_SLAVE, "ib0 is part of bond0, which sets the MTU of all its parts");
        assertThat(plan(ib0(IpoibMode.CONNECTED)).isRefused()).isFalse();
    }

    @Test
    void theModeGoesToTheSlavesAndTheMtuToTheBond() {
        bond();
        Step.Guarded step =
                guarded(plan(ipoib("bond0", IpoibMode.CONNECTED, 65520)).growing());

        assertThat(step.set()).extracting(InterfaceRulesPlanTest::target).containsExactly("ib0", "ib1", "bond0 65520");
        assertThat(step.undo()).extracting(InterfaceRulesPlanTest::target).containsExactly("ib0", "ib1", "bond0 2044");
        new Simulator(fabric).run(step);
        assertThat(plan(ipoib("bond0", IpoibMode.CONNECTED, 65520)).hasDifferences())
                .isFalse();
        step.undo().forEach(o -> new Simulator(fabric).run(node, o));
        assertThat(node.ib("ib1").mode).isEqualTo(IpoibMode.DATAGRAM);
        assertThat(node.ib("ib1").mtu).isEqualTo(Fact.known(2044));
    }

    private List<String> saidOfNode1(Plan plan) {
        return said(plan).stream()
                .filter(d ->
                        d.code() == Code.MTU_UNEQUAL || d.location().toString().contains("node1"))
                .map(Diagnostic::message)
                .toList();
    }

    @Test
    void aBondTakesItsSlavesAlongAndStaysWhenTheyGo() {
        bond();
        assertThat(saidOfNode1(withGroup(Mtu.MTU_4096, ipoib("bond0", 4092)))).isEmpty();
        assertThat(saidOfNode1(withGroup(Mtu.MTU_4096, ib0(IpoibMode.DATAGRAM))))
                .containsExactly(
                        "ib0 will rise from 2044 to 4092 by itself when the group of P_Key 0xffff is made anew",
                        "ib1 will rise from 2044 to 4092 by itself when the group of P_Key 0xffff is made anew");
    }

    @Test
    void theFilesOfABondAreThoseOfItsSlavesToo() {
        bond().in(NetstackKind.NETWORKD, "/etc/systemd/network/30-bond0.network");
        node.put("/etc/systemd/network/30-bond0.network", "[Match]\nName=bond0\n\n[Link]\nMTUBytes=2044\n", 500);
        for (String slave : List.of("ib0", "ib1")) {
            String path = "/etc/systemd/network/20-" + slave + ".network";
            node.put(path, "[Match]\nName=" + slave + "\n\n[Network]\nBond=bond0\n\n[IPoIB]\nMode=datagram\n", 500);
            node.ib(slave).in(NetstackKind.NETWORKD, path);
        }
        Resource wanted = ipoib("bond0", IpoibMode.CONNECTED, 65520);
        Plan plan = plan(wanted);

        assertThat(plan.differences())
                .filteredOn(d -> d.level() == Level.FILE)
                .extracting(Difference::attribute)
                .containsExactly("mode of ib0", "mode of ib1", "mtu");
        new Simulator(fabric).apply(plan);
        assertThat(node.text("/etc/systemd/network/30-bond0.network"))
                .isEqualTo("[Match]\nName=bond0\n\n[Link]\nMTUBytes=65520\n");
        assertThat(node.text("/etc/systemd/network/20-ib1.network")).contains("Mode=connected");
        assertThat(plan(wanted).hasDifferences()).isFalse();
    }

    private static String target(Operation operation) {
        return switch (operation) {
            case Operation.WriteAttribute attribute -> attribute.path().split("/", -1)[4];
            case Operation.SetLinkMtu link -> link.interfaceName() + " " + link.bytes();
            default -> operation.toString();
        };
    }

    @Test
    void parentsGrowBeforeTheirChildrenAndShrinkAfterThem() {
        node.ib0().mtu = Fact.known(1500);
        node.add("ib0.8001", 1500).childOf("ib0", 1);
        Resource[] up = {ipoib("ib0.8001", 2044), ipoib("ib0", 2044)};
        Step.Guarded grows = guarded(plan(up).growing());
        assertThat(grows.set()).extracting(InterfaceRulesPlanTest::target).containsExactly("ib0 2044", "ib0.8001 2044");
        assertThat(grows.undo())
                .extracting(InterfaceRulesPlanTest::target)
                .containsExactly("ib0.8001 1500", "ib0 1500");

        Step.Guarded shrinks =
                guarded(plan(ipoib("ib0", 1400), ipoib("ib0.8001", 1400)).shrinking());
        assertThat(shrinks.set())
                .extracting(InterfaceRulesPlanTest::target)
                .containsExactly("ib0.8001 1400", "ib0 1400");
    }

    @Test
    void ipv6NeedsItsMtu() {
        node.ib0().ipv6 = Fact.known(true);
        node.ib0().addresses = List.of(new InterfaceAddress("fe80::1", 64), new InterfaceAddress("10.0.0.1", 24));
        assertThat(said(plan(ib0(1280)))).isEmpty();
        warns(
                plan(ib0(1279)),
                Code.MTU_OF_IPV6,
                "IPv6 needs an MTU of 1280, so the kernel takes it off ib0 at 1279; some network stacks raise the MTU instead");
        node.ib0().addresses = List.of(new InterfaceAddress("2001:db8::1", 64));
        refuses(
                plan(ib0(1279)),
                Code.MTU_OF_IPV6,
                "ib0 would lose its IPv6 address 2001:db8::1/64: IPv6 needs an MTU of 1280");
        node.ib0().ipv6 = Fact.unreadable("permission denied");
        warns(plan(ib0(1279)), Code.MTU_OF_IPV6, "whether ib0 has IPv6, which needs an MTU of 1280, could not be read");
    }

    @Test
    void selectorsMeanExactlyOneInterface() {
        node.add("ibs2f1", 2044).port = new MadPort("mlx5_1", 1);
        Plan one = plan(selected(ipoib("storage", 1500), onPorts("mlx5_1/1")));
        assertThat(guarded(one.shrinking()).set()).containsExactly(new Operation.SetLinkMtu("ibs2f1", 1500));
        assertThat(guarded(one.shrinking()).what()).startsWith("set ipoib storage (ibs2f1) mtu 1500");
        refuses(
                plan(selected(ipoib("storage", 1500), onPorts("mlx5_0/1", "mlx5_1/1"))),
                Code.INTERFACE_AMBIGUOUS,
                "storage does not mean exactly one interface (port mlx5_0/1 or mlx5_1/1): 2 interfaces match: ib0, ibs2f1");
        refuses(
                plan(selected(ipoib("storage", 1500), onPorts("mlx5_2/1"))),
                Code.INTERFACE_AMBIGUOUS,
                "storage does not mean exactly one interface (port mlx5_2/1): no interface matches; there are "
                        + "ib0 (mlx5_0/1, P_Key 0xffff), ibs2f1 (mlx5_1/1, P_Key 0xffff)");
    }

    @Test
    void oneAmbiguousPortIsNotOutweighedByAnother() {
        node.add("ib0.8001", 2044).childOf("ib0", 1);
        node.add("ib1", 2044).port = new MadPort("mlx5_1", 1);
        assertThat(plan(selected(ipoib("x", 1500), onPorts("mlx5_0/1", "mlx5_1/1")))
                        .isRefused())
                .isTrue();
        var child =
                new InterfaceSelector(List.of(), Optional.of(Desired.at(new PKey(1))), Optional.of(Desired.at("ib0")));
        assertThat(guarded(plan(selected(ipoib("x", 1500), child)).shrinking()).set())
                .containsExactly(new Operation.SetLinkMtu("ib0.8001", 1500));
    }

    @Test
    void twoWordsForOneInterface() {
        refuses(
                plan(ib0(1500), selected(ipoib("fast", 1400), onPorts("mlx5_0/1"))),
                Code.INTERFACE_AMBIGUOUS,
                "ib0 and fast are the same interface");
    }

    @Test
    void mtuGroupFollowsTheGroupInTheSamePlan() {
        Plan rises = withGroup(Mtu.MTU_4096, ofGroup("ib0"));
        assertThat(guarded(rises.growing()).set()).containsExactly(new Operation.SetLinkMtu("ib0", 4092));
        assertThat(rises.shrinking()).isEmpty();

        Plan falls = withGroup(Mtu.MTU_1024, ofGroup("ib0"));
        assertThat(guarded(falls.shrinking()).set()).containsExactly(new Operation.SetLinkMtu("ib0", 1020));
        assertThat(falls.growing()).isEmpty();
        assertThat(plan(ofGroup("ib0")).hasDifferences()).isFalse();
    }

    @Test
    void mtuGroupOfAnUnknownGroup() {
        fabric.groups.clear();
        refuses(
                plan(ofGroup("ib0")),
                Code.GROUP_UNKNOWN,
                "the group of P_Key 0xffff could not be read, so nobody knows what \"mtu: group\" is for ib0");
    }

    @Test
    void aPortThatCannotDoWhatItsGroupDoes() {
        ModelFabric big = ModelFabric.fourK();
        big.host("node1").cap = Mtu.MTU_2048;
        big.host("node1").ib0().mtu = Fact.known(2044);
        Plan plan = Planner.plan(List.of(host("node1", ib0(4092))), big.observed(), Desired.SETTINGS);
        refuses(plan, Code.MTU_CHAIN, "ib0 cannot have MTU 4092: its port can do 2048, which leaves 2044 for IPoIB");
    }

    private Plan unguarded(Resource... wanted) {
        return Planner.plan(List.of(host("node1", wanted)), fabric.observed(), Desired.UNGUARDED);
    }

    @Test
    void theWayInIsChangedOnlyUnderAGuard() {
        node.route = Fact.known(new ManagementRoute("10.0.0.9", "ib0", List.of()));
        warns(
                plan(ib0(1500)),
                Code.WAY_IN,
                "the way to this host runs over ib0 (it answers 10.0.0.9 through it); if the change cuts it, the host takes it back after 120 s");
        refuses(
                unguarded(ib0(1500)),
                Code.WAY_IN,
                "the way to this host runs over ib0 (it answers 10.0.0.9 through it), and \"confirm: none\" leaves no way back");
        assertThat(said(unguarded(ib0(2044)))).isEmpty();
    }

    @Test
    void theWayInOverWhatLiesAbove() {
        node.route = Fact.known(new ManagementRoute("10.0.0.9", "ib0.8001", List.of("ib0")));
        assertThat(said(plan(ib0(1500)))).extracting(d -> d.code()).containsExactly(Code.WAY_IN);
        bond();
        node.route = Fact.known(new ManagementRoute("10.0.0.9", "bond0", List.of("ib0", "ib1")));
        assertThat(unguarded(ib0(IpoibMode.CONNECTED)).isRefused()).isTrue();
        assertThat(unguarded(ipoib("bond0", 1500)).isRefused()).isTrue();
        node.route = Fact.known(new ManagementRoute("10.0.0.9", "eth0", List.of()));
        assertThat(said(unguarded(ipoib("bond0", 1500)))).noneMatch(d -> d.code() == Code.WAY_IN);
        node.route = Fact.unreadable("no ip");
        assertThat(said(unguarded(ipoib("bond0", 1500))))
                .extracting(d -> d.code())
                .contains(Code.WAY_IN);
    }
}
