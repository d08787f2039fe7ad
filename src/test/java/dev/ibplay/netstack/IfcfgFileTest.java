package dev.ibplay.netstack;

import static dev.ibplay.netstack.Rewrites.document;
import static dev.ibplay.netstack.Rewrites.done;
import static dev.ibplay.netstack.Rewrites.refused;
import static dev.ibplay.netstack.Rewrites.set;
import static dev.ibplay.netstack.Rewrites.setMode;
import static dev.ibplay.netstack.Rewrites.setMtu;
import static dev.ibplay.netstack.Rewrites.unreadable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IfcfgFileTest {
    private static final String RED_HAT = "/etc/sysconfig/network-scripts/ifcfg-ib0";
    private static final String WICKED = "/etc/sysconfig/network/ifcfg-ib0";

    private static IfcfgFile file(String path, String text) {
        IfcfgFile file = document(IfcfgFile.parse(path, text));
        assertThat(file.text()).isEqualTo(text);
        return file;
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "MTU=4092, 4092",
                "MTU='4092', 4092",
                "MTU=\"4092\"   # best, 4092",
                "MTU=2044|MTU=4092, 4092",
                "export MTU=4092, 4092",
                "  MTU=4092; A=b, 4092",
                "A=1 MTU=4092, 4092",
                "MTU=4092\r, 4092",
                "#MTU=4092, ",
                "MTU=, ",
                "MTU=0, ",
                "A='x|MTU=4092|', "
            })
    void saysTheMtu(String lines, Integer mtu) {
        assertThat(file(RED_HAT, lines.replace('|', '\n') + "\n").mtu()).isEqualTo(Optional.ofNullable(mtu));
    }

    @ParameterizedTest
    @CsvSource({
        "TYPE=InfiniBand, DATAGRAM",
        "TYPE=infiniband|CONNECTED_MODE=no, DATAGRAM",
        "TYPE=Infiniband|CONNECTED_MODE=yes, CONNECTED",
        "CONNECTED_MODE=True, CONNECTED",
        "CONNECTED_MODE=True|NM_CONTROLLED=no, DATAGRAM",
        "TYPE=Bond, "
    })
    void saysTheModeAsRedHatReadsIt(String lines, IpoibMode mode) {
        assertThat(file(RED_HAT, lines.replace('|', '\n')).mode()).isEqualTo(Optional.ofNullable(mode));
    }

    @Test
    void saysTheModeAsWickedReadsIt() {
        assertThat(file(WICKED, "IPOIB=yes\n").mode()).isEmpty();
        assertThat(file(WICKED, "IPOIB_MODE='connected'\n").mode()).contains(IpoibMode.CONNECTED);
        IfcfgFile child = file("/etc/sysconfig/network/ifcfg-ib0.8002", "IPOIB_PKEY=8002\nIPOIB_DEVICE=ib0\nDEVICE=x");
        assertThat(child.pkey().orElseThrow().value()).isEqualTo(0x8002);
        assertThat(child.parent()).contains("ib0");
        assertThat(child.interfaceName()).isEqualTo("ib0.8002");
    }

    @Test
    void changesOnlyTheValue() {
        String text = "# ib\r\nTYPE=InfiniBand\r\nMTU=\"2044\"  # was\r\nCONNECTED_MODE='no' \r\nUUID=${UUID}";
        assertThat(done(set(file(RED_HAT, text), 65520, IpoibMode.CONNECTED)))
                .isEqualTo(text.replace("2044", "65520").replace("no", "yes"));
        String wicked = "IPOIB_MODE=connected\nMTU=65520\n";
        assertThat(done(set(file(WICKED, wicked), 4092, IpoibMode.DATAGRAM)))
                .isEqualTo("IPOIB_MODE=datagram\nMTU=4092\n");
    }

    @Test
    void addsWhatIsMissing() {
        assertThat(done(set(file(RED_HAT, "DEVICE=ib0\nTYPE=InfiniBand\nIPADDR=10.0.0.1"), 65520, IpoibMode.CONNECTED)))
                .isEqualTo("DEVICE=ib0\nTYPE=InfiniBand\nCONNECTED_MODE=yes\nMTU=65520\nIPADDR=10.0.0.1");
        assertThat(done(setMtu(file(WICKED, "STARTMODE=auto"), 4092))).isEqualTo("STARTMODE=auto\nMTU=4092");
        assertThat(done(setMode(file(RED_HAT, "TYPE=InfiniBand\n"), IpoibMode.DATAGRAM)))
                .isEqualTo("TYPE=InfiniBand\n");
        assertThat(done(setMtu(file(RED_HAT, ""), 4092))).isEqualTo("MTU=4092\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MTU=$BIG\n",
                "MTU=\"$(cat x)\"\n",
                "MTU=`cat x`\n",
                "MTU=large\n",
                "if [ -e /x ]; then\nMTU=9000\nfi\n",
                ". /etc/common\n",
                "MTU=4092 ifup ib0\n",
                "A=b && MTU=9\n",
                "NAME=\"open\n",
                "CONNECTED_MODE=maybe\n"
            })
    void whatCannotBeToldHasAReason(String text) {
        assertThat(unreadable(IfcfgFile.parse(RED_HAT, text))).contains("line ");
    }

    @Test
    void childrenAreNamedAsNetworkManagerNamesThem() {
        String text = "DEVICE=%s\nPKEY=yes\nPKEY_ID=%s\nPHYSDEV=ib0\n";
        IfcfgFile wrong = file(RED_HAT, text.formatted("ib0.00c1", "0x00c1"));
        assertThat(wrong.rejection()).contains("DEVICE is ib0.00c1, but PHYSDEV and PKEY_ID make it ib0.80c1");
        assertThat(refused(setMtu(wrong, 4092))).contains("ib0.80c1");
        IfcfgFile right = file(RED_HAT, text.formatted("ib0.8002", "2"));
        assertThat(right.rejection()).isEmpty();
        assertThat(right.pkey().orElseThrow().value()).isEqualTo(0x8002);
        assertThat(file(RED_HAT, "NM_CONTROLLED=no\n" + wrong.text()).rejection())
                .isEmpty();
    }

    @Test
    void openibConfTellsWhatItWillDo() {
        String text = "ONBOOT=yes\n# mode\nSET_IPOIB_CM=auto\n";
        OpenibConf conf = document(OpenibConf.parse(text));
        assertThat(conf.connectedMode()).isEqualTo(OpenibConf.ConnectedMode.AUTO);
        assertThat(conf.mtu()).isEqualTo(65520);
        assertThat(conf.sets(Optional.of("mlx5_core"))).isEqualTo(Match.YES);
        assertThat(conf.sets(Optional.of("mlx4_core"))).isEqualTo(Match.NO);
        assertThat(conf.sets(Optional.empty())).isEqualTo(Match.UNKNOWN);
        assertThat(done(conf.with(Optional.of(OpenibConf.ConnectedMode.NO), Optional.empty())))
                .isEqualTo(text.replace("auto", "no"));
        assertThat(done(conf.with(Optional.empty(), Optional.of(32768)))).isEqualTo(text + "IPOIB_MTU=32768\n");
        assertThat(document(OpenibConf.parse("SET_IPOIB_CM=Yes\n")).sets(Optional.empty()))
                .isEqualTo(Match.NO);
        assertThat(unreadable(OpenibConf.parse("SET_IPOIB_CM=$X\n"))).contains("line 1");
    }
}
