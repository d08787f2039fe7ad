package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IbstatParserTest {
    private static final String ONE = """
            CA 'mlx5_0'
            \tCA type: MT4123
            \tNumber of ports: 1
            \tFirmware version: 20.35.1012
            \tHardware version: 0
            \tNode GUID: 0x0002c90300aa0000
            \tSystem image GUID: 0x0002c90300aa0000
            \tPort 1:
            \t\tState: Active
            \t\tPhysical state: LinkUp
            \t\tRate: 2.5
            \t\tBase lid: 12
            \t\tLMC: 0
            \t\tSM lid: 3
            \t\tCapability mask: 0x2651e84a
            \t\tPort GUID: 0x0002c90300aa0001
            \t\tLink layer: InfiniBand
            """;
    private static final AdapterText READ = new AdapterText(
            "mlx5_0",
            Optional.of("MT4123"),
            Optional.of("20.35.1012"),
            Optional.empty(),
            Optional.of(new NodeGuid(0x2c90300aa0000L)),
            List.of(new AdapterPortText(
                    1,
                    PortState.ACTIVE,
                    Optional.of(PortPhysicalState.LINK_UP),
                    Optional.of("2.5"),
                    Optional.of(new Lid(12)),
                    Optional.of(new Lid(3)),
                    Optional.of(0x2651e84aL),
                    Optional.of(new PortGuid(0x2c90300aa0001L)),
                    LinkLayer.INFINIBAND,
                    Optional.empty(),
                    Optional.empty())));

    private static AdaptersText read(String text) {
        return IbstatParser.parse(Said.well(text)).ifKnown().orElseThrow();
    }

    @Test
    void readsAnAdapterInAnyIndentation() {
        AdaptersText expected = new AdaptersText(List.of(READ), Optional.empty());
        assertThat(read(ONE)).isEqualTo(expected);
        assertThat(read(ONE.replace("\n", "\r\n"))).isEqualTo(expected);
        assertThat(read(ONE.replace("\t", "    "))).isEqualTo(expected);
        assertThat(read(ONE.stripTrailing())).isEqualTo(expected);
        assertThat(READ.ports().getFirst().isSm()).contains(true);
        assertThat(READ.ports().getFirst().isSmDisabled()).contains(false);
    }

    @Test
    void knowsThatSomeLidsAreNone() {
        AdapterPortText port = read(ONE.replace("Base lid: 12", "Base lid: 65535")
                        .replace("SM lid: 3", "SM lid: 0"))
                .adapters()
                .getFirst()
                .ports()
                .getFirst();
        assertThat(port.lid()).isEmpty();
        assertThat(port.smLid()).isEmpty();
    }

    /** However it is cut, no port is shown with a wrong value, and what is missing is said. */
    @Test
    void saysWhenItIsCut() {
        int guidEnds = ONE.indexOf("\t\tLink layer");
        for (int end = ONE.indexOf('\n') + 1; end < guidEnds; end++) {
            AdaptersText found = read(ONE.substring(0, end));
            assertThat(found.incomplete()).as(ONE.substring(0, end)).isPresent();
            assertThat(found.adapters().getFirst().ports()).isEmpty();
        }
    }

    @Test
    void keepsWhatCameBeforeAnError() {
        ToolOutput failed = Said.badly(
                ONE, "ibpanic: [77] main: stat of IB device 'mlx5_1' failed: No such file or directory\n", 255);
        AdaptersText found = IbstatParser.parse(failed).ifKnown().orElseThrow();
        assertThat(found.adapters()).containsExactly(READ);
        assertThat(found.incomplete()).contains("stat of IB device 'mlx5_1' failed: No such file or directory");
    }

    @Test
    void tellsNoAdapterFromNoAnswer() {
        assertThat(read("").adapters()).isEmpty();
        assertThat(IbstatParser.parse(Said.well("    IB PORT 1 INFORMATION (iba0)\n")))
                .isInstanceOf(Fact.Unreadable.class);
        assertThat(IbstatParser.parse(Said.badly("", "", 127))).isInstanceOf(Fact.Unreadable.class);
        assertThat(Said.because(IbstatusParser.parse(Said.badly("Fatal error:  No devices\n", "", 255))))
                .contains("there is no InfiniBand device");
    }

    @Test
    void readsIbstatus() {
        String text = """
                Infiniband device 'mlx4_0' port 2 status:
                \tdefault gid:\t fe80:0000:0000:0000:0002:c903:00aa:0002
                \tbase lid:\t 0x1f
                \tsm lid:\t\t 0x3
                \tstate:\t\t 2: INIT
                \tphys state:\t 5: LinkUp
                \trate:\t\t 40 Gb/sec (4X QDR)
                \tlink_layer:\t InfiniBand

                """;
        AdaptersText found = IbstatusParser.parse(Said.well(text)).ifKnown().orElseThrow();
        assertThat(found.incomplete()).isEmpty();
        assertThat(found.adapters().getFirst().ports())
                .containsExactly(new AdapterPortText(
                        2,
                        PortState.INITIALIZE,
                        Optional.of(PortPhysicalState.LINK_UP),
                        Optional.of("40"),
                        Optional.of(new Lid(0x1f)),
                        Optional.of(new Lid(3)),
                        Optional.empty(),
                        Optional.of(new PortGuid(0x2c90300aa0002L)),
                        LinkLayer.INFINIBAND,
                        Optional.empty(),
                        Optional.empty()));
        String cut = text.substring(0, text.indexOf("\tphys"));
        assertThat(IbstatusParser.parse(Said.well(cut)).ifKnown().orElseThrow().incomplete())
                .isPresent();
    }
}
