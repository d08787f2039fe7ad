package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SaqueryParserTest {
    private static final Pattern GROUP = Pattern.compile("([0-9a-f:]+) pkey (0x[0-9a-f]+) mtu (\\d) \\((\\d+)\\)");
    private static final String SHORT = """
            MCMemberRecord group dump:
            \t\tMGID....................ff12:401b:8005::ffff:ffff
            \t\tMlid....................0xC004
            \t\tMtu.....................0x85
            \t\tpkey....................0x8005
            \t\tRate....................0x87
            \t\tSL......................0x2
            MCMemberRecord group dump:
            \t\tMGID....................ff12:601b:ffff::16
            \t\tMlid....................0xC005
            \t\tMtu.....................0x4
            """;

    static Stream<Recorded> groups() {
        return Recorded.ofKind("saquery-mcmr");
    }

    static Stream<Recorded> managers() {
        return Recorded.ofKind("saquery-smr");
    }

    @ParameterizedTest
    @MethodSource("groups")
    void readsGroupsThatWereRecorded(Recorded recorded) {
        Fact<List<McMemberText>> fact =
                recorded.text().contains(" qKey = ") || recorded.text().contains("qKey =")
                        ? SmShowGroupsParser.groups(recorded.output())
                        : SaqueryParser.groups(recorded.output());
        if (recorded.expected().startsWith("error")) {
            assertThat(fact).isInstanceOf(Fact.Unreadable.class);
            return;
        }
        List<McMemberText> found = fact.ifKnown().orElseThrow();
        if (recorded.expected().startsWith("zero")) {
            assertThat(found).isEmpty();
            return;
        }
        assertThat(found)
                .isNotEmpty()
                .allSatisfy(group -> assertThat(group.groupMtu()).isPresent());
        Matcher matcher = GROUP.matcher(recorded.expected());
        while (matcher.find()) {
            assertThat(found).anySatisfy(group -> {
                assertThat(Optional.of(group.mgid())).isEqualTo(GidText.canonical(matcher.group(1)));
                assertThat(group.pKey()).isEqualTo(PKey.parse(matcher.group(2)));
                assertThat(group.groupMtu().orElseThrow().code()).isEqualTo(Integer.parseInt(matcher.group(3)));
                assertThat(group.groupMtu().orElseThrow()).hasToString(matcher.group(4));
            });
        }
    }

    @ParameterizedTest
    @MethodSource("managers")
    void readsSubnetManagersThatWereRecorded(Recorded recorded) {
        if (recorded.expected().contains("error")) {
            assertThat(SaqueryParser.subnetManagers(recorded.output())).isInstanceOf(Fact.Unreadable.class);
            assertThat(Said.because(SaqueryParser.subnetManagerPorts(recorded.output()))
                            .orElseThrow())
                    .contains("rights");
            return;
        }
        List<String> lids = Pattern.compile("lid (\\d+)")
                .matcher(recorded.expected())
                .results()
                .map(result -> result.group(1))
                .toList();
        if (recorded.text().startsWith("IsSM")) {
            assertThat(SaqueryParser.subnetManagerPorts(recorded.output())
                            .ifKnown()
                            .orElseThrow())
                    .allSatisfy(port -> assertThat(port.disabled()).isFalse())
                    .extracting(port -> port.lid().toString())
                    .isEqualTo(lids);
        } else {
            assertThat(SaqueryParser.subnetManagers(recorded.output()).ifKnown().orElseThrow())
                    .extracting(manager -> manager.lid().toString())
                    .isEqualTo(lids);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void readsTheShortForm(String lineEnd) {
        List<McMemberText> found = SaqueryParser.groups(Said.well(SHORT.replace("\n", lineEnd)))
                .ifKnown()
                .orElseThrow();
        assertThat(found.getFirst())
                .isEqualTo(new McMemberText(
                        "ff12:401b:8005:0000:0000:0000:ffff:ffff",
                        new Lid(0xc004),
                        Optional.of(0x85),
                        Optional.of(0x87),
                        Optional.of(new PKey(0x8005)),
                        Optional.of(2),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(found.getFirst().groupMtu()).contains(Mtu.MTU_4096);
        assertThat(found.getFirst().mtuSelector()).contains(2);
        assertThat(found.getFirst().rateCode()).contains(7);
        assertThat(found.getLast().groupMtu()).contains(Mtu.MTU_2048);
        assertThat(found.getLast().pKey()).isEmpty();
    }

    @Test
    void readsMembersThatHaveNoMtu() {
        String member = """
                MCMemberRecord member dump:
                \t\tMGID....................ff12:401b:ffff::ffff:ffff
                \t\tMlid....................0xC000
                \t\tPortGid.................fe80::2:c903:aa:1
                \t\tScopeState..............0x21
                \t\tProxyJoin...............0x0
                \t\tNodeDescription.........node01 mlx5_0
                """;
        assertThat(SaqueryParser.groups(Said.well(member)).ifKnown().orElseThrow())
                .singleElement()
                .satisfies(read -> {
                    assertThat(read.portGid()).contains("fe80:0000:0000:0000:0002:c903:00aa:0001");
                    assertThat(read.groupMtu()).isEmpty();
                });
    }

    /** A group that is cut off would look as if it did not exist, or as if it had another MTU. */
    @Test
    void believesNoRecordThatIsCut() {
        for (int end = 1; end < SHORT.length(); end++) {
            String cut = SHORT.substring(0, end);
            Fact<List<McMemberText>> fact = SaqueryParser.groups(Said.well(cut));
            boolean whole = cut.endsWith("\n") && cut.lastIndexOf("Mtu") > cut.lastIndexOf("dump:");
            assertThat(fact).as(cut).isInstanceOf(whole ? Fact.Known.class : Fact.Unreadable.class);
        }
    }

    @Test
    void tellsNothingFromNoAnswer() {
        assertThat(SaqueryParser.groups(Said.well(""))).isEqualTo(Fact.known(List.of()));
        assertThat(Said.because(SaqueryParser.groups(Said.badly("", "Query SA failed: Connection timed out\n", 110))))
                .contains("the subnet administration did not answer");
        assertThat(Said.because(SaqueryParser.groups(Said.badly("", """
                        ibwarn: [1] sa_get_handle: No SM/SA found on port (null):0
                        ibpanic: [1] main: Failed to bind to the SA: Success
                        """, 255))))
                .contains("no subnet manager serves this port");
        assertThat(SaqueryParser.groups(Said.well("Last login: Monday\n"))).isInstanceOf(Fact.Unreadable.class);
        assertThat(SmShowGroupsParser.groups(Said.well("Last login: Monday\n"))).isInstanceOf(Fact.Unreadable.class);
    }

    @Test
    void readsSubnetManagersAndTheirPorts() {
        String managers = """
                SMInfoRecord dump:
                \t\tRID
                \t\tLID...................5
                \t\tSMInfo dump:
                \t\tGUID..................0x0002c90300aa0001
                \t\tSM_Key................0x0000000000000000
                \t\tActCount..............77
                \t\tPriority..............9
                \t\tSMState...............2
                """;
        assertThat(SaqueryParser.subnetManagers(Said.well(managers)))
                .isEqualTo(Fact.known(
                        List.of(new SmInfoText(new Lid(5), new PortGuid(0x2c90300aa0001L), 77, 9, Optional.of(2)))));
        String ports = """
                IsSM ports

                IsSMdisabled ports
                PortInfoRecord dump:
                \t\tEndPortLid..............0x0009
                \t\tPortNum.................1
                \t\tbase_lid................0x9
                \t\tmaster_sm_base_lid......0x5
                \t\tcapability_mask.........0x50C44A
                """;
        assertThat(SaqueryParser.subnetManagerPorts(Said.well(ports)))
                .isEqualTo(Fact.known(List.of(new SmPortText(new Lid(9), 1, new Lid(5), 0x50c44aL, true))));
    }
}
