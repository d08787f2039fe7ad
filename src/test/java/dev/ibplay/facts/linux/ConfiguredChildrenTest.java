package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** P_Key children that do not exist, but that files of network stacks would make. */
class ConfiguredChildrenTest {
    private static final String CONNECTIONS = "/etc/NetworkManager/system-connections/";

    private final RecordedHost host = new RecordedHost();

    private Map<String, InterfaceOwner> owners() {
        var ib0 = new IpoibLink(
                "ib0",
                Fact.absent(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "up",
                Fact.absent(),
                Fact.absent(),
                Fact.absent());
        return host.ask(new NetstackProbe()).owners(new LinksObserved(List.of(ib0), List.of()));
    }

    @Test
    void aProfileMakesAChildUnderTheKernelsName() {
        host.says("nmcli -t -f DEVICE", "ib0:infiniband:connected:ib0")
                .says("nmcli -t -f NAME", "ib0:6b6d:ib0:" + CONNECTIONS + "ib0.nmconnection")
                .file(CONNECTIONS + "ib0.nmconnection", "[connection]", "type=infiniband", "interface-name=ib0")
                .file(
                        CONNECTIONS + "storage.nmconnection",
                        "[connection]",
                        "type=infiniband",
                        "[infiniband]",
                        "parent=ib0",
                        "p-key=1",
                        "mtu=2044");

        assertThat(owners().keySet()).containsExactlyInAnyOrder("ib0", "ib0.8001");
        InterfaceOwner owner = owners().getOrDefault("ib0.8001", new InterfaceOwner.Nobody());
        assertThat(owner).isInstanceOfSatisfying(InterfaceOwner.Configured.class, found -> {
            assertThat(found.file().path()).isEqualTo(CONNECTIONS + "storage.nmconnection");
            assertThat(found.settings().mtu()).contains(2044);
        });
    }

    @Test
    void onlyANetdevMakesAChildOfNetworkd() {
        host.says("networkctl", "  4 ib0  infiniband routable configured")
                .file(
                        "/etc/systemd/network/ib.network",
                        "[Match]",
                        "Name=ib*",
                        "# not ib0.8009",
                        "[Network]",
                        "IPoIB=ib0.8001");
        assertThat(owners().keySet()).containsExactly("ib0");

        host.file("/etc/systemd/network/c.netdev", "[NetDev]", "Name=ib0.8001", "Kind=ipoib");
        assertThat(owners().keySet()).containsExactlyInAnyOrder("ib0", "ib0.8001");
    }

    @Test
    void namesAreWholeWords() {
        host.says("networkctl", "  4 ib0  infiniband routable configured")
                .file("/etc/systemd/network/ib.network", "[Match]", "Name=*ib*")
                .file("/etc/systemd/network/a.netdev", "[NetDev]", "Name=ib0.8001", "Kind=ipoib")
                .file("/etc/systemd/network/b.netdev", "[NetDev]", "Name=xib0.8002", "Kind=ipoib")
                .file("/etc/systemd/network/c.netdev", "[NetDev]", "Name=ib0.80033", "Kind=ipoib")
                .file("/etc/systemd/network/d.netdev", "[NetDev]", "Name=my-ib0.8004", "Kind=ipoib")
                .file("/etc/systemd/network/e.netdev", "[NetDev]", "Name=ib0.80g5", "Kind=ipoib")
                .file("/etc/systemd/network/f.netdev", "[NetDev]", "Name=ib0.8A06", "Kind=ipoib")
                .file("/etc/systemd/network/g.netdev", "[NetDev]", "Kind=ipoib", "Name=ib0.800");

        assertThat(owners().keySet()).containsExactlyInAnyOrder("ib0", "ib0.8001", "ib0.8A06");
    }
}
