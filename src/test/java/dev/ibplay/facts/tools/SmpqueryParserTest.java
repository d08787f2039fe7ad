package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SmpqueryParserTest {
    private static final String PORT = """
            # Port info: Lid 12 port 1
            Mkey:............................<not displayed>
            GidPrefix:.......................0xfe80000000000000
            Lid:.............................12
            SMLid:...........................3
            CapMask:.........................0x2651e84a
            \t\t\t\tIsSM
            \t\t\t\tIsTrapSupported
            LocalPort:.......................1
            LinkWidthActive:.................4X
            LinkState:.......................Active
            PhysLinkState:...................LinkUp
            LinkSpeedActive:.................10.0 Gbps
            NeighborMTU:.....................2048
            MtuCap:..........................4096
            LinkSpeedExtActive:..............25.78125 Gbps
            """;
    private static final String NODE = """
            # Node info: Lid 12
            BaseVers:........................1
            ClassVers:.......................1
            NodeType:........................Channel Adapter
            NumPorts:........................2
            SystemGuid:......................0x0002c90300aa0003
            Guid:............................0x0002c90300aa0000
            PortGuid:........................0x0002c90300aa0001
            PartCap:.........................128
            DevId:...........................0x1003
            Revision:........................0x00000001
            LocalPort:.......................1
            VendorId:........................0x0002c9
            """;
    private static final String KEYS = """
               0: 0xffff 0x8001 0x0002 0x0000 0x8000 0x0000 0x0000 0x0000
               8: 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000 0x0000 0x7fff
            16 pkeys capacity for this port
            """;

    static Stream<Recorded> recorded() {
        return Recorded.ofKind("smpquery-portinfo");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void readsWhatWasRecorded(Recorded recorded) {
        Fact<PortInfoText> fact = SmpqueryParser.portInfo(recorded.output());
        String expected = recorded.expected();
        if (expected.startsWith("error")) {
            assertThat(fact).isInstanceOf(Fact.Unreadable.class);
            return;
        }
        PortInfoText found = fact.ifKnown().orElseThrow();
        with(
                expected,
                "\\b[Ll]id (\\d+)",
                text -> assertThat(found.lid().orElseThrow()).hasToString(text));
        with(
                expected,
                "(?:SMLid|sm_lid) (\\d+)",
                text -> assertThat(found.smLid().orElseThrow()).hasToString(text));
        with(
                expected,
                "MtuCap (\\d+)",
                text -> assertThat(found.mtuCap().orElseThrow()).hasToString(text));
        with(
                expected,
                "NeighborMTU (\\d+)",
                text -> assertThat(found.neighborMtu().orElseThrow()).hasToString(text));
        with(
                expected,
                "(NeighborMTU unknown)",
                text -> assertThat(found.neighborMtu()).isEmpty());
        with(
                expected,
                "\\b(Active|Down|Initialize|Armed)\\b",
                text -> assertThat(found.linkState()).contains(text));
        with(
                expected,
                "\\b(LinkUp|Polling|Disabled)\\b",
                text -> assertThat(found.physLinkState()).contains(text));
        with(expected, "IsSM (yes|no)", text -> assertThat(found.isSm()).contains(text.equals("yes")));
        with(
                recorded.special(),
                "# Port info: .* port (\\d+)\\b",
                text -> assertThat(found.port()).contains(Integer.parseInt(text)));
    }

    private static void with(String text, String pattern, Consumer<String> check) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (matcher.find()) {
            check.accept(matcher.group(1));
        }
    }

    private static PortInfoText port(String text) {
        return SmpqueryParser.portInfo(Said.well(text)).ifKnown().orElseThrow();
    }

    @Test
    void readsAPort() {
        PortInfoText expected = new PortInfoText(
                Optional.of(1),
                Optional.of(new Lid(12)),
                Optional.of(new Lid(3)),
                Optional.of(0x2651e84aL),
                Optional.of("Active"),
                Optional.of("LinkUp"),
                Optional.of(Mtu.MTU_2048),
                Optional.of(Mtu.MTU_4096),
                Optional.of("4X"),
                Optional.of("25.78125 Gbps"));
        assertThat(port(PORT)).isEqualTo(expected);
        assertThat(port(PORT.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(port(PORT.replace(".12\n", ".0x000c\n").replace(".3\n", ".0x0003\n")))
                .isEqualTo(expected);
        assertThat(expected.isSm()).contains(true);
        assertThat(expected.isSmDisabled()).contains(false);
    }

    @Test
    void leavesOutWhatIsCut() {
        int inTheMiddle = PORT.indexOf("48", PORT.indexOf("NeighborMTU"));
        assertThat(port(PORT.substring(0, inTheMiddle)).neighborMtu()).isEmpty();
        assertThat(port(PORT.substring(0, inTheMiddle)).mtuCap()).isEmpty();
        assertThat(port(PORT.replace("2048", "")).neighborMtu()).isEmpty();
        assertThat(port(PORT.replace("2048", "3000")).neighborMtu()).isEmpty();
        assertThat(port(PORT.replace("Lid:.............................12", "Lid:....99999999999999999999"))
                        .lid())
                .isEmpty();
    }

    @Test
    void doesNotMixTwoPorts() {
        assertThat(port(PORT + PORT.replace("2048", "256")).neighborMtu()).contains(Mtu.MTU_2048);
    }

    @Test
    void saysWhatItCannotRead() {
        assertThat(SmpqueryParser.portInfo(Said.well("hello: world\n"))).isInstanceOf(Fact.Unreadable.class);
        assertThat(SmpqueryParser.portInfo(Said.well(""))).isInstanceOf(Fact.Unreadable.class);
        ToolOutput failed =
                Said.badly("smpquery: iberror: failed: operation portinfo: port info query failed\n", "", 255);
        assertThat(Said.because(SmpqueryParser.portInfo(failed)))
                .hasValueSatisfying(b -> assertThat(b).contains("no answer"));
        assertThat(SmpqueryParser.nodeInfo(failed)).isInstanceOf(Fact.Unreadable.class);
        assertThat(SmpqueryParser.pKeys(failed)).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void readsANode() {
        NodeInfoText expected = new NodeInfoText(
                "Channel Adapter", 2, new NodeGuid(0x2c90300aa0000L), new PortGuid(0x2c90300aa0001L), 128, 1);
        assertThat(SmpqueryParser.nodeInfo(Said.well(NODE))).isEqualTo(Fact.known(expected));
        assertThat(SmpqueryParser.nodeInfo(Said.well(NODE.replace("\n", "\r\n"))))
                .isEqualTo(Fact.known(expected));
        assertThat(SmpqueryParser.nodeInfo(Said.well(NODE.substring(0, NODE.indexOf("LocalPort")))))
                .isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void readsThePKeyTable() {
        assertThat(SmpqueryParser.pKeys(Said.well(KEYS)).ifKnown()).hasValueSatisfying(table -> {
            assertThat(table.keys()).extracting(PKey::toString).containsExactly("0xffff", "0x8001", "0x0002", "0x7fff");
            assertThat(table.capacity()).isEqualTo(16);
        });
    }

    /** A missing row would look like a missing membership. */
    @Test
    void believesNoPartOfAPKeyTable() {
        for (int end = 0; end < KEYS.length(); end++) {
            assertThat(SmpqueryParser.pKeys(Said.well(KEYS.substring(0, end)))).isInstanceOf(Fact.Unreadable.class);
        }
        String[] rows = KEYS.split("(?<=\n)", -1);
        assertThat(SmpqueryParser.pKeys(Said.well(rows[1] + rows[2]))).isInstanceOf(Fact.Unreadable.class);
        assertThat(SmpqueryParser.pKeys(Said.well(rows[0] + rows[2]))).isInstanceOf(Fact.Unreadable.class);
    }
}
