package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.ipoib;
import static dev.ibplay.plan.Desired.notKept;
import static dev.ibplay.plan.Desired.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Severity;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.GuardObserved;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.Resource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The file level of IPoIB interfaces: who owns them, what is written, under which guard. */
class InterfaceFilesPlanTest {
    private static final String PROFILE = """
            [connection]
            id=ib0
            type=infiniband
            interface-name=ib0

            [infiniband]
            mtu=2044
            transport-mode=datagram
            """;

    /** A stack's file for ib0 at 2044, and the same with 1500 and connected mode. */
    enum Stack {
        KEYFILE(
                NetstackKind.NETWORK_MANAGER,
                "/etc/NetworkManager/system-connections/ib0.nmconnection",
                PROFILE,
                PROFILE.replace("2044", "1500").replace("datagram", "connected"),
                "nmcli connection load /etc/NetworkManager/system-connections/ib0.nmconnection",
                "nmcli device reapply ib0"),
        IFCFG_BY_NETWORK_MANAGER(
                NetstackKind.IFCFG,
                "/etc/sysconfig/network-scripts/ifcfg-ib0",
                "TYPE=InfiniBand\nDEVICE=ib0\nMTU=2044\nCONNECTED_MODE=no\n",
                "TYPE=InfiniBand\nDEVICE=ib0\nMTU=1500\nCONNECTED_MODE=yes\n",
                "nmcli connection load /etc/sysconfig/network-scripts/ifcfg-ib0",
                "nmcli device reapply ib0"),
        NETPLAN_BY_NETWORK_MANAGER(
                NetstackKind.NETPLAN,
                "/etc/netplan/60-ib.yaml",
                "network:\n  ethernets:\n    ib0: {mtu: 2044, infiniband-mode: datagram}\n",
                "network:\n  ethernets:\n    ib0: {mtu: 1500, infiniband-mode: connected}\n",
                "netplan generate",
                "nmcli connection reload",
                "nmcli device reapply ib0"),
        NETPLAN(
                NetstackKind.NETPLAN,
                "/etc/netplan/60-ib.yaml",
                "network:\n  ethernets:\n    ib0: {mtu: 2044, infiniband-mode: datagram}\n",
                "network:\n  ethernets:\n    ib0: {mtu: 1500, infiniband-mode: connected}\n",
                "netplan generate"),
        NETWORKD(
                NetstackKind.NETWORKD,
                "/etc/systemd/network/10-ib0.network",
                "[Match]\nName=ib0\n\n[Link]\nMTUBytes=2044\n\n[IPoIB]\nMode=datagram\n",
                "[Match]\nName=ib0\n\n[Link]\nMTUBytes=1500\n\n[IPoIB]\nMode=connected\n"),
        IFUPDOWN(
                NetstackKind.IFUPDOWN,
                "/etc/network/interfaces",
                "iface ib0 inet static\n    pre-up echo datagram > /sys/class/net/ib0/mode\n    mtu 2044\n",
                "iface ib0 inet static\n    pre-up echo connected > /sys/class/net/ib0/mode\n    mtu 1500\n"),
        IFCFG(
                NetstackKind.IFCFG,
                "/etc/sysconfig/network-scripts/ifcfg-ib0",
                "TYPE=InfiniBand\nDEVICE=ib0\nMTU=2044\nCONNECTED_MODE=no\n",
                "TYPE=InfiniBand\nDEVICE=ib0\nMTU=1500\nCONNECTED_MODE=yes\n"),
        WICKED(
                NetstackKind.WICKED,
                "/etc/sysconfig/network/ifcfg-ib0",
                "BOOTPROTO='none'\nIPOIB_MODE='datagram'\nMTU='2044'\n",
                "BOOTPROTO='none'\nIPOIB_MODE='connected'\nMTU='1500'\n");

        final NetstackKind kind;
        final String path;
        final String text;
        final String other;
        final String afterwards;

        Stack(NetstackKind kind, String path, String text, String other, String... afterwards) {
            this.kind = kind;
            this.path = path;
            this.text = text;
            this.other = other;
            this.afterwards = String.join(" && ", afterwards);
        }

        void own(ModelHost host) {
            host.put(path, text, 500);
            if (kind == NetstackKind.NETWORK_MANAGER || name().endsWith("BY_NETWORK_MANAGER")) {
                host.ib0().byNetworkManager(kind, path);
            } else {
                host.ib0().in(kind, path);
            }
        }
    }

    private static final String NETPLAN = "/etc/netplan/60-ib.yaml";
    private static final String TWO =
            "network:\n  ethernets:\n    ib0: {mtu: 2044}\n    ib1: {mtu: 1500}\n    ib2: {mtu: 1000}\n";

    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelHost node = fabric.host("node1");

    private Plan plan(Resource... wanted) {
        return Planner.plan(List.of(host("node1", wanted)), fabric.observed(), Desired.SETTINGS);
    }

    private static List<Step> steps(List<HostSteps> steps) {
        return steps.stream().flatMap(s -> s.steps().stream()).toList();
    }

    private Simulator applied(Plan plan, Resource... wanted) {
        assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
        var simulator = new Simulator(fabric);
        simulator.apply(plan);
        assertThat(plan(wanted).differences()).isEmpty();
        assertThat(plan(wanted).hasSteps()).isFalse();
        return simulator;
    }

    @ParameterizedTest
    @EnumSource(Stack.class)
    void theMtuAlone(Stack stack) {
        stack.own(node);
        Plan plan = plan(ib0(1500));

        assertThat(plan.differences())
                .extracting(d -> d.level() + " " + d.attribute() + " " + d.observed() + " " + d.desired())
                .containsExactlyInAnyOrder("RUNNING mtu 2044 1500", "FILE mtu 2044 1500");
        assertThat(applied(plan, ib0(1500)).commands.stream()
                        .filter(c -> !c.startsWith("sh -c"))
                        .collect(Collectors.joining(" && ")))
                .isEqualTo(stack.afterwards);
        assertThat(node.text(stack.path)).isEqualTo(stack.text.replace("2044", "1500"));
        assertThat(node.files)
                .containsEntry(
                        "/var/lib/ibplay/kept/r1/" + stack.path.substring(1).replace("/", "%2F"), stack.text);
    }

    @ParameterizedTest
    @EnumSource(Stack.class)
    void theModeToo(Stack stack) {
        stack.own(node);
        Resource wanted = ib0(IpoibMode.CONNECTED, 1500);
        Simulator simulator = applied(plan(wanted), wanted);

        assertThat(node.text(stack.path)).isEqualTo(stack.other);
        assertThat(simulator.commands).as("a reapply does not take a mode over").noneMatch(c -> c.contains("reapply"));
        simulator.kernel(node).reboot();
        assertThat(plan(wanted).differences()).as("after a reboot").isEmpty();
    }

    @Test
    void theFileIsStagedUnderTheGuardAndItsOldContentIsKeptFirst() {
        Stack.NETWORKD.own(node);
        var guarded = (Step.Guarded) steps(plan(ib0(1500)).shrinking()).getFirst();

        assertThat(guarded.commit()).singleElement().isInstanceOf(Operation.ReplaceFile.class);
        assertThat(guarded.set()).containsExactly(new Operation.SetLinkMtu("ib0", 1500));
        assertThat(guarded.prepare()).hasSize(2);
        assertThat(guarded.prepare().getLast()).isInstanceOf(Operation.ReplaceFile.class);
        assertThat(guarded.guard()).isEqualTo("/var/lib/ibplay/guards/r1-0-shrink");
        assertThat(guarded.record().lossyText())
                .isEqualTo("ibplay-guard: 1\nrun: r1\nowner: alice@control\nwhat: set ipoib ib0 mtu 1500\n");
    }

    @Test
    void aFileThatDiffersAloneNeedsNoGuard() {
        Stack.KEYFILE.own(node);
        node.ib0().mtu = Fact.known(1500);
        node.ib0().adminMtu = 1500;
        Plan plan = plan(ib0(1500));

        assertThat(plan.differences()).extracting(Difference::level).containsExactly(Level.FILE);
        assertThat(steps(plan.growing())).allMatch(Step.Act.class::isInstance).hasSize(2);
        applied(plan, ib0(1500));
    }

    @Test
    void aRunningValueAloneWritesNoFile() {
        Stack.NETWORKD.own(node);
        node.ib0().mtu = Fact.known(1500);
        Plan plan = plan(ib0(2044));

        assertThat(plan.differences()).extracting(Difference::level).containsExactly(Level.RUNNING);
        assertThat(plan.files()).isEmpty();
        applied(plan, ib0(2044));
    }

    @Test
    void withoutPersistTheFileIsNobodysBusiness() {
        Stack.NETWORKD.own(node);
        Plan plan = plan(notKept(ib0(1500)));

        assertThat(plan.differences()).extracting(Difference::level).containsExactly(Level.RUNNING);
        assertThat(plan.files()).isEmpty();
        node.ib0().unmanageable = Optional.of(new InterfaceOwner.Nobody());
        assertThat(said(plan(notKept(ib0(1500))))).isEmpty();
    }

    @Test
    void nobodysInterfaceIsChangedAndTheReportSaysThatItWontLast() {
        node.ib0().unmanageable = Optional.of(new InterfaceOwner.Nobody());
        Plan plan = plan(ib0(1500));

        assertThat(said(plan)).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.NOT_PERSISTENT);
            assertThat(d.severity()).isEqualTo(Severity.WARNING);
        });
        applied(plan, ib0(1500));
    }

    @Test
    void anUnclearOwnerMattersWhenSomethingIsToBeChanged() {
        node.ib0().unmanageable =
                Optional.of(new InterfaceOwner.Unclear(NetstackKind.NETPLAN, "several definitions match"));

        assertThat(said(plan(ib0(2044))))
                .singleElement()
                .extracting(d -> d.severity())
                .isEqualTo(Severity.WARNING);
        assertThat(said(plan(ib0(1500)))).singleElement().satisfies(d -> {
            assertThat(d.severity()).isEqualTo(Severity.ERROR);
            assertThat(d.message())
                    .isEqualTo("netplan has ib0, but its configuration cannot be managed: several definitions match");
        });
        assertThat(plan(ib0(1500)).isRefused()).isTrue();
    }

    private void threeInOneFile() {
        node.put(NETPLAN, TWO, 500);
        node.ib0().in(NetstackKind.NETPLAN, NETPLAN);
        node.add("ib1", 1500).in(NetstackKind.NETPLAN, NETPLAN);
        node.add("ib2", 1000).in(NetstackKind.NETPLAN, NETPLAN);
    }

    @Test
    void interfacesInOneFileMakeOneChangeOfIt() {
        threeInOneFile();
        Resource[] wanted = {ipoib("ib0", 2000), ipoib("ib2", 980), ipoib("ib1", 1400)};
        Plan plan = plan(wanted);

        assertThat(plan.files()).hasSize(1);
        assertThat(steps(plan.shrinking()).stream().filter(Step.Guarded.class::isInstance))
                .hasSize(1);
        applied(plan, wanted);
        assertThat(node.text(NETPLAN))
                .isEqualTo(TWO.replace("2044", "2000").replace("1500", "1400").replace("1000", "980"));
    }

    @Test
    void oneShrinksAndOneGrowsInOneFile() {
        threeInOneFile();
        Resource[] wanted = {ipoib("ib1", 2000), ipoib("ib0", 1600), ipoib("ib2", 980)};
        Plan plan = plan(wanted);

        assertThat(plan.files()).hasSize(2);
        assertThat(plan.files().getLast().before())
                .isEqualTo(plan.files().getFirst().after());
        applied(plan, wanted);
        assertThat(node.text(NETPLAN))
                .isEqualTo(TWO.replace("1500", "2000").replace("2044", "1600").replace("1000", "980"));
        assertThat(node.files)
                .containsKeys(
                        "/var/lib/ibplay/kept/r1/etc%2Fnetplan%2F60-ib.yaml",
                        "/var/lib/ibplay/kept/r1/etc%2Fnetplan%2F60-ib.yaml~2");
    }

    @Test
    void withoutConfirmThereIsNoGuardAndTheFileComesLast() {
        Stack.NETWORKD.own(node);
        Plan plan = Planner.plan(List.of(host("node1", ib0(1500))), fabric.observed(), Desired.UNGUARDED);
        List<Step> steps = steps(plan.shrinking());

        assertThat(steps).hasSize(3);
        assertThat(((Step.Act) steps.get(0)).operations()).containsExactly(new Operation.SetLinkMtu("ib0", 1500));
        assertThat(steps.get(1)).isInstanceOf(Step.Await.class);
        assertThat(steps.get(2).what()).isEqualTo("write " + Stack.NETWORKD.path);
        applied(plan, ib0(1500));
    }

    @Test
    void foldersOfOldGuardsGoBeforeANewOneComes() {
        node.guards.add(
                new GuardObserved("/var/lib/ibplay/guards/r0-0-grow", new GuardObserved.State.Undone(), Map.of(), ""));
        node.guards.add(new GuardObserved(
                "/var/lib/ibplay/guards/q-0-grow", new GuardObserved.State.Confirmed(), Map.of(), ""));
        node.add("ib1", 2044);
        Simulator simulator = applied(plan(ib0(1500), ipoib("ib1", 1500)), ib0(1500), ipoib("ib1", 1500));

        assertThat(simulator.commands)
                .containsExactly("rm -rf -- /var/lib/ibplay/guards/r0-0-grow /var/lib/ibplay/guards/q-0-grow");
    }

    @Test
    void theScriptOfMlnxOfedIsASecondWriter() {
        Stack.NETWORKD.own(node);
        node.put(ModelHost.OPENIB, "ONBOOT=yes\nSET_IPOIB_CM=auto\n", 500);
        Resource wanted = ib0(IpoibMode.DATAGRAM, 2044);
        Plan plan = plan(wanted);

        assertThat(plan.differences()).singleElement().satisfies(d -> {
            assertThat(d.attribute()).isEqualTo("mode in /etc/infiniband/openib.conf");
            assertThat(d.observed()).isEqualTo("auto");
        });
        applied(plan, wanted);
        assertThat(node.text(ModelHost.OPENIB)).isEqualTo("ONBOOT=yes\nSET_IPOIB_CM=no\n");
    }

    @Test
    void theScriptCountsForAllInterfacesOfTheHost() {
        Stack.NETWORKD.own(node);
        node.put(ModelHost.OPENIB, "SET_IPOIB_CM=yes\n", 500);
        node.add("ib1", 2044);
        Plan plan = plan(ib0(IpoibMode.DATAGRAM, 2044));

        assertThat(plan.isRefused()).isTrue();
        assertThat(plan.diagnostics().getFirst().code()).isEqualTo(Code.FILE_NOT_EDITABLE);
    }

    @Test
    void aScriptThatCannotBeReadIsNotTakenForAbsent() {
        Stack.NETWORKD.own(node);
        node.unreadable.put(ModelHost.OPENIB, "permission denied");

        assertThat(said(plan(ib0(IpoibMode.DATAGRAM, 2044))))
                .singleElement()
                .satisfies(d -> assertThat(d.message())
                        .isEqualTo("what /etc/infiniband/openib.conf does to ib0 cannot be told: permission denied"));
    }
}
