package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartitionsEditTest {
    private static final PKey STORAGE = new PKey(0x8005);
    private static final String DEFAULT = "Default=0x7fff, ipoib : ALL=full, SELF=full;\n";

    private static String apply(String before, DesiredPartition... desired) {
        return text(PartitionsEdit.apply(PartitionsConf.parse("partitions.conf", before), List.of(desired)));
    }

    private static String remove(String before, PKey pkey) {
        return text(PartitionsEdit.remove(PartitionsConf.parse("partitions.conf", before), pkey));
    }

    private static String text(Edit<PartitionsConf> edit) {
        return switch (edit) {
            case Edit.Done<PartitionsConf> done -> done.document().text();
            case Edit.Refused<PartitionsConf> refused -> "refused: " + refused.reasons();
        };
    }

    private static DesiredPartition storage() {
        return DesiredPartition.of(STORAGE);
    }

    private static List<DesiredMember> full(int... guids) {
        return Arrays.stream(guids)
                .mapToObj(g -> new DesiredMember(Who.port(new PortGuid(g)), Membership.FULL))
                .toList();
    }

    @Test
    void setsTheMtuAndNothingElse() {
        String before = "# top\nDefault = 0x7fff , ipoib, mtu = 4 , sl=0 : ALL=full ; # end\nA=3:ALL;\n";
        assertThat(apply(before, DesiredPartition.of(PKey.DEFAULT).withMtu(Mtu.MTU_4096)))
                .isEqualTo(before.replace("mtu = 4", "mtu = 5"));
    }

    @Test
    void addsFlagsInTheManner() {
        assertThat(apply("s=5,ipoib:ALL;", storage().withMtu(Mtu.MTU_1024).withRate(Rate.GBPS_100)))
                .isEqualTo("s=5,ipoib,mtu=3,rate=16:ALL;");
        assertThat(apply(
                        "s=0x8005 : ALL=full;\n",
                        storage().withIpoib(true).withQKey(0x12).withSl(3)))
                .isEqualTo("s=0x8005, ipoib, sl=3, Q_Key=0x12 : ALL=full;\n");
    }

    @Test
    void valueThatIsInForceStaysAsItIsWritten() {
        String before = "s=5, ipoib, m=0x4 : ALL=full;\n";
        assertThat(apply(before, storage().withMtu(Mtu.MTU_2048).withIpoib(true)))
                .isEqualTo(before);
        assertThat(apply("s=5, ipoib : ALL;\n", storage().withMtu(Mtu.MTU_2048)))
                .isEqualTo("s=5, ipoib : ALL;\n");
    }

    @Test
    void lastFlagCountsAndScopesAddUp() {
        assertThat(apply("s=5, ipoib, mtu=1, mtu=2 : ALL;", storage().withMtu(Mtu.MTU_4096)))
                .isEqualTo("s=5, ipoib, mtu=1, mtu=5 : ALL;");
        assertThat(apply("s=5, scope=2, scope=5 : ALL;", storage().withScope(14)))
                .isEqualTo("s=5, scope=14 : ALL;");
        assertThat(apply("s=5, ipoib, ipo, mtu=5 : ALL;", storage().withIpoib(false)))
                .isEqualTo("s=5, mtu=5 : ALL;");
    }

    @Test
    void namesAndDefaultMembership() {
        assertThat(apply("0x5 : ALL=full;\n", storage().withName("stor"))).isEqualTo("stor=0x5 : ALL=full;\n");
        assertThat(apply("a=5 : ALL=full;\n", storage().withName("stor"))).isEqualTo("stor=5 : ALL=full;\n");
        assertThat(apply("a=5 : 0x1;\n", storage().withDefaultMembership(Membership.FULL)))
                .isEqualTo("a=5, defmember=full : 0x1;\n");
    }

    @Test
    void membersComeAndGoLineByLine() {
        String before =
                DEFAULT + "s=5 :\n  0x11=full, # one\n  0x12=full, # two\n  # nobody\n  0x13=limited; # three\n";
        assertThat(apply(before, storage().withMembers(full(0x11, 0x13))))
                .isEqualTo(DEFAULT + "s=5 :\n  0x11=full, # one\n  # nobody\n  0x13=full; # three\n");
        assertThat(apply(before, storage().withMembers(full(0x11, 0x12))))
                .isEqualTo(DEFAULT + "s=5 :\n  0x11=full, # one\n  0x12=full; # two\n  # nobody\n");
        assertThat(apply(before, storage().withMembers(full(0x11, 0x12, 0x13, 0x14))))
                .isEqualTo(
                        DEFAULT
                                + "s=5 :\n  0x11=full, # one\n  0x12=full, # two\n  # nobody\n  0x13=full, # three\n  0x0000000000000014=full;\n");
    }

    @Test
    void membersOnOneLine() {
        assertThat(apply("s=5:0x11=full, 0x12,0x13 ; t=6:ALL;", storage().withMembers(full(0x11, 0x13, 0x14))))
                .isEqualTo("s=5:0x11=full, 0x13=full,\n    0x0000000000000014=full ; t=6:ALL;");
        assertThat(apply("s=5:;\n", storage().withMembers(full(0x11)))).isEqualTo("s=5: 0x0000000000000011=full;\n");
        assertThat(apply("s=5: 0x11;\n", storage().withMembers(List.of()))).isEqualTo("s=5: ;\n");
    }

    @Test
    void orderIsKeptWhereItCounts() {
        var members = List.of(
                new DesiredMember(Who.all(), Membership.LIMITED), new DesiredMember(Who.self(), Membership.FULL));
        assertThat(apply("s=5 : SELF=full, ALL=limited;\n", storage().withMembers(members)))
                .isEqualTo("s=5 : ALL=limited,\n    SELF=full;\n");
    }

    @Test
    void addsAPartitionAtTheEnd() {
        var desired =
                storage().withName("stor").withIpoib(true).withMtu(Mtu.MTU_4096).withMembers(full(0x11, 0x12));
        String statement = "stor=0x0005, ipoib, mtu=5 :\n    0x0000000000000011=full,\n    0x0000000000000012=full;\n";
        assertThat(apply(DEFAULT, desired)).isEqualTo(DEFAULT + statement);
        assertThat(apply("Default=0x7fff:ALL=full # all", desired))
                .isEqualTo("Default=0x7fff:ALL=full; # all\n" + statement);
    }

    @Test
    void newFileKeepsTheBuiltInDefault() {
        String builtIn = "Default=0x7fff, ipoib :\n    ALL=full,\n    SELF=full;\n";
        assertThat(apply("", storage().withMembers(full(0x11))))
                .isEqualTo(builtIn + "0x0005 :\n    0x0000000000000011=full;\n");
        assertThat(apply("# site\n", storage())).isEqualTo("# site\n" + builtIn + "0x0005 : ;\n");
        assertThat(apply("", DesiredPartition.of(PKey.DEFAULT).withIpoib(true)))
                .isEqualTo("Default=0x7fff, ipoib : ;\n");
    }

    @Test
    void severalDefinitionsAreEditedInTheFirstOrRefusedWithBothPlaces() {
        String before = "a=5, ipoib : 0x11=full;\nb=5, ipoib : 0x12=full;\n";
        assertThat(apply(before, storage().withMtu(Mtu.MTU_4096)))
                .isEqualTo(before.replaceFirst("ipoib", "ipoib, mtu=5"));
        assertThat(apply(before, storage().withMembers(full(0x11, 0x12)))).isEqualTo(before);
        assertThat(apply(before, storage().withMembers(full(0x11))))
                .startsWith("refused")
                .contains(Code.PARTITIONS_EDIT.name())
                .contains("partitions.conf:1:1 and at partitions.conf:2:1");
    }

    @Test
    void fileThatOpenSmDiscardsIsNotEdited() {
        assertThat(apply("a=5 ALL;\n", storage().withIpoib(true)))
                .startsWith("refused")
                .contains("discards the file");
        assertThat(apply("a=5:ALL;\r\n", storage().withIpoib(true)))
                .startsWith("refused")
                .contains("carriage");
        assertThat(apply("a=5:\n ALL\n;\n", storage().withIpoib(true))).startsWith("refused");
    }

    @Test
    void removesDefinitionsAndKeepsWhatIsAround() {
        assertThat(remove("# a\n" + DEFAULT + "s=5 :\n  0x11;\n# b\nt=6 : ALL; s=5 : SELF; # c\n", STORAGE))
                .isEqualTo("# a\n" + DEFAULT + "# b\nt=6 : ALL;  # c\n");
        assertThat(remove("s=5 : ALL;\n", STORAGE)).isEqualTo("Default=0x7fff :\n    ALL=limited,\n    SELF=full;\n");
        assertThat(remove(DEFAULT, STORAGE)).isEqualTo(DEFAULT);
        assertThat(remove(DEFAULT, PKey.DEFAULT)).startsWith("refused").contains("always has 0x7fff");
    }

    @Test
    void partitionThatTakesTheNextFreeNumberDoesNotMove() {
        assertThat(remove("a=1 : ALL;\nb : ALL;\n", new PKey(1)))
                .startsWith("refused")
                .contains("another partition");
    }

    @Test
    void thousandMembersStayWithinTheLine() {
        int[] guids = java.util.stream.IntStream.rangeClosed(1, 1000).toArray();
        String text = apply(DEFAULT, storage().withMembers(full(guids)));
        assertThat(text.lines().mapToInt(String::length).max().orElse(0)).isLessThan(60);
        assertThat(apply(text, storage().withMembers(full(1, 2)))).hasLineCount(4);
    }
}
