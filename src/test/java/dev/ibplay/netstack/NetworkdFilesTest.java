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
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkdFilesTest {
    private static final String ETC = "/etc/systemd/network/";
    private static final String LIB = "/usr/lib/systemd/network/";
    private static final NetworkLink IB0 = NetworkLink.named("ib0");
    private static final String MATCH = "[Match]\nName=ib0\n";

    private static NetworkdFile network(String text) {
        NetworkdFile file = document(NetworkdFile.parse(ETC + "10-ib0.network", text));
        assertThat(file.text()).isEqualTo(text);
        return file;
    }

    private static Placement find(String... pathsAndTexts) {
        var files = new ArrayList<ConfigFile>();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            files.add(new ConfigFile(pathsAndTexts[i], pathsAndTexts[i + 1]));
        }
        return new NetworkdFiles(files).find(IB0);
    }

    @ParameterizedTest
    @CsvSource({
        "MTUBytes=4092, 4092",
        "MTUBytes=2K, 2048",
        "MTUBytes=1.5k, 1536",
        "MTUBytes=1M, 1048576",
        "MTUBytes=2044|[Link]|MTUBytes=4092, 4092",
        "MTUBytes=4092|MTUBytes=, ",
        "MTUBytes=4092|MTUBytes=large, 4092",
        "MTUBytes=\\|; note|4092, 4092",
        "; MTUBytes=4092, ",
        "MTUBytes 4092, ",
        "'Description=a \\|MTUBytes=4092', "
    })
    void saysTheMtu(String lines, Integer mtu) {
        assertThat(network(MATCH + "[Link]\n" + lines.replace('|', '\n')).mtu()).isEqualTo(Optional.ofNullable(mtu));
    }

    @ParameterizedTest
    @CsvSource({
        "Name=ib0, YES",
        "Name=ib1 ib0, YES",
        "Name=ib* !ib9, YES",
        "Name=!ib0, NO",
        "Name=ib[1-9], NO",
        "Name=ib1|Name=ib0, YES",
        "Name=ib0|Name=, YES",
        "Name=ib0|Name=|Name=eth*, NO",
        "Type=infiniband, YES",
        "Type=ether, NO",
        "Name=ib0|Host=a, UNKNOWN",
        "Name=eth0|Host=a, NO",
        "Driver=ib_ipoib, UNKNOWN"
    })
    void matchesAsSystemdDoes(String lines, Match match) {
        assertThat(network("[Match]\n" + lines.replace('|', '\n')).matches(IB0)).isEqualTo(match);
    }

    @Test
    void changesOnlyTheValue() {
        NetworkdFile file =
                network("# a\r\n[Match]\r\nName=ib0\r\n[Link]\r\nMTUBytes = 2K\r\n[IPoIB]\r\nMode=datagram");
        assertThat(done(set(file, 65520, IpoibMode.CONNECTED)))
                .isEqualTo(file.text().replace("2K", "65520").replace("datagram", "connected"));
        assertThat(done(setMtu(file, 2048))).isSameAs(file.text());
    }

    @Test
    void addsSectionsAndKeys() {
        assertThat(done(set(network(MATCH + "\n[Network]\nDHCP=yes\n"), 4092, IpoibMode.DATAGRAM)))
                .isEqualTo(MATCH + "\n[Network]\nDHCP=yes\n\n[Link]\nMTUBytes=4092\n\n[IPoIB]\nMode=datagram\n");
        assertThat(done(setMtu(network("[Link]\nRequiredForOnline=no\n\n" + MATCH), 4092)))
                .isEqualTo("[Link]\nRequiredForOnline=no\nMTUBytes=4092\n\n" + MATCH);
    }

    @Test
    void refusesWhatWouldReachOthers() {
        assertThat(refused(setMtu(network("[Match]\nName=ib* !ib9\n"), 4092))).contains("Name=ib* !ib9");
        assertThat(refused(setMtu(network("[Match]\nName=ib0 ib1\n"), 4092))).contains("several interfaces");
        assertThat(refused(setMtu(network("[Match]\nType=infiniband\n"), 4092))).contains("without one Name=");
        assertThat(refused(setMtu(network(MATCH + "[Link]\nMTUBytes=\\\n2044\n"), 4092)))
                .contains("line 4");
        assertThat(unreadable(NetworkdFile.parse("a.network", "[Match\nName=ib0\n")))
                .contains("line 1");
    }

    @Test
    void theFirstFileByNameCountsAndEtcMasks() {
        assertThat(inFile(find(LIB + "20-b.network", MATCH, ETC + "10-a.network", MATCH))
                        .path())
                .isEqualTo(ETC + "10-a.network");
        assertThat(inFile(find(ETC + "20-b.network", MATCH, LIB + "10-a.network", MATCH))
                        .path())
                .isEqualTo(LIB + "10-a.network");
        assertThat(inFile(find(ETC + "10-a.network", "", LIB + "10-a.network", MATCH, ETC + "20.network", MATCH))
                        .path())
                .isEqualTo(ETC + "20.network");
        assertThat(find(ETC + "10-a.network", "[Match]\nName=eth0\n", "/tmp/10.network", MATCH))
                .isInstanceOf(Placement.Nowhere.class);
        assertThat(find(ETC + "10-a.network", MATCH + "[Link]\nUnmanaged=yes\n"))
                .isInstanceOf(Placement.Nowhere.class);
        assertThat(unclear(find(ETC + "10-a.network", MATCH + "Host=x\n"))).contains("10-a.network");
        assertThat(unclear(find(ETC + "10-a.network", "[Mat\n"))).contains("line 1");
    }

    @Test
    void dropInsHaveTheLastWord() {
        String main = MATCH + "[Link]\nMTUBytes=2044\n";
        String dropIn = ETC + "10-a.network.d/mtu.conf";
        Placement.InFile placed = inFile(find(ETC + "10-a.network", main, dropIn, "[Link]\nMTUBytes=4092\n"));
        assertThat(placed.path()).isEqualTo(dropIn);
        assertThat(placed.file().mtu()).contains(4092);
        assertThat(done(set(placed.file(), 65520, IpoibMode.CONNECTED)))
                .isEqualTo("[Link]\nMTUBytes=65520\n\n[IPoIB]\nMode=connected\n");
        assertThat(inFile(find(ETC + "10-a.network", main, dropIn, "[Network]\nDHCP=no\n"))
                        .path())
                .isEqualTo(ETC + "10-a.network");
        assertThat(find(ETC + "10-a.network", main, dropIn, "[Match]\nName=\nName=eth0\n"))
                .isInstanceOf(Placement.Nowhere.class);
    }

    @Test
    void linkAndNetdevFilesAreAskedToo() {
        String link = ETC + "05-ib.link";
        InterfaceFile both = inFile(
                        find(link, "[Match]\nOriginalName=ib0\n[Link]\nMTUBytes=2044\n", ETC + "10.network", MATCH))
                .file();
        assertThat(both.mtu()).contains(2044);
        assertThat(done(setMtu(both, 2044))).isEqualTo(MATCH);
        assertThat(refused(setMtu(both, 4092))).contains(link);
        assertThat(done(setMode(both, IpoibMode.DATAGRAM))).contains("Mode=datagram");
        NetworkdFile netdev = document(
                NetworkdFile.parse(ETC + "a.netdev", "[NetDev]\nName=ib0.8001\nKind=ipoib\n[IPoIB]\nMode=connected\n"));
        assertThat(netdev.isIpoibNetdev()).isTrue();
        assertThat(netdev.mode()).contains(IpoibMode.CONNECTED);
        assertThat(netdev.matches(NetworkLink.named("ib0.8001"))).isEqualTo(Match.YES);
        assertThat(done(setMtu(netdev, 4092))).contains("Kind=ipoib\nMTUBytes=4092\n[IPoIB]");
    }

    @Test
    void generatedAndPackagedFilesAreNotEdited() {
        String netplan = "/run/systemd/network/10-netplan-ib0.network";
        assertThat(refused(setMtu(inFile(find(netplan, MATCH)).file(), 4092))).contains("generated by netplan");
        assertThat(refused(setMtu(inFile(find(LIB + "a.network", MATCH)).file(), 4092)))
                .contains("belongs to a package");
    }

    @Test
    void addressesMatchByAllTheirBytes() {
        String own = "80:00:02:08:fe:80:00:00:00:00:00:00:00:02:c9:03:00:fb:34:81";
        var link = new NetworkLink("ib0", HardwareAddress.parse(own), Optional.of("ib_ipoib"));
        List<String> lines = List.of(own, own.replace("80:00:02:08", "80:00:02:09"), own.replace("81", "82"));
        assertThat(lines.stream()
                        .map(l -> network("[Match]\nPermanentMACAddress=" + l).matches(link)))
                .containsExactly(Match.YES, Match.UNKNOWN, Match.NO);
        assertThat(done(setMtu(network("[Match]\nPermanentMACAddress=" + own), 4092)))
                .contains("MTUBytes=4092");
    }
}
