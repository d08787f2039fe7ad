package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IbstatParserTest {
    private static final Pattern COUNT = Pattern.compile("(\\d+) CAs?\\b.*", Pattern.DOTALL);
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
            Optional.of(new NodeGuid(0x2c90300aa0000L)),
            List.of(new AdapterPortText(
                    1,
                    "Active",
                    "LinkUp",
                    Optional.of("2.5"),
                    Optional.of(new Lid(12)),
                    Optional.of(new Lid(3)),
                    Optional.of(0x2651e84aL),
                    Optional.of(new PortGuid(0x2c90300aa0001L)),
                    Optional.of("InfiniBand"))));

    static Stream<Recorded> recorded() {
        return Recorded.ofKind("ibstat");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void readsWhatWasRecorded(Recorded recorded) {
        String expected = recorded.expected();
        Fact<AdaptersText> fact = recorded.text().startsWith("Infiniband device")
                ? IbstatusParser.parse(recorded.output())
                : IbstatParser.parse(recorded.output());
        if (expected.matches("(error|a strict parser|must not).*")) {
            assertThat(fact).isInstanceOf(Fact.Unreadable.class);
            return;
        }
        AdaptersText found = fact.ifKnown().orElseThrow();
        assertThat(found.incomplete().isPresent()).isEqualTo(expected.contains("partial"));
        assertThat(found.adapters().isEmpty()).isEqualTo(expected.startsWith("zero"));
        Matcher count = COUNT.matcher(expected);
        if (count.matches()) {
            assertThat(found.adapters()).hasSize(Integer.parseInt(count.group(1)));
        }
        recorded.clauses().forEach(clause -> assertClause(clause, found));
    }

    /** The numbers and words of a clause hold for the port that it names; clauses that name several are left to others. */
    private static void assertClause(String clause, AdaptersText found) {
        List<AdapterText> named = found.adapters().stream()
                .filter(adapter -> Pattern.compile("\\b" + Pattern.quote(adapter.name()) + "\\b")
                        .matcher(clause)
                        .find())
                .toList();
        boolean byPort = clause.matches("p\\d .*") && found.adapters().size() == 1;
        if (named.size() != 1 && !byPort) {
            return;
        }
        AdapterText adapter = byPort ? found.adapters().getFirst() : named.getFirst();
        int number = number(clause, "\\bp(?:ort )?(\\d)\\b").orElse(1);
        AdapterPortText port = adapter.ports().stream()
                .filter(p -> p.number() == number)
                .findFirst()
                .orElseThrow();
        number(clause, "(?<!sm_)lid[ =](?:0x[0-9a-f]+=)?(\\d+)")
                .ifPresent(
                        lid -> assertThat(port.lid().map(Lid::value).orElse(0)).isEqualTo(lid));
        number(clause, "sm_lid[ =](\\d+)")
                .ifPresent(lid ->
                        assertThat(port.smLid().map(Lid::value).orElse(0)).isEqualTo(lid));
        number(clause, "(?:rate[ =]|Active |ACTIVE )(\\d+)")
                .ifPresent(rate -> assertThat(port.rate()).contains(Integer.toString(rate)));
        word(clause, "\\b(Initializing|Active|Down|ACTIVE|DOWN)\\b")
                .ifPresent(state -> assertThat(port.state()).isEqualToIgnoringCase(state));
        word(clause, "\\b(LinkUp|Polling|Disabled)\\b")
                .ifPresent(state -> assertThat(port.physicalState()).isEqualTo(state));
        word(clause, "\\b(InfiniBand|Ethernet)\\b")
                .filter(layer -> !clause.contains("assumed"))
                .ifPresent(layer -> assertThat(port.linkLayer()).contains(layer));
        word(clause, "IsSM=(yes|no)").ifPresent(sm -> assertThat(port.isSm()).contains(sm.equals("yes")));
    }

    private static Optional<Integer> number(String text, String pattern) {
        return word(text, pattern).map(Integer::parseInt);
    }

    private static Optional<String> word(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

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
                        "Initializing",
                        "LinkUp",
                        Optional.of("40"),
                        Optional.of(new Lid(0x1f)),
                        Optional.of(new Lid(3)),
                        Optional.empty(),
                        Optional.of(new PortGuid(0x2c90300aa0002L)),
                        Optional.of("InfiniBand")));
        String cut = text.substring(0, text.indexOf("\tphys"));
        assertThat(IbstatusParser.parse(Said.well(cut)).ifKnown().orElseThrow().incomplete())
                .isPresent();
    }
}
