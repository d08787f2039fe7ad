package dev.ibplay.netstack;

import static dev.ibplay.netstack.Rewrites.document;
import static dev.ibplay.netstack.Rewrites.done;
import static dev.ibplay.netstack.Rewrites.inFile;
import static dev.ibplay.netstack.Rewrites.refused;
import static dev.ibplay.netstack.Rewrites.set;
import static dev.ibplay.netstack.Rewrites.setMode;
import static dev.ibplay.netstack.Rewrites.setMtu;
import static dev.ibplay.netstack.Rewrites.unclear;
import static dev.ibplay.netstack.Rewrites.unreadable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetplanFilesTest {
    private static final String ETC = "/etc/netplan/";
    private static final NetworkLink IB0 = NetworkLink.named("ib0");
    private static final String HEAD = "network:\n  version: 2\n  ethernets:\n";
    private static final String ADDRESS = "80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:fb:34:81";

    private static Placement find(NetworkLink link, String... pathsAndTexts) {
        var files = new ArrayList<ConfigFile>();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            files.add(new ConfigFile(pathsAndTexts[i], pathsAndTexts[i + 1]));
        }
        return new NetplanFiles(files).find(link);
    }

    private static InterfaceFile ib0(String text) {
        return inFile(find(IB0, ETC + "50-ib.yaml", text)).file();
    }

    @Test
    void changesOnlyTheValues() {
        String text = "# größer 😀\n" + HEAD
                + "    eth0: {mtu: 9000}\n    ib0:   # storage\n      mtu:   2044 # small\n"
                + "      infiniband-mode: \"datagram\"\n      addresses:\n        - 10.0.0.1/24";
        assertThat(ib0(text).mtu()).contains(2044);
        assertThat(done(set(ib0(text), 65520, IpoibMode.CONNECTED)))
                .isEqualTo(text.replace("2044", "65520").replace("datagram", "connected"));
        assertThat(done(set(ib0(text), 2044, IpoibMode.DATAGRAM))).isEqualTo(text);
        String windows = text.replace("\n", "\r\n");
        assertThat(done(set(ib0(windows), 65520, IpoibMode.CONNECTED)))
                .isEqualTo(windows.replace("2044", "65520").replace("datagram", "connected"));
    }

    @ParameterizedTest
    @CsvSource({
        "'    ib0:|      dhcp4: true', '    ib0:|      dhcp4: true|      mtu: 4092|      infiniband-mode: datagram'",
        "'    ib0:|        dhcp4: true # x|        match:|          name: ib0|', "
                + "'    ib0:|        dhcp4: true # x|        mtu: 4092|        infiniband-mode: datagram|        match:|          name: ib0|'",
        "'    ib0:|      # none|      routes:|      - to: default|', "
                + "'    ib0:|      # none|      mtu: 4092|      infiniband-mode: datagram|      routes:|      - to: default|'",
        "'    ib0: {}|', '    ib0: {mtu: 4092, infiniband-mode: datagram}|'",
        "'    ib0: { dhcp4: true }|', '    ib0: { dhcp4: true, mtu: 4092, infiniband-mode: datagram }|'",
        "'    ib0: {addresses: [10.0.0.1/24]} # x|', '    ib0: {addresses: [10.0.0.1/24], mtu: 4092, infiniband-mode: datagram} # x|'",
        "'    \"ib0\":|      infiniband-mode: datagram|      dhcp4: no|', '    \"ib0\":|      infiniband-mode: datagram|      mtu: 4092|      dhcp4: no|'"
    })
    void addsKeysInTheStyleOfTheFile(String before, String after) {
        assertThat(done(set(ib0(HEAD + before.replace('|', '\n')), 4092, IpoibMode.DATAGRAM)))
                .isEqualTo(HEAD + after.replace('|', '\n'));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "    eth0: &x\n      dhcp4: true\n    ib0: *x\n",
                "    ib0: &x\n      dhcp4: true\n    eth0: *x\n",
                "    eth0: &x\n      dhcp4: true\n    ib0:\n      <<: *x\n",
                "    eth0:\n      mtu: &m 2044\n    ib0:\n      mtu: *m\n",
                "    ib0:\n      mtu: &m 2044\n    eth0:\n      mtu: *m\n",
                "    ib0:\n      match:\n        name: ib*\n",
                "    ib0:\n      match: {driver: ib_ipoib}\n"
            })
    void refusesWhatOthersShare(String definitions) {
        var link = new NetworkLink("ib0", Optional.empty(), Optional.of("ib_ipoib"));
        assertThat(refused(setMtu(
                        inFile(find(link, ETC + "a.yaml", HEAD + definitions)).file(), 4092)))
                .contains("ib0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                HEAD + "\tib0: {}\n",
                HEAD + "    ib0:\n      mtu: big\n",
                HEAD + "    ib0:\n      infiniband-mode: fast\n",
                HEAD + "    ib0:\n      mtu: 1\n      mtu: 2\n",
                "a: [\n",
                "- a\n",
                "{{ template }}\n"
            })
    void whatNetplanRefusesHasAReason(String text) {
        assertThat(unreadable(NetplanFile.parse(ETC + "a.yaml", text))).isNotEmpty();
        assertThat(unclear(find(IB0, ETC + "a.yaml", text, ETC + "b.yaml", HEAD + "    ib0: {}\n")))
                .startsWith(ETC + "a.yaml: ");
    }

    @Test
    void laterFilesHaveTheLastWord() {
        String base = HEAD + "    ib0:\n      mtu: 2044\n      infiniband-mode: connected\n";
        String later = HEAD + "    ib0:\n      mtu: 4092\n";
        Placement.InFile placed = inFile(find(IB0, ETC + "90-b.yaml", later, ETC + "10-a.yaml", base));
        assertThat(placed.path()).isEqualTo(ETC + "90-b.yaml");
        assertThat(placed.file().mtu()).contains(4092);
        assertThat(placed.file().mode()).contains(IpoibMode.CONNECTED);
        assertThat(done(setMode(placed.file(), IpoibMode.DATAGRAM)))
                .isEqualTo(later + "      infiniband-mode: datagram\n");
        Placement.InFile masked = inFile(find(IB0, ETC + "a.yaml", base, "/lib/netplan/a.yaml", later));
        assertThat(masked.file().mtu()).contains(2044);
        Placement.InFile run = inFile(find(IB0, ETC + "a.yaml", base, "/run/netplan/b.yaml", later));
        assertThat(refused(setMtu(run.file(), 1000))).contains("/run/netplan/b.yaml");
        assertThat(inFile(find(IB0, ETC + "a.yaml", base, ETC + "z.yaml", HEAD + "    eth0: {}\n"))
                        .path())
                .isEqualTo(ETC + "a.yaml");
        assertThat(find(IB0, ETC + "a.yaml", "", ETC + "a.yml", base)).isInstanceOf(Placement.Nowhere.class);
    }

    @Test
    void isFoundByNameOrAddress() {
        var known = new NetworkLink("ib0", HardwareAddress.parse(ADDRESS), Optional.empty());
        String storage =
                HEAD + "    storage:\n      match: {macaddress: \"" + ADDRESS.replace("80:00:02", "a0:00:03") + "\"}\n";
        assertThat(inFile(find(known, ETC + "a.yaml", storage)).path()).isEqualTo(ETC + "a.yaml");
        assertThat(unclear(find(IB0, ETC + "a.yaml", storage))).contains("cannot be told");
        assertThat(inFile(find(IB0, ETC + "a.yaml", storage.replace("match:", "set-name: ib0\n      match:")))
                        .path())
                .isNotEmpty();
        assertThat(inFile(find(IB0, ETC + "a.yaml", storage.replace("storage", "ib0")))
                        .path())
                .isNotEmpty();
        assertThat(find(known, ETC + "a.yaml", storage.replace("34:81", "34:82")))
                .isInstanceOf(Placement.Nowhere.class);
        assertThat(unclear(find(IB0, ETC + "a.yaml", HEAD + "    ib0: {}\n    x: {match: {name: \"ib?\"}}\n")))
                .contains("several");
    }

    @Test
    void namesTheBackEnd() {
        String text =
                "network:\n  renderer: networkd\n  ethernets:\n    ib0: {renderer: NetworkManager}\n    ib1: {}\n";
        var files = new NetplanFiles(java.util.List.of(new ConfigFile(ETC + "a.yaml", text)));
        assertThat(files.renderer(IB0)).contains("NetworkManager");
        assertThat(files.renderer(NetworkLink.named("ib1"))).contains("networkd");
        assertThat(files.renderer(NetworkLink.named("ib2"))).isEmpty();
    }

    @Test
    void keepsSecretsToItself() {
        String text = HEAD + "    ib0:\n      auth: {password: geheim}\n";
        NetplanFile file = document(NetplanFile.parse(ETC + "a.yaml", text));
        assertThat(file + " " + file.settings("ib0")
                        + setMtu(file.settings("ib0").orElseThrow(), 1))
                .doesNotContain("geheim");
    }
}
