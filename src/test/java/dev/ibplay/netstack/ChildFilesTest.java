package dev.ibplay.netstack;

import static dev.ibplay.netstack.Rewrites.document;
import static dev.ibplay.netstack.Rewrites.inFile;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ChildFilesTest {
    private static final ChildLink CHILD =
            new ChildLink("ib0", new PKey(0x0001), IpoibMode.CONNECTED, Optional.of(65520));

    private static List<ChildFiles.Change> done(ChildFiles.Result result) {
        assertThat(result).isInstanceOf(ChildFiles.Result.Done.class);
        return ((ChildFiles.Result.Done) result).changes();
    }

    private static String refused(ChildFiles.Result result) {
        assertThat(result).isInstanceOf(ChildFiles.Result.Refused.class);
        return ((ChildFiles.Result.Refused) result).because();
    }

    private static String only(ChildFiles.Result result, String path) {
        assertThat(done(result))
                .singleElement()
                .satisfies(c -> assertThat(c.path()).isEqualTo(path));
        return done(result).getFirst().after().orElseThrow();
    }

    private static ConfigFile file(String path, String... lines) {
        return new ConfigFile(path, String.join("\n", lines) + "\n");
    }

    private static InterfaceFile networkd(String link, ConfigFile... files) {
        return inFile(new NetworkdFiles(Arrays.asList(files)).find(NetworkLink.named(link)))
                .file();
    }

    private static InterfaceFile ifupdown(String link, ConfigFile... files) {
        return inFile(new InterfacesFiles(Arrays.asList(files)).find(NetworkLink.named(link)))
                .file();
    }

    @Test
    void aProfileOfNetworkManager() {
        ConfigFile place =
                file("/etc/NetworkManager/system-connections/up.nmconnection", "[connection]", "type=infiniband");
        Keyfile parent = document(Keyfile.parse(place.path(), place.text()));
        assertThat(only(
                        ChildFiles.creation(CHILD, parent, place),
                        "/etc/NetworkManager/system-connections/ib0.8001.nmconnection"))
                .isEqualTo("""
                        [connection]
                        id=ib0.8001
                        type=infiniband
                        interface-name=ib0.8001

                        [infiniband]
                        mtu=65520
                        p-key=32769
                        parent=ib0
                        transport-mode=connected

                        [ipv4]
                        method=disabled

                        [ipv6]
                        method=disabled
                        """);
    }

    @Test
    void anIfcfgFileThatScriptsOrNetworkManagerRead() {
        ConfigFile place = file("/etc/sysconfig/network-scripts/ifcfg-ib0", "DEVICE=ib0", "NM_CONTROLLED=no");
        String path = "/etc/sysconfig/network-scripts/ifcfg-ib0.8001";
        String text =
                only(ChildFiles.creation(CHILD, document(IfcfgFile.parse(place.path(), place.text())), place), path);
        assertThat(text)
                .startsWith("TYPE=InfiniBand\nNAME=ib0.8001\nDEVICE=ib0.8001\nPHYSDEV=ib0\nPKEY=yes\nPKEY_ID=0x8001\n")
                .contains("CONNECTED_MODE=yes\nMTU=65520\n")
                .endsWith("NM_CONTROLLED=no\n");
        assertThat(document(IfcfgFile.parse(path, text)).rejection()).isEmpty();

        ConfigFile managed = file("/etc/sysconfig/network-scripts/ifcfg-ib0", "DEVICE=ib0");
        assertThat(only(
                        ChildFiles.creation(CHILD, document(IfcfgFile.parse(managed.path(), managed.text())), managed),
                        path))
                .doesNotContain("NM_CONTROLLED");
    }

    @Test
    void anIfcfgFileOfWicked() {
        ConfigFile place = file("/etc/sysconfig/network/ifcfg-ib0", "STARTMODE=auto");
        assertThat(only(
                        ChildFiles.creation(CHILD, document(IfcfgFile.parse(place.path(), place.text())), place),
                        "/etc/sysconfig/network/ifcfg-ib0.8001"))
                .contains("IPOIB_DEVICE=ib0\nIPOIB_PKEY=8001\nIPOIB_MODE=connected\nMTU=65520\n");
    }

    @Test
    void networkdNeedsThreeFiles() {
        ConfigFile place =
                file("/etc/systemd/network/ib0.network", "[Match]", "Name=ib0", "", "[Network]", "IPoIB=ib0.8009");
        List<ChildFiles.Change> changes = done(ChildFiles.creation(CHILD, networkd("ib0", place), place));
        assertThat(changes)
                .extracting(ChildFiles.Change::path)
                .containsExactly(
                        "/etc/systemd/network/05-ib0.8001.netdev",
                        "/etc/systemd/network/05-ib0.8001.network",
                        "/etc/systemd/network/ib0.network");
        assertThat(changes.get(0).after())
                .contains("[NetDev]\nName=ib0.8001\nKind=ipoib\n\n[IPoIB]\nPartitionKey=0x8001\nMode=connected\n");
        assertThat(changes.get(1).after().orElseThrow())
                .startsWith("[Match]\nName=ib0.8001\n\n[Link]\nMTUBytes=65520\n");
        assertThat(changes.get(2).after()).contains(place.text() + "IPoIB=ib0.8001\n");
    }

    @Test
    void aNetworkFileForSeveralInterfacesMakesNoChild() {
        ConfigFile place = file("/etc/systemd/network/ib.network", "[Match]", "Name=ib*");
        assertThat(refused(ChildFiles.creation(CHILD, networkd("ib0", place), place)))
                .isEqualTo(
                        "/etc/systemd/network/ib.network is for several interfaces (Name=ib*); give this one a file of its own");
    }

    @Test
    void aLineOfTheParentGoesWithTheChildAndNothingElse() {
        ConfigFile parent = file(
                "/etc/systemd/network/ib0.network",
                "[Match]",
                "Name=ib0",
                "[Network]",
                "IPoIB=ib0.8001",
                "# b",
                "IPoIB=b");
        ConfigFile netdev = new ConfigFile("/etc/systemd/network/x.netdev", ChildText.netdev(CHILD));
        ConfigFile network = new ConfigFile("/etc/systemd/network/x.network", ChildText.network(CHILD));
        List<ChildFiles.Change> changes = done(ChildFiles.removal(
                networkd("ib0.8001", parent, netdev, network),
                network,
                Optional.of(networkd("ib0", parent, netdev, network)),
                UnaryOperator.identity()));
        assertThat(changes)
                .extracting(ChildFiles.Change::after)
                .containsExactly(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of("[Match]\nName=ib0\n[Network]\n# b\nIPoIB=b\n"));
    }

    @Test
    void aStanzaInAFolderThatIsSourced() {
        ConfigFile place =
                file(InterfacesFiles.MAIN, "source-directory interfaces.d", "auto ib0", "iface ib0 inet dhcp");
        String stanza = """
                auto ib0.8001
                iface ib0.8001 inet manual
                    pre-up test -e /sys/class/net/ib0.8001 || echo 0x8001 > /sys/class/net/ib0/create_child
                    pre-up echo connected > /sys/class/net/ib0.8001/mode
                    mtu 65520
                    up ip link set dev ib0.8001 up
                    post-down echo 0x8001 > /sys/class/net/ib0/delete_child
                """;
        assertThat(only(
                        ChildFiles.creation(CHILD, ifupdown("ib0", place), place),
                        "/etc/network/interfaces.d/ib0-8001"))
                .isEqualTo(stanza);

        ConfigFile alone = new ConfigFile(InterfacesFiles.MAIN, "iface ib0 inet dhcp");
        assertThat(only(ChildFiles.creation(CHILD, ifupdown("ib0", alone), alone), InterfacesFiles.MAIN))
                .isEqualTo("iface ib0 inet dhcp\n\n" + stanza.replace("auto ib0.8001\n", ""));
    }

    @Test
    void onlyAFileOfItsOwnGoes() {
        ConfigFile main = file(InterfacesFiles.MAIN, "source interfaces.d/*.cfg", "iface ib0 inet dhcp");
        ConfigFile shared =
                file("/etc/network/interfaces.d/a.cfg", "iface ib0.8001 inet manual", "iface eth0 inet dhcp");
        assertThat(refused(ChildFiles.removal(
                        ifupdown("ib0.8001", main, shared), shared, Optional.empty(), UnaryOperator.identity())))
                .isEqualTo("/etc/network/interfaces.d/a.cfg holds more than ib0.8001; take its stanza out there");
        ConfigFile vendor = file("/usr/lib/NetworkManager/system-connections/c", "[connection]", "type=infiniband");
        assertThat(refused(ChildFiles.removal(
                        document(Keyfile.parse(vendor.path(), vendor.text())),
                        vendor,
                        Optional.empty(),
                        UnaryOperator.identity())))
                .contains("belongs to a package");
    }

    @Test
    void bothFormsOfAKeyMakeTheSameChild() {
        String old = "DEVICE=ib0.8002\nPHYSDEV=ib0\nPKEY=yes\nPKEY_ID=2\n";
        IfcfgFile file = document(IfcfgFile.parse("/etc/sysconfig/network-scripts/ifcfg-ib0.8002", old));
        assertThat(ChildFiles.makes(file, "ib0", new PKey(0x8002))).isTrue();
        assertThat(ChildFiles.makes(file, "ib0", new PKey(0x0002))).isTrue();
        assertThat(ChildFiles.makes(file, "ib1", new PKey(0x8002))).isFalse();
        assertThat(ChildFiles.makes(file, "ib0", new PKey(0x8003))).isFalse();
    }
}
