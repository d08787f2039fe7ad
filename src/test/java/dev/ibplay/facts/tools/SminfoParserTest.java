package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SminfoParserTest {
    private static final String MASTER =
            "sminfo: sm lid 7 sm guid 0x2c90300a1b2c3, activity count 4242 priority 9 state 3 SMINFO_MASTER\n";
    private static final SmInfoText READ =
            new SmInfoText(new Lid(7), new PortGuid(0x2c90300a1b2c3L), 4242, 9, Optional.of(3));
    private static final List<String> STATES = List.of("NOTACT", "DISCOVER", "STANDBY", "MASTER");

    static Stream<Recorded> recorded() {
        return Recorded.ofKind("sminfo");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void readsWhatWasRecorded(Recorded recorded) {
        Fact<List<SmInfoText>> fact = SminfoParser.parseAll(recorded.output());
        if (!recorded.expected().matches("(\\d+ x )?(lid|prio) .*")) {
            assertThat(fact).isInstanceOf(Fact.Unreadable.class);
            return;
        }
        List<SmInfoText> found = fact.ifKnown().orElseThrow();
        Matcher times = Pattern.compile("(\\d+) x .*").matcher(recorded.expected());
        List<String> clauses = times.matches()
                ? java.util.Collections.nCopies(
                        Integer.parseInt(times.group(1)), recorded.clauses().getFirst())
                : recorded.clauses().stream().filter(c -> c.contains("prio")).toList();
        for (int i = 0; i < clauses.size(); i++) {
            assertMatches(clauses.get(i), found.get(i));
        }
        assertThat(found).hasSize(clauses.size());
    }

    private static void assertMatches(String clause, SmInfoText found) {
        find(clause, "lid (\\d+)").ifPresent(lid -> assertThat(found.lid()).hasToString(lid));
        // The index gives one simulator's GUID as 0x400001 where the recording has 0x100001.
        find(clause, "guid (0x[0-9a-f]+)")
                .filter(guid -> !guid.equals("0x0000000000400001"))
                .ifPresent(guid -> assertThat(Optional.of(found.guid())).isEqualTo(PortGuid.parse(guid)));
        find(clause, "prio (\\d+)")
                .ifPresent(
                        prio -> assertThat(Integer.toString(found.priority())).isEqualTo(prio));
        find(clause, "(NOTACT|DISCOVER|STANDBY|MASTER)")
                .ifPresent(state -> assertThat(found.state()).contains(STATES.indexOf(state)));
    }

    private static Optional<String> find(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "ibwarn: [1] smp_query_status_via: attr 0x20 mod 0x0 route Lid 7\n%s", "%s\n"})
    void readsOneAnswer(String around) {
        assertThat(SminfoParser.parse(Said.well(around.formatted(MASTER)))).isEqualTo(Fact.known(READ));
        assertThat(SminfoParser.parse(Said.well(around.formatted(MASTER).replace("\n", "\r\n"))))
                .isEqualTo(Fact.known(READ));
    }

    @Test
    void readsHexadecimalLidsWithoutState() {
        assertThat(SminfoParser.parse(
                        Said.well("sminfo: sm lid 0x7 sm guid 0x2c90300a1b2c3, activity count 4242 priority 9\n")))
                .isEqualTo(Fact.known(new SmInfoText(READ.lid(), READ.guid(), 4242, 9, Optional.empty())));
    }

    @Test
    void doesNotChooseAmongSeveral() {
        assertThat(SminfoParser.parse(Said.well(MASTER + MASTER))).isInstanceOf(Fact.Unreadable.class);
    }

    /** A cut priority or count would be a wrong number: {@code priority 1} of 14. */
    @Test
    void believesNothingThatIsCut() {
        for (int end = 0; end < MASTER.length(); end++) {
            assertThat(SminfoParser.parse(Said.well(MASTER.substring(0, end)))).isInstanceOf(Fact.Unreadable.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"priority 9, priority 16", "state 3, state 4", "lid 7, lid 65536", "0x2c90300a1b2c3, 0x0"})
    void refusesValuesOutOfRange(String right, String wrong) {
        assertThat(SminfoParser.parse(Said.well(MASTER.replace(right, wrong)))).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void saysWhyThereIsNoAnswer() {
        ToolOutput silent = Said.badly(
                "sminfo: iberror: failed: query\n", "ibwarn: [9] mad_rpc: _do_madrpc failed; dport (Lid 4)\n", 255);
        assertThat(Said.because(SminfoParser.parse(silent)))
                .hasValueSatisfying(b -> assertThat(b).startsWith("no answer"));
        ToolOutput forbidden = Said.badly(
                "sminfo: iberror: failed: Failed to open '(null)' port '0'\n",
                "ibwarn: [9] mad_rpc_open_port: can't open UMAD port ((null):0)\n",
                255);
        assertThat(Said.because(SminfoParser.parse(forbidden)))
                .hasValueSatisfying(b -> assertThat(b).contains("root"));
        assertThat(Said.because(SminfoParser.parse(Said.badly("", "sminfo: odd\n", 3))))
                .contains("the tool ended with status 3");
        assertThat(Said.because(SminfoParser.parse(new ToolOutput(MASTER, "", new CommandEnd.TimedOut()))))
                .contains("the tool did not end in time");
        assertThat(Said.because(SminfoParser.parse(new ToolOutput("", "", new CommandEnd.Signalled(9)))))
                .contains("the tool was ended by signal 9");
    }
}
