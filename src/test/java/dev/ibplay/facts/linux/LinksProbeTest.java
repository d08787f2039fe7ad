package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibSelector;
import dev.ibplay.facts.IpoibSelector.Selection;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_METHOD)
class LinksProbeTest {
    private static final String ADDRESS = "80:00:02:08:fe:80:00:00:00:00:00:00:00:11:75:00:00:a1:00:11";
    private static final String ENHANCED = "00:00:02:09:fe:80:00:00:00:00:00:00:00:11:75:00:00:a1:00:12";

    private final RecordedHost host = new RecordedHost();

    private void link(String name, int index, int upper, String type) {
        String folder = "/sys/class/net/" + name + "/";
        host.file(folder + "type", type)
                .file(folder + "ifindex", Integer.toString(index))
                .file(folder + "iflink", Integer.toString(upper))
                .file(folder + "operstate", "up")
                .file(folder + "mtu", "2044")
                .file(folder + "carrier_changes", "3");
    }

    private void adapter(String name, String adapter, String devId, String devPort) {
        host.file("/sys/class/infiniband/" + adapter + "/device/net/" + name + "/dev_id", devId)
                .file("/sys/class/net/" + name + "/dev_port", devPort)
                .file("/sys/class/net/" + name + "/device/uevent", "DRIVER=mlx4_core", "PCI_CLASS=20700");
    }

    /** Two ports of one adapter, children under both kinds of names, a bond over ib2 and ib3, a VLAN that is none of ours. */
    private LinksObserved wholeHost() {
        link("ib0", 4, 4, "32");
        link("ib1", 5, 5, "32");
        link("ib0.8001", 6, 4, "32");
        link("storage", 7, 5, "32");
        link("bond0", 8, 8, "32");
        link("ib2", 9, 9, "32");
        link("ib3", 10, 10, "32");
        link("eth0", 2, 2, "1");
        adapter("ib0", "mlx4_0", "0x0", "0");
        adapter("ib1", "mlx4_0", "0x1", "0");
        adapter("ib2", "mlx5_2", "0x0", "0");
        adapter("ib3", "mlx5_3", "0x0", "1");
        host.file("/sys/class/net/ib0/address", ADDRESS)
                .file("/sys/class/net/ib1/address", ENHANCED)
                .file("/sys/class/net/ib0/pkey", "0xffff")
                .file("/sys/class/net/ib1/pkey", "0xffff")
                .file("/sys/class/net/ib0.8001/pkey", "0x8001")
                .file("/sys/class/net/storage/pkey", "0x8001")
                .file("/sys/class/net/bond0/bonding/slaves", "ib2 ib3")
                .file("/sys/class/net/ib2/master/ifindex", "8")
                .file("/sys/class/net/ib3/master/ifindex", "8")
                .file("/sys/class/net/bond0/lower_ib2/ifindex", "9")
                .file("/proc/net/if_inet6", "fe80000000000000001175000 04 40 20 80 ib0", V6)
                .says(
                        "ip -o addr",
                        "1: lo    inet 127.0.0.1/8 scope host lo\\       valid_lft forever preferred_lft forever",
                        "4: ib0    inet 192.0.2.20/24 brd 192.0.2.255 scope global ib0\\       valid_lft forever",
                        "4: ib0    inet 198.51.100.1 peer 198.51.100.2/32 scope global ib0\\       valid_lft forever",
                        "6: ib0.8001    inet6 2001:db8::5/64 scope global \\       valid_lft forever");
        return host.ask(new LinksProbe());
    }

    private static final String V6 = "20010db8000000000000000000000005 06 40 00 80 ib0.8001";

    private static IpoibLink link(LinksObserved links, String name) {
        return links.link(name).orElseThrow();
    }

    @Test
    void addressesOfBothKinds() {
        LinksObserved links = wholeHost();
        assertThat(link(links, "ib0").addresses())
                .isEqualTo(Fact.known(
                        List.of(new InterfaceAddress("192.0.2.20", 24), new InterfaceAddress("198.51.100.1", 32))));
        assertThat(link(links, "ib0.8001").addresses())
                .isEqualTo(Fact.known(List.of(new InterfaceAddress("2001:db8::5", 64))));
        assertThat(link(links, "ib1").addresses()).isEqualTo(Fact.known(List.of()));
        assertThat(link(links, "ib0.8001").ipv6()).isEqualTo(Fact.known(true));
        assertThat(link(links, "ib1").ipv6()).isEqualTo(Fact.known(false));
    }

    @Test
    void connectedModeByTheFlagsOfTheAddress() {
        LinksObserved links = wholeHost();
        assertThat(link(links, "ib0").canConnect()).isEqualTo(Fact.known(true));
        assertThat(link(links, "ib1").canConnect()).isEqualTo(Fact.known(false));
        assertThat(link(links, "ib2").canConnect()).isEqualTo(Fact.absent());
        host.file("/sys/class/net/ib2/address", "02:00:00:00:00:01");
        assertThat(link(host.ask(new LinksProbe()), "ib2").canConnect()).isInstanceOf(Fact.Unreadable.class);
        assertThat(IpoibAddress.parse(ADDRESS)).hasToString("Optional[" + ADDRESS + "]");
    }

    @Test
    void portsByWhicheverAttributeTheKernelSets() {
        LinksObserved links = wholeHost();
        assertThat(links.ipoib().stream().map(l -> l.name() + " " + l.port().orElseThrow()))
                .containsExactly(
                        "ib0 mlx4_0/1",
                        "ib0.8001 mlx4_0/1",
                        "ib1 mlx4_0/2",
                        "ib2 mlx5_2/1",
                        "ib3 mlx5_3/2",
                        "storage mlx4_0/2");
        assertThat(link(links, "ib0.8001").driver()).contains("mlx4_core");
    }

    @Test
    void childrenAndBondsByWhatTheyAreNotByTheirNames() {
        LinksObserved links = wholeHost();
        assertThat(links.children("ib1")).extracting(IpoibLink::name).containsExactly("storage");
        assertThat(links.children("ib0")).extracting(IpoibLink::name).containsExactly("ib0.8001");
        assertThat(links.bonds()).containsExactly(new BondObserved("bond0", Fact.known(2044), List.of("ib2", "ib3")));
        assertThat(link(links, "ib2").master()).contains("bond0");
        assertThat(links.bondOf("ib3")).map(BondObserved::name).contains("bond0");
        assertThat(link(links, "ib0").master()).isEmpty();
    }

    @Test
    void anIndexOfAnotherNamespaceIsNoParent() {
        link("ib0", 4, 2, "32");
        link("eth0", 2, 2, "1");
        assertThat(link(host.ask(new LinksProbe()), "ib0").parent()).isEmpty();
        host.file("/sys/class/net/ib0.0001/type", "32").file("/sys/class/net/ib0.0001/parent", "ib0");
        host.file("/sys/class/net/ib0.0001/ifindex", "11");
        assertThat(link(host.ask(new LinksProbe()), "ib0.0001").parent()).contains("ib0");
    }

    @Test
    void whatCannotBeAskedIsNotAbsent() {
        link("ib0", 4, 4, "32");
        host.ends("ip", 1, "", "Cannot open netlink socket: Permission denied\n");
        assertThat(link(host.ask(new LinksProbe()), "ib0").addresses())
                .isEqualTo(Fact.unreadable("Cannot open netlink socket: Permission denied"));
        host.answers("ip", new Outcome.OperationFailed("EACCES", "cannot start ip"));
        assertThat(link(host.ask(new LinksProbe()), "ib0").addresses()).isEqualTo(Fact.unreadable("cannot start ip"));
    }

    private Selection select(Optional<MadPort> port, Optional<Integer> pkey, Optional<String> parent) {
        return new IpoibSelector(port.stream().toList(), pkey.map(PKey::new), parent)
                .select(host.ask(new IpoibInterfacesProbe()), wholeHost());
    }

    @Test
    void selectorsFindOneOrNameTheCandidates() {
        wholeHost();
        Optional<MadPort> second = Optional.of(new MadPort("mlx4_0", 2));
        assertThat(select(second, Optional.of(1), Optional.empty())).isEqualTo(new Selection.Found("storage"));
        assertThat(select(Optional.empty(), Optional.of(0x8001), Optional.of("ib0")))
                .isEqualTo(new Selection.Found("ib0.8001"));
        assertThat(select(second, Optional.empty(), Optional.empty()))
                .isEqualTo(new Selection.NotOne("2 interfaces match: ib1, storage"));
        assertThat(select(second, Optional.of(2), Optional.empty()))
                .isInstanceOfSatisfying(
                        Selection.NotOne.class,
                        none -> assertThat(none.because())
                                .contains("no interface matches; there are ")
                                .contains("ib0.8001 (mlx4_0/1, P_Key 0x8001, child of ib0)")
                                .doesNotContain("bond0"));
    }

    @Test
    void anInterfaceThatCannotBeToldMayBeTheOne() {
        wholeHost();
        host.file("/sys/class/net/ib2/pkey", "garbage");
        assertThat(select(Optional.of(new MadPort("mlx5_2", 1)), Optional.of(1), Optional.empty()))
                .isEqualTo(new Selection.NotOne("whether it is ib2 cannot be told for all"));
    }
}
