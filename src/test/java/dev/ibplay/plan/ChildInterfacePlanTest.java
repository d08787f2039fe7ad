package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.at;
import static dev.ibplay.plan.Desired.host;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.WantedMtu;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildInterfacePlanTest {
    private static final String PARENTS_PROFILE = "/etc/NetworkManager/system-connections/ib0.nmconnection";

    private final ChildHost host = new ChildHost();

    ChildInterfacePlanTest() {
        allow(0x8001, 0x8005, 0x8002);
    }

    private void allow(int... pkeys) {
        Set<PKey> keys = new HashSet<>(Set.of(PKey.DEFAULT.asFullMember()));
        Arrays.stream(pkeys).forEach(key -> {
            keys.add(new PKey(key));
            host.fabric.groups.put(key & 0x7fff, ModelFabric.group(new PKey(key), Mtu.MTU_2048));
        });
        host.fabric.pkeys.put(host.model.port, keys);
    }

    private static IpoibInterface child(int pkey, Presence presence, Optional<IpoibMode> mode, Optional<Integer> mtu) {
        return child("ib0", pkey, presence, mode, mtu, true);
    }

    private static IpoibInterface child(
            String parent,
            int pkey,
            Presence presence,
            Optional<IpoibMode> mode,
            Optional<Integer> mtu,
            boolean persist) {
        return new IpoibInterface(
                "storage" + (pkey & 0xff),
                new InterfaceSelector(List.of(), Optional.of(at(new PKey(pkey))), Optional.of(at(parent))),
                mtu.map(m -> at(new WantedMtu.Bytes(m))),
                mode.map(Desired::at),
                Optional.of(at(presence)),
                Optional.of(at(persist)),
                Desired.SPAN);
    }

    private static IpoibInterface present(int pkey) {
        return child(pkey, Presence.PRESENT, Optional.of(IpoibMode.DATAGRAM), Optional.of(2044));
    }

    private static IpoibInterface absent(int pkey) {
        return child(pkey, Presence.ABSENT, Optional.empty(), Optional.empty());
    }

    private Plan plan(IpoibInterface... wanted) {
        return Planner.plan(List.of(host("node1", wanted)), host.observed(), Desired.SETTINGS);
    }

    private static Step.Guarded change(List<HostSteps> steps) {
        assertThat(steps).hasSize(1);
        return (Step.Guarded) steps.getFirst().steps().getFirst();
    }

    private static Operation write(String path, String value) {
        return new Operation.WriteAttribute("/sys/class/net/" + path, Bytes.ofUtf8(value + "\n"));
    }

    private static void refuses(Plan plan, Code code, String message) {
        assertThat(plan.hasSteps()).isFalse();
        assertThat(plan.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(code);
            assertThat(d.message()).isEqualTo(message);
        });
    }

    @Test
    void makesTheChildThenItsModeThenItsMtuThenUp() {
        Plan plan = plan(present(1));

        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.shrinking()).isEmpty();
        Step.Guarded change = change(plan.growing());
        assertThat(change.what())
                .startsWith("create ipoib storage1 (ib0.8001) with P_Key 0x8001 on ib0 mode datagram mtu 2044");
        assertThat(change.set().subList(0, 3))
                .containsExactly(
                        write("ib0/create_child", "0x8001"),
                        write("ib0.8001/mode", "datagram"),
                        new Operation.SetLinkMtu("ib0.8001", 2044));
        assertThat(change.set().get(3))
                .isInstanceOfSatisfying(
                        Operation.RunCommand.class,
                        run -> assertThat(run.arguments())
                                .containsExactly("ip", "link", "set", "dev", "ib0.8001", "up"));
        assertThat(change.undo()).containsExactly(write("ib0/delete_child", "0x8001"));
        assertThat(change.answers())
                .extracting(Step.Awaited::subject)
                .containsExactly("ib0.8001 pkey", "ib0.8001 type", "ib0.8001 mode", "ib0.8001 mtu");
        assertThat(plan.differences())
                .singleElement()
                .satisfies(d -> assertThat(d.attribute() + " " + d.level() + " " + d.observed() + " " + d.desired())
                        .isEqualTo("state RUNNING absent present"));
    }

    @Test
    void aChildThatSomebodyElseMakesMeanwhileIsNotMadeAgain() {
        Fingerprint pkey = change(plan(present(1)).growing()).restsOn().getFirst();

        assertThat(pkey.verdict(new Outcome.FileAbsent())).isEqualTo(Fingerprint.Verdict.UNCHANGED);
        assertThat(pkey.verdict(Answers.file("0x8001\n"))).isEqualTo(Fingerprint.Verdict.REACHED);
        assertThat(pkey.verdict(new Outcome.OperationFailed("EACCES", "no"))).isEqualTo(Fingerprint.Verdict.MOVED);
    }

    @ParameterizedTest
    @CsvSource({"ib0.0001", "ib0.8001", "storage"})
    void aChildIsFoundUnderAnyName(String name) {
        host.links.put(name, new ChildHost.Link(0x8001, Optional.of("ib0")));

        assertThat(plan(present(0x8001)).hasDifferences()).isFalse();
        Step.Guarded change = change(plan(absent(1)).shrinking());
        assertThat(change.set()).containsExactly(write("ib0/delete_child", "0x8001"));

        var before = List.copyOf(host.links.keySet());
        change.set().forEach(host::run);
        assertThat(host.links).doesNotContainKey(name);
        change.undo().forEach(host::run);
        assertThat(host.links.keySet()).containsExactlyElementsOf(before);
    }

    @Test
    void aChildMadeByNetlinkIsRemovedByNetlink() {
        var link = new ChildHost.Link(0x8001, Optional.of("ib0"));
        link.isBare = true;
        host.links.put("ib0.0001", link);

        Step.Guarded change = change(plan(absent(1)).shrinking());
        change.set().forEach(host::run);

        assertThat(host.links.keySet()).containsExactly("ib0");
        assertThat(host.commands).containsExactly("ip link delete dev ib0.0001");
        assertThat(change.answers()).singleElement().satisfies(a -> {
            assertThat(a.expectation().complaint(new Outcome.FileAbsent())).isEmpty();
            assertThat(a.expectation().complaint(Answers.file("32"))).contains("it is still there");
            assertThat(a.expectation().complaint(new Outcome.OperationFailed("EIO", "no")))
                    .contains("whether it is gone cannot be told");
        });
    }

    @Test
    void theModeOfAChildMadeByNetlinkIsSetByNetlink() {
        var link = new ChildHost.Link(0x8001, Optional.of("ib0"));
        link.isBare = true;
        link.hasIp = true;
        link.mode = IpoibMode.CONNECTED;
        host.links.put("ib0.8001", link);
        Step.Guarded change = change(plan(present(1)).growing());
        assertThat(change.restsOn().getFirst().verdict(Answers.said("connected\n")))
                .isEqualTo(Fingerprint.Verdict.UNCHANGED);
        change.set().forEach(host::run);
        assertThat(link.mode).isEqualTo(IpoibMode.DATAGRAM);
        assertThat(plan(present(1)).hasDifferences()).isFalse();
        change.undo().forEach(host::run);
        assertThat(link.mode).isEqualTo(IpoibMode.CONNECTED);
        assertThat(change(plan(absent(1)).shrinking()).undo().getFirst().toString())
                .contains("pkey, 0x8001, mode, connected]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NETWORK_MANAGER | /etc/NetworkManager/system-connections/ib0.nmconnection | [connection]~id=ib0~type=infiniband~interface-name=ib0~
            IFCFG | /etc/sysconfig/network-scripts/ifcfg-ib0 | TYPE=InfiniBand~DEVICE=ib0~ONBOOT=yes~NM_CONTROLLED=no~
            WICKED | /etc/sysconfig/network/ifcfg-ib0 | STARTMODE=auto~IPOIB_MODE=datagram~
            NETWORKD | /etc/systemd/network/ib0.network | [Match]~Name=ib0~~[Network]~DHCP=yes~# end~
            IFUPDOWN | /etc/network/interfaces | source interfaces.d/*~auto ib0~iface ib0 inet manual~
            """)
    void whatAStackKeepsIsThereOnceAndGoesAsItCame(NetstackKind kind, String path, String text) {
        host.with(kind, path, text.replace('~', '\n'));
        Map<String, String> before = new TreeMap<>(host.files);

        host.apply(plan(present(1), present(5)));

        assertThat(host.links.keySet()).containsExactly("ib0", "ib0.8001", "ib0.8005");
        assertThat(host.files).hasSizeGreaterThanOrEqualTo(before.size() + 2);
        Plan again = plan(present(1), present(5));
        assertThat(again.differences()).isEmpty();
        assertThat(again.hasSteps()).isFalse();
        assertThat(again.diagnostics()).isEmpty();

        host.apply(plan(absent(1), absent(5)));

        assertThat(host.links.keySet()).containsExactly("ib0");
        assertThat(host.files.entrySet().stream().filter(e -> !e.getKey().startsWith("/var/lib/ibplay/kept/")))
                .containsExactlyElementsOf(before.entrySet());
        assertThat(plan(absent(1), absent(5)).hasDifferences()).isFalse();
    }

    @Test
    void aProfileIsForItsOwnerOnlyAndLoaded() {
        host.with(
                NetstackKind.NETWORK_MANAGER,
                PARENTS_PROFILE,
                "[connection]\nid=ib0\ntype=infiniband\ninterface-name=ib0\n");

        host.apply(plan(present(1)));

        String path = "/etc/NetworkManager/system-connections/ib0.8001.nmconnection";
        assertThat(host.modes).containsEntry(path, 0600);
        assertThat(host.commands).contains("nmcli connection load " + path);
    }

    @Test
    void aChildWhoseFilesAreThereButThatIsNotRunningIsMade() {
        host.with(NetstackKind.NETWORKD, "/etc/systemd/network/ib0.network", "[Match]\nName=ib0\n");
        host.apply(plan(present(1)));
        host.links.remove("ib0.8001");

        Plan plan = plan(present(1));

        assertThat(plan.differences()).extracting(Difference::level).containsExactly(Level.RUNNING);
        assertThat(plan.files()).isEmpty();
        host.apply(plan);
        assertThat(plan(present(1)).hasDifferences()).isFalse();
    }

    @Test
    void aChildThatRunsWithoutFilesGetsThem() {
        host.with(NetstackKind.NETWORKD, "/etc/systemd/network/ib0.network", "[Match]\nName=ib0\n");
        host.files.put("/etc/systemd/network/zz-all.network", "[Match]\nName=ib*\n");
        host.links.put("ib0.8001", new ChildHost.Link(0x8001, Optional.of("ib0")));

        Plan plan = plan(present(1));

        assertThat(plan.differences()).extracting(Difference::level).containsExactly(Level.FILE);
        host.apply(plan);
        assertThat(host.files).containsKey("/etc/systemd/network/05-ib0.8001.netdev");
        assertThat(plan(present(1)).hasDifferences()).isFalse();
    }

    @Test
    void theGuardUndoesCreationAndRemovalByteForByte() {
        host.links.put("ib0.8005", new ChildHost.Link(0x8005, Optional.of("ib0")));
        Plan plan = plan(present(1), absent(5));

        change(plan.shrinking()).set().forEach(host::run);
        change(plan.growing()).set().forEach(host::run);
        assertThat(host.links.keySet()).containsExactly("ib0", "ib0.8001");
        change(plan.growing()).undo().forEach(host::run);
        change(plan.shrinking()).undo().forEach(host::run);

        assertThat(host.links.keySet()).containsExactly("ib0", "ib0.8005");
    }

    @Test
    void parentsGoFirstWhenTheyGrowAndLastWhenTheyShrink() {
        host.links.put("ib0.8001", new ChildHost.Link(0x8001, Optional.of("ib0")));
        IpoibInterface small = child(1, Presence.PRESENT, Optional.empty(), Optional.of(1020));
        assertThat(change(plan(Desired.ib0(1020), small).shrinking()).set())
                .containsExactly(new Operation.SetLinkMtu("ib0.8001", 1020), new Operation.SetLinkMtu("ib0", 1020));

        host.links.values().forEach(link -> link.mtu = 1020);
        assertThat(change(plan(present(1), Desired.ib0(2044)).growing()).set())
                .containsExactly(new Operation.SetLinkMtu("ib0", 2044), new Operation.SetLinkMtu("ib0.8001", 2044));
    }

    @Test
    void aPortThatIsNotInThePartitionIsAWarning() {
        Plan plan = plan(child("ib0", 7, Presence.PRESENT, Optional.empty(), Optional.empty(), false));

        assertThat(plan.isRefused()).isFalse();
        assertThat(plan.growing()).hasSize(1);
        assertThat(plan.diagnostics()).singleElement().satisfies(d -> {
            assertThat(d.code()).isEqualTo(Code.PKEY_NOT_ON_PORT);
            assertThat(d.message())
                    .isEqualTo(
                            "the port of ib0 is not in the partition of P_Key 0x8007, so its child will have no carrier");
        });
    }

    @Test
    void aPartitionThatThePlanMakesCounts() {
        var storage = Desired.partition(0x0007, "storage", Optional.of(true), Optional.of(Mtu.MTU_2048));
        Plan plan = Planner.plan(
                List.of(
                        host("sm1", Desired.serving(storage)),
                        host("sm2", Desired.serving(storage)),
                        host("node1", child(7, Presence.PRESENT, Optional.empty(), Optional.of(2044)))),
                host.observed(),
                Desired.SETTINGS);

        assertThat(plan.fabric()).isNotEmpty();
        assertThat(plan.growing()).hasSize(1);
        assertThat(plan.diagnostics()).extracting(Diagnostic::code).doesNotContain(Code.PKEY_NOT_ON_PORT);
    }

    @Test
    void childrenThatCannotBe() {
        refuses(
                plan(child("ib7", 1, Presence.PRESENT, Optional.empty(), Optional.empty(), true)),
                Code.CHILD_IMPOSSIBLE,
                "the child of ib7 with P_Key 0x8001 cannot be made: there is no IPoIB interface ib7");
        refuses(
                plan(child(0x7fff, Presence.PRESENT, Optional.empty(), Optional.empty())),
                Code.CHILD_IMPOSSIBLE,
                "the child of ib0 with P_Key 0xffff cannot be made: that is the P_Key of ib0 itself");
        host.links.put("ib0.8001", new ChildHost.Link(0x8001, Optional.of("ib0")));
        refuses(
                plan(child("ib0.8001", 5, Presence.PRESENT, Optional.empty(), Optional.empty(), true)),
                Code.CHILD_IMPOSSIBLE,
                "the child of ib0.8001 with P_Key 0x8005 cannot be made: ib0.8001 is a child of ib0 itself");
        host.links.put("ib0.8005", new ChildHost.Link(0x8009, Optional.of("ib0")));
        refuses(
                plan(present(5)),
                Code.CHILD_IMPOSSIBLE,
                "the child of ib0 with P_Key 0x8005 cannot be made: another interface is called ib0.8005");
    }

    @Test
    void aChildInUseStays() {
        var link = new ChildHost.Link(0x8001, Optional.of("ib0"));
        host.links.put("ib0.8001", link);
        link.addresses = List.of(new InterfaceAddress("fe80::1", 64), new InterfaceAddress("10.1.0.7", 24));
        refuses(plan(absent(1)), Code.CHILD_IN_USE, "ib0.8001 has the address 10.1.0.7/24, so it is not removed");

        link.addresses = List.of();
        host.route = Fact.known(new ManagementRoute("10.9.0.1", "ib0.8001", List.of("ib0")));
        refuses(
                plan(absent(1)),
                Code.WAY_IN,
                "the way to this host runs over ib0.8001 (it answers 10.9.0.1 through it), so it is not removed");
    }

    @Test
    void withoutAStackARebootRemovesIt() {
        assertThat(plan(present(1)).diagnostics()).extracting(Diagnostic::code).containsExactly(Code.NOT_PERSISTENT);
        var quiet = child("ib0", 1, Presence.PRESENT, Optional.empty(), Optional.of(2044), false);
        assertThat(plan(quiet).diagnostics()).isEmpty();

        host.with(NetstackKind.NETPLAN, "/etc/netplan/ib.yaml", "network:\n  ethernets:\n    ib0: {mtu: 2044}\n");
        assertThat(plan(present(1)).diagnostics())
                .singleElement()
                .satisfies(d -> assertThat(d.message())
                        .isEqualTo("netplan has no P_Key children, so a reboot removes ib0.8001"));
    }

    @Test
    void aSharedFileIsLeftAndNamed() {
        host.with(
                NetstackKind.IFUPDOWN,
                "/etc/network/interfaces",
                "auto ib0\niface ib0 inet manual\n\niface ib0.8001 inet manual\n    pre-up echo 0x8001 > /sys/class/net/ib0/create_child\n");
        host.links.put("ib0.8001", new ChildHost.Link(0x8001, Optional.of("ib0")));

        refuses(
                plan(absent(1)),
                Code.FILE_NOT_EDITABLE,
                "the files of ifupdown cannot be changed for ipoib storage1: /etc/network/interfaces holds more than ib0.8001;"
                        + " take its stanza out there");
    }

    @Test
    void aFileThatDoesNotMakeItsChildIsNamed() {
        host.with(NetstackKind.WICKED, "/etc/sysconfig/network/ifcfg-ib0.8001", "MTU=2044\nIPOIB_MODE=datagram\n");
        host.links.put("ib0.8001", new ChildHost.Link(0x8001, Optional.of("ib0")));

        assertThat(plan(present(1)).diagnostics())
                .singleElement()
                .satisfies(
                        d -> assertThat(d.message())
                                .isEqualTo(
                                        "/etc/sysconfig/network/ifcfg-ib0.8001 is for it but does not make it, so a reboot removes ib0.8001"));
    }
}
