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

class InterfacesFilesTest {
    private static final String MAIN = InterfacesFiles.MAIN;
    private static final NetworkLink IB0 = NetworkLink.named("ib0");
    private static final String STATIC = "auto ib0\niface ib0 inet static\n\taddress 10.0.0.1/24\n";
    private static final String WRITE = "pre-up echo connected > /sys/class/net/$IFACE/mode\n";

    private static InterfacesFiles files(String... pathsAndTexts) {
        var files = new ArrayList<ConfigFile>();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            files.add(new ConfigFile(pathsAndTexts[i], pathsAndTexts[i + 1]));
        }
        return new InterfacesFiles(files);
    }

    private static InterfaceFile ib0(String text) {
        return inFile(files(MAIN, text).find(IB0)).file();
    }

    @ParameterizedTest
    @CsvSource({
        "mtu 4092, 4092, ",
        "mtu\\| 4092, 4092, ",
        "post-up ifconfig $IFACE mtu 65520, 65520, ",
        "up /sbin/ip link set dev ib0 mtu 4092 || true, 4092, ",
        "pre-up ip link set eth0 mtu 9000, , ",
        "pre-up echo 4092 > /sys/class/net/${IFACE}/mtu, 4092, ",
        "pre-up echo connected > /sys/class/net/ib0/mode|mtu 65520, 65520, CONNECTED",
        "mtu 65520|post-up echo connected > /sys/class/net/ib0/mode, , CONNECTED",
        "mtu 4092|post-up echo datagram > \"/sys/class/net/$IFACE/mode\", 4092, DATAGRAM",
        "pre-up echo datagram | tee /sys/class/net/ib0/mode >/dev/null, , DATAGRAM",
        "pre-up ip link set ib0 type ipoib mode connected, , CONNECTED",
        "down echo datagram > /sys/class/net/ib0/mode, , ",
        "pre-up echo connected > /sys/class/net/ib1/mode, , ",
        "# mtu 4092, , "
    })
    void saysWhatIfupWillDo(String lines, Integer mtu, IpoibMode mode) {
        InterfaceFile file = ib0(STATIC + lines.replace('|', lines.contains("tee") ? '|' : '\n') + "\n");
        assertThat(file.mtu()).isEqualTo(Optional.ofNullable(mtu));
        assertThat(file.mode()).isEqualTo(Optional.ofNullable(mode));
    }

    @Test
    void changesOnlyTheValues() {
        String text = STATIC
                + "\tmtu   2044\n\tpre-up echo datagram > /sys/class/net/ib0/mode # x\n# end\niface ib0 inet6 auto\n mtu 2044";
        String plain = text.replace(" # x", "");
        assertThat(done(set(ib0(plain), 65520, IpoibMode.CONNECTED)))
                .isEqualTo(plain.replace("2044", "65520").replace("datagram", "connected"));
        assertThat(done(set(ib0(plain), 2044, IpoibMode.DATAGRAM))).isEqualTo(plain);
        assertThat(unclear(files(MAIN, text).find(IB0))).contains("line 5");
        String late =
                STATIC + "post-up echo connected > /sys/class/net/ib0/mode\npost-up /sbin/ifconfig $IFACE mtu 65520\n";
        assertThat(done(set(ib0(late), 4092, IpoibMode.DATAGRAM)))
                .isEqualTo(late.replace("connected", "datagram").replace("65520", "4092"));
    }

    @Test
    void addsTheModeBeforeTheMtu() {
        assertThat(done(set(ib0(STATIC + "\n# next\nauto lo\n"), 65520, IpoibMode.CONNECTED)))
                .isEqualTo(STATIC + "\tmtu 65520\n\t" + WRITE + "\n# next\nauto lo\n");
        assertThat(done(setMode(ib0(STATIC + "\tpre-up modprobe ib_ipoib\n\tup true"), IpoibMode.CONNECTED)))
                .isEqualTo(STATIC + "\tpre-up modprobe ib_ipoib\n\t" + WRITE + "\tup true");
        assertThat(done(setMode(ib0(STATIC + "\tpre-up ip link set ib0 mtu 65520\n"), IpoibMode.CONNECTED)))
                .isEqualTo(STATIC + "\t" + WRITE + "\tpre-up ip link set ib0 mtu 65520\n");
        assertThat(done(setMtu(ib0("iface ib0 inet manual"), 4092))).isEqualTo("iface ib0 inet manual\n    mtu 4092");
        assertThat(done(setMtu(ib0("iface ib0 inet dhcp\n"), 4092)))
                .isEqualTo("iface ib0 inet dhcp\n    post-up ip link set dev $IFACE mtu 4092\n");
    }

    @Test
    void keepsAnMtuInForceWhenTheModeComesLate() {
        String text = STATIC + "\tpost-up echo connected > /sys/class/net/ib0/mode\n";
        assertThat(done(setMtu(ib0(text), 65520))).isEqualTo(text + "\tpost-up ip link set dev $IFACE mtu 65520\n");
        String datagram = STATIC + "\tmtu 4092\n\tpost-up echo datagram > /sys/class/net/ib0/mode\n";
        assertThat(ib0(done(setMode(ib0(datagram), IpoibMode.CONNECTED))).mtu()).contains(4092);
    }

    @Test
    void followsSources() {
        String main = "source /etc/network/interfaces.d/*\nsource-directory more.d\nauto lo\niface lo inet loopback\n";
        String part = "/etc/network/interfaces.d/ib0.cfg";
        Placement.InFile placed = inFile(files(MAIN, main, part, STATIC).find(IB0));
        assertThat(placed.path()).isEqualTo(part);
        assertThat(done(setMtu(placed.file(), 4092))).isEqualTo(STATIC + "\tmtu 4092\n");
        assertThat(inFile(files(MAIN, main, "/etc/network/more.d/ib0", STATIC).find(IB0))
                        .path())
                .isEqualTo("/etc/network/more.d/ib0");
        assertThat(files(MAIN, main, "/etc/network/more.d/ib0.bak", STATIC).find(IB0))
                .isInstanceOf(Placement.Nowhere.class);
        assertThat(files(MAIN, main, "/etc/network/interfaces.d/a/b", STATIC).find(IB0))
                .isInstanceOf(Placement.Nowhere.class);
        assertThat(unclear(files(MAIN, main, part, "mtu 4092\n").find(IB0))).startsWith(part + ": line 1");
        assertThat(document(InterfacesFile.parse(MAIN, main)).sources())
                .containsExactly("/etc/network/interfaces.d/*", "more.d");
        assertThat(files(MAIN, main, part, STATIC).starts("ib0")).isTrue();
        assertThat(files(MAIN, main, part, STATIC).starts("ib1")).isFalse();
    }

    @Test
    void stanzasInTwoFilesAreOneInterface() {
        String main = STATIC + "\tmtu 2044\nsource /etc/network/six\n";
        String six = "iface ib0 inet6 auto\n\tmtu 2044\n";
        Placement.InFile placed =
                inFile(files(MAIN, main, "/etc/network/six", six).find(IB0));
        assertThat(placed.path()).isEqualTo("/etc/network/six");
        assertThat(done(setMtu(placed.file(), 4092))).isEqualTo(six.replace("2044", "4092"));
    }

    @Test
    void whatIsSharedIsNotEdited() {
        String shared = "iface common inet static\n\tmtu 2044\n";
        InterfaceFile heir = ib0(shared + "iface ib0 inet static inherits common\n");
        assertThat(heir.mtu()).contains(2044);
        assertThat(done(setMtu(heir, 4092)))
                .isEqualTo(shared
                        + "iface ib0 inet static inherits common\n    post-up ip link set dev $IFACE mtu 4092\n");
        InterfaceFile mode = ib0("iface common inet manual\n\t" + WRITE + "iface ib0 inet static inherits common\n");
        assertThat(refused(setMode(mode, IpoibMode.DATAGRAM))).contains("mode of ib0");
        assertThat(unclear(files(MAIN, "mapping ib*\n\tscript /x\n" + STATIC).find(IB0)))
                .contains("mapping");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "address 10.0.0.1\n",
                "iface\n",
                "iface ib0 inet static\nmtu 1\nmtu 2\n",
            })
    void brokenSyntaxHasAReason(String text) {
        assertThat(unreadable(InterfacesFile.parse(MAIN, text))).contains("line ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mtu $BIG",
                "post-up ip link set $IFACE mtu $BIG",
                "up [ -e /x ] && echo connected > /sys/class/net/ib0/mode"
            })
    void whatCannotBeToldIsUnclear(String line) {
        assertThat(unclear(files(MAIN, STATIC + line + "\n").find(IB0))).contains("line 4");
    }
}
