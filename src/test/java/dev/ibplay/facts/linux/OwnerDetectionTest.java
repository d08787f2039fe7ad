package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Configured;
import dev.ibplay.facts.InterfaceOwner.Nobody;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.netstack.NetstackKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hosts of several distributions, by what their tools print. */
class OwnerDetectionTest {
    private static final String ADDRESS = "80:00:02:08:fe:80:00:00:00:00:00:00:00:11:75:00:00:a1:00:11";
    private static final String CONNECTIONS = "/etc/NetworkManager/system-connections/";
    private static final String SCRIPTS = "/etc/sysconfig/network-scripts/";
    private static final String DEVICES = "nmcli -t -f DEVICE";
    private static final String ACTIVE = "nmcli -t -f NAME";
    private static final String[] KEYFILE = {
        "[connection]",
        "id=ib0",
        "uuid=6b6d",
        "type=infiniband",
        "interface-name=ib0",
        "",
        "[infiniband]",
        "mtu=2044",
        "transport-mode=datagram"
    };
    private static final String[] STANZA = {
        "auto ib0", "iface ib0 inet static", "    address 192.0.2.20/24", "    mtu 2044"
    };

    private final RecordedHost host = new RecordedHost();

    private static IpoibLink link(String name) {
        return new IpoibLink(
                name,
                IpoibAddress.parse(ADDRESS).map(Fact::known).orElseThrow(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "up",
                Fact.absent(),
                Fact.absent(),
                Fact.absent());
    }

    private Map<String, InterfaceOwner> owners(String... names) {
        List<IpoibLink> links =
                Arrays.stream(names).map(OwnerDetectionTest::link).toList();
        var bond = new BondObserved("bond0", Fact.known(2044), List.of("ib2", "ib3"));
        return host.ask(new NetstackProbe()).owners(new LinksObserved(links, List.of(bond)));
    }

    private InterfaceOwner owner() {
        return owners("ib0").values().iterator().next();
    }

    private static Configured configured(InterfaceOwner owner, NetstackKind kind, String path) {
        assertThat(owner).isInstanceOf(Configured.class);
        Configured found = (Configured) owner;
        assertThat(found.kind()).isEqualTo(kind);
        assertThat(found.file().path()).isEqualTo(path);
        return found;
    }

    private static String because(InterfaceOwner owner) {
        assertThat(owner).isInstanceOf(Unclear.class);
        return ((Unclear) owner).because();
    }

    private void units(String... active) {
        StringBuilder text = new StringBuilder();
        for (String unit : active) {
            text.append("Id=" + unit + "\nMainPID=7\nLoadState=loaded\nActiveState=active\nUnitFileState=enabled\n\n");
        }
        text.append("Id=nothing.service\nMainPID=0\nLoadState=not-found\nActiveState=inactive\n");
        host.ends("systemctl", 0, text.toString(), "");
    }

    @Test
    void rhel9KeepsProfilesInKeyfiles() {
        host.says(
                        DEVICES,
                        "ib0:infiniband:connected:fabric\\: compute",
                        "eno1:ethernet:connected:System eno1",
                        "lo:loopback:connected (externally):lo")
                .says(
                        ACTIVE,
                        "fabric\\: compute:6b6d:ib0:/etc/NetworkManager/system-connections/ib0.nmconnection",
                        "lo:aaaa:lo:/run/NetworkManager/system-connections/lo.nmconnection")
                .file(CONNECTIONS + "ib0.nmconnection", KEYFILE);
        Configured found = configured(owner(), NetstackKind.NETWORK_MANAGER, CONNECTIONS + "ib0.nmconnection");
        assertThat(found.profile()).contains("fabric: compute");
        assertThat(found.by()).isEqualTo(NetstackKind.NETWORK_MANAGER);
        assertThat(found.settings().mtu()).contains(2044);
        assertThat(found.settings().mode()).contains(IpoibMode.DATAGRAM);
    }

    @Test
    void rhel8LetsNetworkManagerReadIfcfg() {
        host.says(DEVICES, "ib0:infiniband:connected:System ib0")
                .says(ACTIVE, "System ib0:2ab4:ib0:/etc/sysconfig/network-scripts/ifcfg-ib0")
                .file(SCRIPTS + "ifcfg-ib0", "TYPE=InfiniBand", "DEVICE=ib0", "CONNECTED_MODE=yes", "MTU=65520");
        Configured found = configured(owner(), NetstackKind.IFCFG, SCRIPTS + "ifcfg-ib0");
        assertThat(found.by()).isEqualTo(NetstackKind.NETWORK_MANAGER);
        assertThat(found.describe()).isEqualTo("NetworkManager by way of ifcfg");
    }

    @Test
    void anNmcliThatKnowsNoFileNames() {
        host.says(DEVICES, "ib0:infiniband:connected:ib0")
                .ends(ACTIVE, 2, "", "Error: 'con show': invalid field 'FILENAME'; allowed fields: NAME,UUID,TYPE.\n")
                .file(CONNECTIONS + "anything", KEYFILE)
                .file(CONNECTIONS + "anything~", KEYFILE);
        assertThat(configured(owner(), NetstackKind.NETWORK_MANAGER, CONNECTIONS + "anything")
                        .profile())
                .contains("ib0");
    }

    @Test
    void rhel7LeavesIfcfgToTheNetworkScripts() {
        String[] ifcfg = {"TYPE=InfiniBand", "DEVICE=ib0", "NM_CONTROLLED=no", "ONBOOT=yes", "CONNECTED_MODE=no"};
        host.says(DEVICES, "ib0:infiniband:unmanaged:").says(ACTIVE).file(SCRIPTS + "ifcfg-ib0", ifcfg);
        units("NetworkManager.service");
        assertThat(owner()).as("nobody runs the scripts").isEqualTo(new Nobody());
        units("NetworkManager.service", "network.service");
        Configured found = configured(owner(), NetstackKind.IFCFG, SCRIPTS + "ifcfg-ib0");
        assertThat(found.by()).isEqualTo(NetstackKind.IFCFG);
    }

    @Test
    void rhel6HasNoSystemd() {
        host.ends(DEVICES, 8, "", "Error: NetworkManager is not running.\n")
                .file("/etc/rc.d/rc3.d/S10network", "#!/bin/sh")
                .file(SCRIPTS + "ifcfg-ib0", "TYPE=InfiniBand", "DEVICE=ib0", "ONBOOT=yes");
        configured(owner(), NetstackKind.IFCFG, SCRIPTS + "ifcfg-ib0");
    }

    @Test
    void ubuntuGeneratesForNetworkdFromNetplan() {
        host.says("networkctl", "  1 lo   loopback   carrier  unmanaged", "  4 ib0  infiniband routable configured")
                .file("/sys/class/net/ib0/ifindex", "4")
                .file(
                        "/run/systemd/netif/links/4",
                        "ADMIN_STATE=configured",
                        "NETWORK_FILE=/run/systemd/network/10-netplan-ib0.network")
                .file("/run/systemd/network/10-netplan-ib0.network", "[Match]", "Name=ib0", "[Link]", "MTUBytes=2044")
                .file("/etc/netplan/60-ib.yaml", "network:", "  ethernets:", "    ib0:", "      mtu: 2044");
        Configured found = configured(owner(), NetstackKind.NETPLAN, "/etc/netplan/60-ib.yaml");
        assertThat(found.by()).isEqualTo(NetstackKind.NETWORKD);
        assertThat(found.describe()).isEqualTo("systemd-networkd by way of netplan");
    }

    @Test
    void ubuntuDesktopGeneratesForNetworkManager() {
        String generated = "/run/NetworkManager/system-connections/netplan-ib0.nmconnection";
        host.says(DEVICES, "ib0:infiniband:connected:netplan-ib0")
                .says(ACTIVE, "netplan-ib0:6b6d:ib0:" + generated)
                .file(generated, KEYFILE)
                .file(
                        "/etc/netplan/60-ib.yaml",
                        "network:",
                        "  renderer: NetworkManager",
                        "  ethernets:",
                        "    ib0: {mtu: 2044, infiniband-mode: datagram}");
        Configured found = configured(owner(), NetstackKind.NETPLAN, "/etc/netplan/60-ib.yaml");
        assertThat(found.by()).isEqualTo(NetstackKind.NETWORK_MANAGER);
        assertThat(found.profile()).contains("netplan-ib0");
    }

    @Test
    void yamlThatWasNotGeneratedFromYet() {
        host.ends("networkctl", 0, "  4 ib0 infiniband routable unmanaged\n", "")
                .file("/etc/netplan/60-ib.yaml", "network:", "  ethernets:", "    ib0: {mtu: 2044}");
        assertThat(owner()).isEqualTo(new Nobody());
        units("systemd-networkd.service");
        configured(owner(), NetstackKind.NETPLAN, "/etc/netplan/60-ib.yaml");
    }

    @Test
    void networkdThatDoesNotRunButWill() {
        host.ends(
                        "networkctl",
                        0,
                        "  4 ib0              infiniband         n/a         unmanaged \n",
                        "WARNING: systemd-networkd is not running, output will be incomplete.\n")
                .file("/etc/systemd/network/50-ib.network", "[Match]", "Name=ib*", "[Link]", "MTUBytes=2044");
        assertThat(owner()).isEqualTo(new Nobody());
        units("systemd-networkd.service");
        Configured found = configured(owner(), NetstackKind.NETWORKD, "/etc/systemd/network/50-ib.network");
        assertThat(found.settings().mtu()).contains(2044);
    }

    @Test
    void aChildThatNetworkdWillMakeButHasNotMadeNow() {
        host.says("networkctl", "  4 ib0 infiniband routable configured", "  5 ib0.8001 infiniband routable unmanaged")
                .file("/etc/systemd/network/c.network", "[Match]", "Name=ib0.8001", "[Link]", "MTUBytes=2044");
        assertThat(owners("ib0.8001").get("ib0.8001")).as("nothing makes it").isEqualTo(new Nobody());
        host.file("/etc/systemd/network/c.netdev", "[NetDev]", "Name=ib0.8001", "Kind=ipoib");
        configured(
                owners("ib0.8001").values().iterator().next(), NetstackKind.NETWORKD, "/etc/systemd/network/c.network");
    }

    @Test
    void networkdWithoutAFile() {
        host.says("networkctl", "  4 ib0 infiniband routable configured");
        assertThat(because(owner())).isEqualTo("networkd manages it without a .network file");
        host.file("/sys/class/net/ib0/ifindex", "4")
                .file("/run/systemd/netif/links/4", "NETWORK_FILE=/etc/systemd/network/gone.network");
        assertThat(because(owner())).contains("/etc/systemd/network/gone.network, which is not for it any more");
    }

    @Test
    void suseHasWicked() {
        host.ends("wicked", 161, """
                        lo              up
                              link:     #1, state up
                              config:   compat:suse:/etc/sysconfig/network/ifcfg-lo

                        ib0             up
                              link:     #4, state up, mtu 2044
                              type:     infiniband, hwaddr 80:00:02:08:fe:80:00:00:00:00:00:00:00:11:75:00:00:a1:00:11
                              config:   compat:suse:/etc/sysconfig/network/ifcfg-ib0
                              addr:     ipv4 192.0.2.20/24 [static]
                        """, "")
                .file("/etc/sysconfig/network/ifcfg-ib0", "IPOIB_MODE='connected'", "MTU='65520'");
        units("wicked.service", "network.service");
        Configured found = configured(owner(), NetstackKind.WICKED, "/etc/sysconfig/network/ifcfg-ib0");
        assertThat(found.settings().mode()).contains(IpoibMode.CONNECTED);
        host.says("wicked", "ib0             up", "      config:   wicked:xml:/etc/wicked/ifconfig/ib0.xml");
        assertThat(because(owner())).contains("wicked:xml");
    }

    @Test
    void debianHasIfupdown() {
        host.file("/etc/network/interfaces", "source /etc/network/interfaces.d/*")
                .file("/etc/network/interfaces.d/ib0", STANZA);
        assertThat(owner()).as("a file that is left over").isEqualTo(new Nobody());
        host.says("ifquery", "lo=lo", "ib0=ib0");
        configured(owner(), NetstackKind.IFUPDOWN, "/etc/network/interfaces.d/ib0");
    }

    @Test
    void aStanzaMayBeWhereNobodyLooked() {
        host.says("ifquery", "lo=lo").file("/etc/network/interfaces", "source /opt/site/interfaces");
        assertThat(because(owner())).contains("/opt/site/interfaces");
        host.file("/etc/network/interfaces", "source-directory interfaces.d", "source /etc/network/interfaces.d/*");
        assertThat(owner()).isEqualTo(new Nobody());
    }

    @Test
    void nobodyAndWhatLooksLikeIt() {
        assertThat(owner()).isEqualTo(new Nobody());
        host.says(DEVICES, "ib0:infiniband:connected (externally):ib0")
                .says(ACTIVE, "ib0:6b6d:ib0:/run/NetworkManager/system-connections/ib0.nmconnection");
        assertThat(owner()).as("shown by NetworkManager, not its own").isEqualTo(new Nobody());
        host.says(DEVICES, "ib0:infiniband:disconnected:").says(ACTIVE, "");
        assertThat(because(owner())).isEqualTo("NetworkManager manages it, but has no connection for it");
    }

    @Test
    void whatCannotBeReadIsNotNobody() {
        String path = CONNECTIONS + "ib0.nmconnection";
        host.says(DEVICES, "ib0:infiniband:connected:ib0")
                .says(ACTIVE, "ib0:6b6d:ib0:" + path)
                .unreadable(path);
        assertThat(because(owner())).isEqualTo("open " + path + ": Permission denied");

        host.says(DEVICES, "ib0:infiniband:disconnected:").says(ACTIVE, "");
        assertThat(because(owner())).isEqualTo("open " + path + ": Permission denied");
    }

    @Test
    void aFolderThatCannotBeListed() {
        host.says(DEVICES, "ib0:infiniband:disconnected:")
                .says(ACTIVE, "")
                .shut("/etc/NetworkManager/system-connections");
        assertThat(because(owner())).isEqualTo("list /etc/NetworkManager/system-connections: Permission denied");
        host.says(DEVICES, "ib0:infiniband:unmanaged:");
        assertThat(owner()).as("NetworkManager has nothing to do with it").isEqualTo(new Nobody());
    }

    @Test
    void aToolThatFailsLeavesDoubtUnlessAnotherStackClaims() {
        host.answers(DEVICES, new Outcome.CommandEnded(new CommandEnd.TimedOut(), Bytes.EMPTY, Bytes.EMPTY));
        assertThat(because(owner())).isEqualTo("nmcli: it did not end in time");
        host.says("wicked", "ib0             up", "      config:   compat:suse:/etc/sysconfig/network/ifcfg-ib0")
                .file("/etc/sysconfig/network/ifcfg-ib0", "MTU=2044");
        configured(owner(), NetstackKind.WICKED, "/etc/sysconfig/network/ifcfg-ib0");
        host.ends(DEVICES, 0, "ib0:infiniband:unman", "");
        host.says("wicked", "");
        assertThat(because(owner())).isEqualTo("nmcli: the output is cut");
    }

    @Test
    void twoFilesAtBootAreOneTooMany() {
        host.says("ifquery", "lo=lo")
                .file("/etc/network/interfaces", STANZA)
                .file("/etc/systemd/network/50-ib.network", "[Match]", "Name=ib0");
        units("systemd-networkd.service");
        assertThat(because(owner()))
                .isEqualTo("several files are for it at boot:"
                        + " /etc/systemd/network/50-ib.network, /etc/network/interfaces");
    }

    @Test
    void twoProfilesAreOneTooMany() {
        host.says(DEVICES, "ib0:infiniband:disconnected:")
                .says(ACTIVE, "")
                .file(CONNECTIONS + "a", KEYFILE)
                .file(CONNECTIONS + "b", "[connection]", "id=b", "uuid=77", "type=infiniband", "interface-name=ib0");
        assertThat(because(owner())).contains(CONNECTIONS + "a", CONNECTIONS + "b");
    }

    @Test
    void aBondHasAnOwnerOfItsOwn() {
        host.says(DEVICES, "ib2:infiniband:connected:slave2", "bond0:bond:connected:bond0")
                .says(
                        ACTIVE,
                        "slave2:1:ib2:" + CONNECTIONS + "slave2.nmconnection",
                        "bond0:2:bond0:" + CONNECTIONS + "bond0.nmconnection")
                .file(CONNECTIONS + "slave2.nmconnection", KEYFILE)
                .file(
                        CONNECTIONS + "bond0.nmconnection",
                        "[connection]",
                        "id=bond0",
                        "type=bond",
                        "interface-name=bond0");
        Map<String, InterfaceOwner> owners = owners("ib2", "ib0");
        assertThat(owners).containsOnlyKeys("ib0", "ib2", "bond0");
        assertThat(owners)
                .hasEntrySatisfying(
                        "bond0", o -> configured(o, NetstackKind.NETWORK_MANAGER, CONNECTIONS + "bond0.nmconnection"));
        assertThat(owners("ib0")).containsOnlyKeys("ib0");
    }

    @Test
    void openibConfIsASecondWriter() {
        assertThat(host.ask(new NetstackProbe()).openibConf().content()).isEqualTo(Fact.absent());
        host.unreadable("/etc/infiniband/openib.conf");
        assertThat(host.ask(new NetstackProbe()).openibConf().content()).isInstanceOf(Fact.Unreadable.class);
        var other = new RecordedHost().file("/etc/infiniband/openib.conf", "SET_IPOIB_CM=auto");
        assertThat(other.ask(new NetstackProbe()).openibConf().content())
                .isEqualTo(Fact.known(Bytes.ofUtf8("SET_IPOIB_CM=auto\n")));
    }

    @Test
    void secretsAreNotShown() {
        String path = CONNECTIONS + "ib0.nmconnection";
        host.says(DEVICES, "ib0:infiniband:connected:ib0")
                .says(ACTIVE, "ib0:6b6d:ib0:" + path)
                .file(path, "[connection]", "id=ib0", "type=infiniband", "[802-1x]", "password=tr0ub4dor");
        assertThat(owner().toString()).contains(path).doesNotContain("tr0ub4dor");
        host.file(path, "[connection]", "password=tr0ub4dor", "[[[", "tr0ub4dor");
        assertThat(owner().toString()).contains(path).doesNotContain("tr0ub4dor");
    }
}
