package dev.ibplay.facts.saved;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExcerptTest {
    private static final String SMINFO =
            "sminfo: sm lid 7 sm guid 0x2c90300a1b2c3, activity count 42 priority 9 state 3 SMINFO_MASTER\n";
    private static final String PORT = """
            # Port info: Lid %d port 1
            Lid:.............................%d
            SMLid:...........................7
            LinkState:.......................Active
            PhysLinkState:...................LinkUp
            NeighborMTU:.....................2048
            MtuCap:..........................4096
            """;
    private static final String IBSTAT = """
            CA 'mlx5_0'
            \tNumber of ports: 1
            \tPort 1:
            \t\tState: Active
            \t\tPhysical state: LinkUp
            \t\tPort GUID: 0x0002c90300aa0001
            \t\tLink layer: InfiniBand
            """;

    private static List<Excerpt> cut(String text) {
        return Excerpt.of(SavedText.of(text));
    }

    @Test
    void tellsPastesApartByTheirLines() {
        List<Excerpt> found = cut("Hello,\nhere is what you asked for.\n" + SMINFO + PORT.formatted(12, 12)
                + PORT.formatted(13, 13) + "-- \nRegards\n" + IBSTAT + IBSTAT);
        assertThat(found)
                .extracting(Excerpt::tool)
                .containsExactly(Tool.SMINFO, Tool.SMPQUERY, Tool.SMPQUERY, Tool.IBSTAT, Tool.IBSTAT);
        assertThat(found).extracting(Excerpt::firstLine).containsExactly(3, 4, 11, 20, 27);
        assertThat(found.stream().map(Reading::of).flatMap(reading -> InWords.of(reading).stream()))
                .contains("smpquery: port 1 lid 13 sm lid 7 Active LinkUp NeighborMTU 2048 MtuCap 4096")
                .noneMatch(line -> line.contains("unreadable"));
    }

    @Test
    void takesPromptsForTheEndOfAnOutput() {
        List<Excerpt> found = cut("root@sm1:~# sudo ibstat\n" + "root@sm1:~# ls\nCA.txt\nroot@sm1:~# /usr/sbin/sminfo\n"
                + SMINFO + "root@sm1:~# \n");
        assertThat(found).extracting(Excerpt::tool).containsExactly(Tool.IBSTAT, Tool.SMINFO);
        assertThat(InWords.of(Reading.of(found.getFirst()))).containsExactly("ibstat: nothing");
        assertThat(found.get(1).lines()).hasSize(1);
    }

    @Test
    void knowsWhatBelongsToIbportstate() {
        String text = "CA/RT PortInfo:\n" + PORT.formatted(3, 3)
                + "# MLNX ext Port info: Lid 3 port 1\nLinkWidthActive:.................1X\n"
                + "\nAfter PortInfo set:\n" + PORT.formatted(3, 3) + "Switch PortInfo:\n" + PORT.formatted(4, 4);
        List<Excerpt> found = cut(text);
        assertThat(found).extracting(Excerpt::tool).containsExactly(Tool.IBPORTSTATE, Tool.IBPORTSTATE);
        assertThat(InWords.of(Reading.of(found.getFirst())))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).doesNotContain("1X"));
    }

    /** A warning is printed before the answer, or the error, that it belongs to. */
    @Test
    void givesWarningsToWhatComesBehindThem() {
        List<Excerpt> found = cut(SMINFO + "ibwarn: [7] mad_rpc: _do_madrpc failed; dport (Lid 9)\n"
                + "smpquery: iberror: failed: operation portinfo: port info query failed\n");
        assertThat(found).extracting(Excerpt::tool).containsExactly(Tool.SMINFO, Tool.SMPQUERY);
        assertThat(found.get(1).firstLine()).isEqualTo(2);
        assertThat(InWords.of(Reading.of(found.getFirst()))).hasSize(1);
    }

    @Test
    void keepsValuesBesideErrors() {
        List<String> words = InWords.of(Reading.of(
                cut(SMINFO + "ibwarn: [7] mad_rpc: _do_madrpc failed; dport (Lid 9)\nsminfo: iberror: failed: query\n")
                        .getFirst()));
        assertThat(words)
                .containsExactly(
                        "sminfo: lid 7 guid 0x0002c90300a1b2c3 priority 9 state 3 activity 42",
                        "sminfo: incomplete, no answer: no such port, or nothing there that answers this query");
    }

    @Test
    void takesATextForWhatItIsSaidToBe() {
        SavedText text = SavedText.of("nothing that is known\n");
        assertThat(Excerpt.of(text)).isEmpty();
        List<Excerpt> asked = Excerpt.of(text, Tool.SMINFO);
        assertThat(asked).hasSize(1);
        assertThat(InWords.of(Reading.of(asked.getFirst())))
                .containsExactly("sminfo: unreadable, this is not the output of sminfo");
        assertThat(InWords.of(
                        Reading.of(Excerpt.of(SavedText.of(""), Tool.IBSTAT).getFirst())))
                .containsExactly("ibstat: nothing");
    }

    @Test
    void undoesWhatMailAndTerminalsDo() {
        String mail = ("> " + SMINFO.replace("state", "=\n> state")).replace("=\n> ", "=\n") + "> x=3Dy\n";
        assertThat(InWords.of(mail)).hasSize(1);
        assertThat(InWords.of("\u001b[32m" + SMINFO.strip() + "\u001b[0m\r\n")).hasSize(1);
        assertThat(InWords.of(IBSTAT.replace("'", "\u2018").replace("\t", "\u00a0\u00a0")))
                .hasSize(2);
        assertThat(InWords.of(IBSTAT.replaceAll("(?m)^", "# "))).hasSize(2);
        assertThat(SavedText.of("hca_idx=0\nrate=20\nfw_ver=2.09.1000\n").lines())
                .containsExactly("hca_idx=0", "rate=20", "fw_ver=2.09.1000");
    }

    @Test
    void readsALastLineOnlyIfItMustBeWhole() {
        assertThat(SavedText.of(SMINFO.strip()).unread()).isEmpty();
        SavedText cut = SavedText.of("a\n" + SMINFO.substring(0, SMINFO.length() - 10));
        assertThat(cut.unread()).contains(2);
        assertThat(cut.lines()).containsExactly("a");
    }

    private static final String TOPOLOGY = """
            #
            # Topology file: generated on Mon Nov 30 10:00:00 2026
            #
            vendid=0x2c9
            switchguid=0x2c90300aa0000(2c90300aa0000)
            Switch\t2 "S-0002c90300aa0000"\t\t# "leaf1" base port 0 lid 3 lmc 0
            [1]\t"H-0002c90300bb0000"[1](2c90300bb0001) \t\t# "node1 HCA-1" lid 4 4xFDR

            vendid=0x2c9
            caguid=0x2c90300bb0000
            Ca\t1 "H-0002c90300bb0000"\t\t# "node1 HCA-1"
            [1](2c90300bb0001) \t"S-0002c90300aa0000"[1]\t\t# lid 4 lmc 0 "leaf1" lid 3 4xFDR
            """;

    @Test
    void topologiesBeginWithTheirHeader() {
        List<Excerpt> found = cut(IBSTAT + TOPOLOGY + TOPOLOGY + SMINFO);
        assertThat(found)
                .extracting(Excerpt::tool)
                .containsExactly(Tool.IBSTAT, Tool.IBNETDISCOVER, Tool.IBNETDISCOVER, Tool.SMINFO);
        assertThat(InWords.of(TOPOLOGY))
                .containsExactly(
                        "ibnetdiscover: SWITCH S-0002c90300aa0000 with 1 ports",
                        "ibnetdiscover: CA H-0002c90300bb0000 with 1 ports");
    }

    @Test
    void aTopologyWithoutNodesIsNone() {
        assertThat(InWords.of("# Topology file: generated on Monday\nSwitch\tmany \"S-1\"\n"))
                .singleElement()
                .asString()
                .startsWith("ibnetdiscover: unreadable, line 2");
    }
}
