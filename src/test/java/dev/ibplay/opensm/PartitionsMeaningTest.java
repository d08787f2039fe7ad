package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms that people write, right and wrong, with what OpenSM was seen to make of such forms. */
class PartitionsMeaningTest {
    /** The subnet manager's port, another adapter's, a switch, a router. */
    private static final List<EndPort> PORTS = List.of(
            new EndPort(new PortGuid(0xa1), EndPort.Kind.CA, true),
            new EndPort(new PortGuid(0xb2), EndPort.Kind.CA, false),
            new EndPort(new PortGuid(0xc3), EndPort.Kind.SWITCH, false),
            new EndPort(new PortGuid(0xd4), EndPort.Kind.ROUTER, false));

    private static PartitionsMeaning meaning(String text) {
        return PartitionsMeaning.of(PartitionsConf.parse("partitions.conf", text), SmOptions.DEFAULT);
    }

    /** The P_Keys per port, ports separated by blanks. */
    private static String keys(PartitionsMeaning meaning) {
        PortTables tables = meaning.tables(PORTS);
        return PORTS.stream()
                .map(p -> tables.pkeysOf(p.guid()).stream()
                        .sorted()
                        .map(k -> Integer.toHexString(k.value()))
                        .collect(Collectors.joining("+")))
                .collect(Collectors.joining(" "));
    }

    /** The groups as P_Key/MTU code/rate code. */
    private static String groups(PartitionsMeaning meaning) {
        return meaning.tables(PORTS).groups().stream()
                .map(g -> "%x/%s/%s"
                        .formatted(
                                g.pkey().value(),
                                g.mtu().map(m -> "" + m.code()).orElse("min"),
                                g.rateCode().isPresent() ? "" + g.rateCode().getAsInt() : "min"))
                .collect(Collectors.joining(" "));
    }

    private static String codes(PartitionsMeaning meaning) {
        return meaning.diagnostics().stream()
                .filter(d -> d.severity() == Severity.ERROR)
                .map(d -> d.code().id())
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Default=0x7fff,ipoib:ALL=full;                                     | ffff ffff ffff ffff | ffff/4/3
            Default = 0x7fff , ipoib , mtu = 5 , rate = 16 :\\n ALL = full ,\\n SELF = full ;\\n | ffff ffff ffff ffff | ffff/5/16
            Default=0x7fff:ALL=full; s=0x8009, ipoib, defmember=full : 0xa1, 0xb2=limited; | 8009+ffff 9+ffff ffff ffff | 8009/4/3
            Default=0x7fff:ALL=full;\\ns=9 : 0xb2=full, 161=full;               | 8009+ffff 8009+ffff ffff ffff |
            0x7fff : ALL=full;\\n0x0010,ipoib : ALL_CAS=full;                   | 8010+ffff 8010+ffff ffff ffff | 8010/4/3
            Default=0x7fff:ALL=full;\\nany , ipoib : ALL_ROUTERS=full;          | ffff ffff ffff 8001+ffff | 8001/4/3
            Default=0x7fff,ipoib,mtu=5: # a ; b\\n ALL=full; # c                | ffff ffff ffff ffff | ffff/5/3
            Default=0x7fff,ipoib:ALL=full; q=4,ipoib,mtu=5:ALL_SWITCHES;       | ffff ffff 4+ffff ffff | ffff/4/3 8004/5/3
            Default=0x7fff:ALL=full;\\nA=3,ipoib,mtu=5:0xa1=full;\\nB=3,ipoib,mtu=4:0xb2=full; | 8003+ffff 8003+ffff ffff ffff | 8003/5/3
            Default=0x7fff:ALL=full;\\nA=3,ipoib:;                              | ffff ffff ffff ffff |
            Default=0x7fff:ALL=full;\\nA=3,ipoib:0xeeee=full;                   | ffff ffff ffff ffff |
            Default=0x7fff,ipoib,mtu=5:ALL=full                                | ffff ffff ffff ffff | ffff/5/3
            Default=0x7fff,ipoib,m=5,r=7:A=f;                                  | ffff ffff ffff ffff | ffff/5/7
            A=3:ALL=full;                                                      | 8003+ffff 8003+7fff 8003+7fff 8003+7fff |
            Default : ALL=full;                                                | ffff ffff ffff ffff |
            Default=0x7fff,mtu=5:ALL=full;                                     | ffff ffff ffff ffff |
            Default=0x7fff,ipoib:ALL=both;                                     | ffff ffff ffff ffff | ffff/4/3
            Default=0x7fff:ALL=full,0xb2=limited,SELF=limited;                 | 7fff 7fff ffff ffff |
            Default=0x7fff,,ipoib:ALL=full,,SELF=full,NONE;                    | ffff ffff ffff ffff | ffff/4/3
            A=0,ipoib:SELF;                                                    | 1+ffff 7fff 7fff 7fff | 8001/4/3
            """)
    void acceptedForms(String text, String keys, String groups) {
        PartitionsMeaning meaning = meaning(unescaped(text));
        assertThat(meaning.rejection()).isEmpty();
        assertThat(keys(meaning)).isEqualTo(keys);
        assertThat(groups(meaning)).isEqualTo(Optional.ofNullable(groups).orElse(""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Default=0x7fff,ipoib,mtu=4096:ALL=full;      | ffff ffff ffff ffff |            | IB806
            Default=0x7fff,ipoib,mtu=6:ALL=full;         | ffff ffff ffff ffff |            | IB806
            Default=0x7fff,ipoib,mtu=0:ALL=full;         | ffff ffff ffff ffff |            | IB806
            Default=0x7fff,ipoib,mtu=4k:ALL=full;        | ffff ffff ffff ffff | ffff/4/3   | IB805
            Default=0x7fff,ipoib,mtu=261:ALL=full;       | ffff ffff ffff ffff | ffff/5/3   | IB805
            Default=0x7fff,ipoib,rate=99:ALL=full;       | ffff ffff ffff ffff | ffff/4/min | IB805
            Default=0x7fff,ipoib,rate=1:ALL=full;        | ffff ffff ffff ffff |            | IB806
            Default=0x7fff,ipoib,rate=22:ALL=full;       | ffff ffff ffff ffff | ffff/4/22  | ''
            Default=0x7fff,ipoib,colour=1:ALL=full;      | ffff ffff ffff ffff | ffff/4/3   | IB804
            Default=0x7fff,ipoib,MTU=5:ALL=full;         | ffff ffff ffff ffff | ffff/4/3   | IB804
            Default=0x7fff,IPoIB:ALL=full;               | ffff ffff ffff ffff |            | IB804
            Default=0x7fff,ipoib:ALL=FULL;               | 7fff 7fff 7fff 7fff | ffff/4/3   | IB805
            Default=0x7fff,ipoib,defmember=member:ALL;   | 7fff 7fff 7fff 7fff | ffff/4/3   | IB804
            Default=0x7fff,ipoib,scope=16:ALL=full;      | ffff ffff ffff ffff | ffff/4/3   | IB804
            Default=0x7fff,ipoib,sl=16:ALL=full;         | ffff ffff ffff ffff | ffff/4/3   | IB804
            Default=0x7fff:ALL=full;\\nA=0x10003:SELF=full; | 8003+ffff ffff ffff ffff |      | IB805
            Default=0x7fff:ALL=full;\\nA=3,ipoib:SELF=full;\\nA=3,ipoib,mtu=5:0xb2; | 8003+ffff 3+ffff ffff ffff | 8003/4/3 | IB804
            Default=0x7fff,ipoib,mtu=5:\\n mgid=fe80::1\\n ALL=full; | ffff ffff ffff ffff | ffff/5/3 | IB806
            Default=0x7fff,ipoib,mtu=5:\\n mgid=ff12:401b::16,mtu=4\\n ALL=full; | ffff ffff ffff ffff | ffff/5/3 | IB806
            Default=0x7fff,ipoib:ALL=;                   | ffff ffff ffff ffff | ffff/4/3   | IB805
            Default=0x7fff,ipoib:ALL=full;\\nA=3: mgid=ff12::5 # mtu=5\\n SELF; | 3+ffff ffff ffff ffff | ffff/4/3 8003/5/3 | IB802
            """)
    void formsThatMeanSomethingElse(String text, String keys, String groups, String code) {
        PartitionsMeaning meaning = meaning(unescaped(text));
        assertThat(meaning.rejection()).isEmpty();
        assertThat(keys(meaning)).isEqualTo(keys);
        assertThat(groups(meaning)).isEqualTo(Optional.ofNullable(groups).orElse(""));
        assertThat(codes(meaning)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Default=0x7fff,ipoib ALL=full;\\n                        | 1:1  | ffff/4/3
            Default=0x7fff:ALL=full;\\nA=0xZZ,ipoib:ALL=full;\\n      | 2:3  | ffff/4/3
            Default=0x7fff,ipoib,mtu=5:ALL=full;\\nA=3:node1=full;\\n | 2:5  | ffff/5/3
            Default=0x7fff,ipoib,mtu=5:ALL=full;\\nA=3:0x0=full;\\n   | 2:5  | ffff/5/3
            Default=0x7fff,ipoib:ALL_VCAS=full;\\n                   | 1:22 | ffff/4/3
            Default=0x7fff,ipoib:all=full;\\n                        | 1:22 | ffff/4/3
            Default=0x7fff,ipoib,mtu=5:ALL=full\\nA=3,ipoib:ALL=full;\\n | 2:5 | ffff/5/3
            Default=0x7fff,\\n ipoib:\\n ALL=full;\\n                  | 1:1  | ffff/4/3
            Default=0x7fff,ipoib,mtu=5:ALL=full;\\r\\n                | 1:37 | ffff/5/3
            Default=0x7fff,ipoib::ALL=full;\\n                       | 1:22 | ffff/4/3
            ;\\nDefault=0x7fff,ipoib,mtu=5:ALL=full;\\n               | 1:2  | ffff/4/3
            # nothing\\n                                             | 1:1  | ffff/4/3
            Default=0x7fff, ipoib :\\n  ALL=full\\n;\\n                | 3:2  | ffff/4/3
            A=3,ipoib,mtu=5:ALL=full;\\nB\\n                          | 2:1  | ffff/4/3
            """)
    void formsThatOpenTheFabric(String text, String place, String groups) {
        PartitionsMeaning meaning = meaning(unescaped(text));
        assertThat(meaning.rejection()).isPresent();
        Diagnostic reason = meaning.rejection().get();
        assertThat(reason.code()).isEqualTo(Code.PARTITIONS_REJECTED);
        assertThat(reason.message()).endsWith(Rejection.CONSEQUENCE);
        assertThat(((Location.InSource) reason.location()).span()).hasToString("partitions.conf:" + place);
        assertThat(meaning.diagnostics()).contains(reason);
        assertThat(keys(meaning)).isEqualTo("ffff ffff ffff ffff");
        assertThat(groups(meaning)).isEqualTo(groups);
    }

    @Test
    void emptyFileOpensTheFabric() {
        assertThat(meaning("").rejection()).isPresent();
        assertThat(keys(meaning(""))).isEqualTo("ffff ffff ffff ffff");
    }

    @Test
    void semicolonAloneOnItsLineIsReadOn() {
        PartitionsMeaning meaning = meaning("Default=0x7fff, ipoib :\n  ALL=full\n;\n");
        assertThat(meaning.diagnostics())
                .extracting(Diagnostic::code)
                .contains(Code.PARTITIONS_READS_ON, Code.PARTITIONS_REJECTED);
    }

    @Test
    void memoryThatWasNeverWrittenIsNotPredicted() {
        assertThat(PartitionsConf.parse("f", "A=3:mgid=ff12:601b::16; \n").isPredictable())
                .isFalse();
        assertThat(PartitionsConf.parse("f", "A=3:mgid=ff12:601b::16,mtu=4;\n").isPredictable())
                .isTrue();
        assertThat(meaning("A=3:mgid=ff12:601b::16;\n").diagnostics())
                .anyMatch(d -> d.code() == Code.PARTITIONS_READS_ON && d.severity() == Severity.ERROR);
    }

    @Test
    void longLineIsCut() {
        String members = "0x00000000000000b2=full,".repeat(200) + "ALL=full;\n";
        PartitionsMeaning cut = meaning("Default=0x7fff:" + members);
        assertThat(cut.diagnostics()).extracting(Diagnostic::code).contains(Code.PARTITIONS_LONG_LINE);
        PartitionsMeaning lines = meaning("Default=0x7fff:" + members.replace(",", ",\n"));
        assertThat(lines.rejection()).isEmpty();
        assertThat(lines.diagnostics()).extracting(Diagnostic::code).doesNotContain(Code.PARTITIONS_LONG_LINE);
    }

    @Test
    void parametersOfGroups() {
        PartitionsMeaning meaning = meaning("""
                Default=0x7fff,ipoib,mtu=5,sl=2,Q_Key=0xabc,TClass=3,FlowLabel=0x77:
                 mgid=ff12:401b::99,sl=1
                 mgid=ff18::4,Q_Key=0xDEADBEEF,mtu=2,scope=8
                 ALL=full;
                """);
        List<MulticastGroup> groups =
                meaning.partition(PKey.DEFAULT).orElseThrow().groups();
        assertThat(groups).hasSize(3);
        assertThat(groups.get(0).isIpoibBroadcast()).isTrue();
        assertThat(groups.get(0).mtu()).contains(Mtu.MTU_4096);
        assertThat(groups.get(0).qkey()).isEqualTo(0xabc);
        assertThat(groups.get(0).tclass()).isEqualTo(3);
        assertThat(groups.get(0).flowLabel()).isEqualTo(0x77);
        assertThat(groups.get(0).sl()).as("without qos").isZero();
        assertThat(groups.get(1).mgid()).hasToString("0xff12401bffff0000:0x0000000000000099");
        assertThat(groups.get(1).sl()).isEqualTo(1);
        assertThat(groups.get(2).mgid()).hasToString("0xff18000000000000:0x0000000000000004");
        assertThat(groups.get(2).qkey()).isEqualTo(0xdeadbeefL);
    }

    @Test
    void optionsOfOpensmConfCount() {
        PartitionsConf conf = PartitionsConf.parse("f", "Default=0x7fff,ipoib,sl=2:ALL=both;");
        SmOptions options = SmOptions.of(OpensmConf.parse("o", "qos TRUE\nallow_both_pkeys TRUE\n"));
        PartitionsMeaning meaning = PartitionsMeaning.of(conf, options);
        assertThat(keys(meaning)).isEqualTo("7fff+ffff 7fff+ffff 7fff+ffff 7fff+ffff");
        assertThat(meaning.partition(PKey.DEFAULT)
                        .orElseThrow()
                        .broadcast()
                        .orElseThrow()
                        .sl())
                .isEqualTo(2);
    }

    @Test
    void indexZeroGoesToTheLastThatAsks() {
        PortTables tables = meaning("Default=0x7fff:ALL=full; A=3,indx0:ALL_CAS=full; B=4,indx0:0xb2;")
                .tables(PORTS);
        assertThat(tables.atIndexZero())
                .containsOnly(
                        java.util.Map.entry(new PortGuid(0xa1), new PKey(0x8003)),
                        java.util.Map.entry(new PortGuid(0xb2), new PKey(4)));
        assertThat(meaning("A=3,indx0:SELF=full; Default=0x7fff,indx0:ALL=full;")
                        .tables(PORTS)
                        .atIndexZero())
                .as("in the order of the file")
                .containsEntry(new PortGuid(0xa1), new PKey(0xffff));
    }

    @Test
    void warningsSpeakOfTheDefaultPartition() {
        assertThat(meaning("A=3,ipoib:ALL=full;").diagnostics())
                .extracting(Diagnostic::code)
                .containsOnly(Code.PARTITIONS_DEFAULT);
        assertThat(meaning("Default=0x7fff,ipoib:ALL=full;\nA=3:ALL;\n").diagnostics())
                .isEmpty();
        assertThat(meaning("Default=0x7fff,ipoib:ALL=full;\nA=3:100=full;\n").diagnostics())
                .extracting(Diagnostic::code)
                .containsOnly(Code.PARTITIONS_GUID);
    }

    @Test
    void columnsCountCharacters() {
        String text = new String(
                "# \u00fc\nSt\u00fccke=0xZ:ALL;\n".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.nio.charset.StandardCharsets.ISO_8859_1);
        Diagnostic reason = meaning(text).rejection().orElseThrow();
        assertThat(((Location.InSource) reason.location()).span()).hasToString("partitions.conf:2:8");
    }
}
