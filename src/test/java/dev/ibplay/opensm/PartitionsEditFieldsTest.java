package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Flags, single members, further groups, and what is taken away. */
class PartitionsEditFieldsTest {
    private static final String DEFAULT = "Default=0x7fff, ipoib : ALL=full, SELF=full;\n";
    private static final PKey STORAGE = new PKey(0x8005);
    private static final DesiredPartition ASKED = DesiredPartition.of(STORAGE);

    private static String apply(String before, DesiredPartition desired) {
        return text(PartitionsEdit.apply(PartitionsConf.parse("partitions.conf", before), List.of(desired)));
    }

    private static String removeOthers(String before, int... named) {
        List<PKey> keys = java.util.Arrays.stream(named).mapToObj(PKey::new).toList();
        return text(PartitionsEdit.removeOthers(PartitionsConf.parse("partitions.conf", before), keys));
    }

    private static String text(Edit<PartitionsConf> edit) {
        return switch (edit) {
            case Edit.Done<PartitionsConf> done -> done.document().text();
            case Edit.Refused<PartitionsConf> refused -> "refused: " + refused.reasons();
        };
    }

    private static DesiredMember member(int guid, Membership membership) {
        return new DesiredMember(port(guid), membership);
    }

    private static Who port(int guid) {
        return Who.port(new PortGuid(guid));
    }

    private static DesiredGroup group(String mgid) {
        return DesiredGroup.of(Mgid.parse(mgid).orElseThrow());
    }

    private static DesiredGroup group(String mgid, GroupValues values) {
        return new DesiredGroup(Mgid.parse(mgid).orElseThrow(), values);
    }

    @Test
    void flagsOfTheHeader() {
        assertThat(apply("s=5, ipoib : ALL=full;\n", ASKED.withTClass(7).withFlowLabel(0x12345)))
                .isEqualTo("s=5, ipoib, TClass=7, FlowLabel=0x12345 : ALL=full;\n");
        assertThat(apply("s=5,ipoib,indx:ALL=full;\n", ASKED.withIndexZero(true)))
                .isEqualTo("s=5,ipoib,indx,indx0:ALL=full;\n");
        assertThat(apply("s=5, indx0, ipoib : ALL=full;\n", ASKED.withIndexZero(false)))
                .isEqualTo("s=5, ipoib : ALL=full;\n");
        assertThat(apply("s=5, indx0, ipoib : ALL=full;\n", ASKED.withIndexZero(true)))
                .isEqualTo("s=5, indx0, ipoib : ALL=full;\n");
    }

    @Test
    void indexZeroOfSeveralDefinitionsIsRefused() {
        assertThat(apply("a=5 : 0x11;\nb=5 : 0x12;\n", ASKED.withIndexZero(true)))
                .startsWith("refused")
                .contains("another index");
    }

    @Test
    void singleMembersComeChangeAndGo() {
        String before = DEFAULT + "s=5 : # who\n  0x11=full, # one\n  0x12=full; # two\n";
        assertThat(apply(before, ASKED.withMembersAdded(List.of(member(0x13, Membership.LIMITED)))))
                .isEqualTo(DEFAULT
                        + "s=5 : # who\n  0x11=full, # one\n  0x12=full, # two\n  0x0000000000000013=limited;\n");
        assertThat(apply(before, ASKED.withMembersAdded(List.of(member(0x12, Membership.LIMITED)))))
                .isEqualTo(before.replace("0x12=full", "0x12=limited"));
        assertThat(apply(before, ASKED.withMembersRemoved(List.of(port(0x11), port(0x99)))))
                .isEqualTo(DEFAULT + "s=5 : # who\n  0x12=full; # two\n");
        assertThat(apply(before, ASKED.withMembersAdded(List.of(member(0x12, Membership.FULL)))))
                .isEqualTo(before);
    }

    @Test
    void whatStandsForManyOverrulesNoSinglePort() {
        assertThat(apply(
                        "s=5 : 0x11=full;\n",
                        ASKED.withMembersAdded(List.of(new DesiredMember(Who.all(), Membership.LIMITED)))))
                .isEqualTo("s=5 : ALL=limited,\n    0x11=full;\n");
        assertThat(apply(
                        "s=5 : ALL=limited, 0x11=full;\n",
                        ASKED.withMembersAdded(List.of(new DesiredMember(Who.self(), Membership.FULL)))))
                .isEqualTo("s=5 : ALL=limited, SELF=full,\n    0x11=full;\n");
    }

    @Test
    void membersOfSeveralDefinitions() {
        String before = "a=5 : 0x11=full, 0x12=full;\nb=5 : 0x13=full;\n";
        assertThat(apply(before, ASKED.withMembersAdded(List.of(member(0x14, Membership.FULL)))))
                .isEqualTo(before.replace("0x13=full", "0x13=full,\n    0x0000000000000014=full"));
        assertThat(apply(before, ASKED.withMembersRemoved(List.of(port(0x12), port(0x13)))))
                .isEqualTo("a=5 : 0x11=full;\nb=5 : ;\n");
    }

    @Test
    void memberThatAnotherEntryOverrulesComesBehindIt() {
        assertThat(apply(
                        "s=5 : 0x11=full, ALL=limited;\n",
                        ASKED.withMembersAdded(List.of(member(0x11, Membership.FULL)))))
                .isEqualTo("s=5 : ALL=limited,\n    0x0000000000000011=full;\n");
        assertThat(apply(
                        "s=5 : 0x11=full, ALL=full;\n", ASKED.withMembersAdded(List.of(member(0x11, Membership.FULL)))))
                .isEqualTo("s=5 : 0x11=full, ALL=full;\n");
    }

    @Test
    void bothForEverybody() {
        String after = apply("s=5, defmember=full : 0x11, 0x12=limited;\n", ASKED.withBoth());
        assertThat(after).isEqualTo("s=5, defmember=both : 0x11, 0x12=both;\n");
        var conf = PartitionsConf.parse("f", after);
        assertThat(PartitionsMeaning.of(conf, new SmOptions(false, false, false))
                        .cautions(STORAGE))
                .extracting(Diagnostic::code)
                .contains(Code.PARTITIONS_BOTH);
        assertThat(PartitionsMeaning.of(conf, new SmOptions(false, true, false)).cautions(STORAGE))
                .isEmpty();
    }

    @Test
    void cautionsTellWhereTheManagersPortDiffers() {
        var meaning = PartitionsMeaning.of(
                PartitionsConf.parse("f", DEFAULT + "s=5 : ALL=limited, SELF=full;\n"), SmOptions.DEFAULT);
        assertThat(meaning.cautions(STORAGE)).extracting(Diagnostic::code).containsExactly(Code.PARTITIONS_SELF);
        assertThat(meaning.cautions(PKey.DEFAULT)).isEmpty();
    }

    @Test
    void groupsComeChangeAndGo() {
        String line = "mgid=ff12:0:0:0:0:0:0:1";
        assertThat(apply("s=5, ipoib : ALL=full;\n", ASKED.withGroups(List.of(group("ff12::1")))))
                .isEqualTo("s=5, ipoib :\n    " + line + ",mtu=4\n    ALL=full;\n");
        String before = "s=5, ipoib :\n  mgid=ff12::1,mtu=2 # one\n  mgid=ff12::2,sl=1\n  ALL=full; # end\n";
        assertThat(apply(
                        before,
                        ASKED.withGroups(
                                List.of(group("ff12::2"), group("ff12::1", GroupValues.ANY.withMtu(Mtu.MTU_512))))))
                .isEqualTo(before);
        assertThat(apply(before, ASKED.withGroups(List.of(group("ff12::1", GroupValues.ANY.withTClass(3))))))
                .isEqualTo("s=5, ipoib :\n  " + line + ",TClass=3 # one\n  ALL=full; # end\n");
        assertThat(apply(before, ASKED.withGroups(List.of()))).isEqualTo("s=5, ipoib :\n  ALL=full; # end\n");
        assertThat(apply(
                        "s=5 :;\n",
                        ASKED.withGroups(List.of(group("ff15::2", GroupValues.ANY.withRate(Rate.GBPS_40))))))
                .isEqualTo("s=5 :\n    mgid=ff15:0:0:0:0:0:0:2,rate=7,scope=5;\n");
    }

    @Test
    void groupsOfIp() {
        assertThat(apply(
                        "s=5, ipoib, mtu=5 :\n  mgid=ff12:401b::16\n  ALL=full;\n",
                        ASKED.withGroups(List.of(group("ff12:401b::16")))))
                .isEqualTo("s=5, ipoib, mtu=5 :\n  mgid=ff12:401b::16\n  ALL=full;\n");
        assertThat(apply(
                        "s=5, ipoib, mtu=5 : ALL=full;\n",
                        ASKED.withGroups(List.of(group("ff12:401b::16", GroupValues.ANY.withMtu(Mtu.MTU_2048))))))
                .startsWith("refused")
                .contains("groups by mgid");
        assertThat(apply("s=5 : ALL=full;\n", ASKED.withGroups(List.of(group("ff12:401b::16")))))
                .as("there is no IPoIB group")
                .startsWith("refused");
    }

    @Test
    void aNewPartitionWithAll() {
        DesiredPartition desired = ASKED.withName("stor")
                .withIpoib(true)
                .withIndexZero(true)
                .withMtu(Mtu.MTU_4096)
                .withTClass(1)
                .withGroups(List.of(group("ff12::5", GroupValues.ANY.withQKey(9))))
                .withMembersAdded(List.of(member(0x11, Membership.FULL)));
        assertThat(apply(DEFAULT, desired))
                .isEqualTo(DEFAULT
                        + "stor=0x0005, ipoib, indx0, mtu=5, TClass=1 :\n    mgid=ff12:0:0:0:0:0:0:5,Q_Key=0x9\n"
                        + "    0x0000000000000011=full;\n");
    }

    @Test
    void onlyTheNamedStay() {
        String before = "# top\n" + DEFAULT + "a=3 : ALL;\nb=4 : ALL; # four\ns=5 : ALL;\na=3 : SELF;\n";
        assertThat(removeOthers(before, 0x8005)).isEqualTo("# top\n" + DEFAULT + " # four\ns=5 : ALL;\n");
        assertThat(removeOthers(before, 3, 4, 5)).isEqualTo(before);
        assertThat(removeOthers("a=3 : ALL;\n")).isEqualTo("Default=0x7fff :\n    ALL=limited,\n    SELF=full;\n");
        assertThat(removeOthers(DEFAULT)).isEqualTo(DEFAULT);
    }

    @Test
    void automaticPartitionsMustNotMove() {
        assertThat(removeOthers("a=1 : ALL;\nb : ALL;\n", 2))
                .startsWith("refused")
                .contains("write it down first");
        assertThat(removeOthers("a=9 : ALL;\nb : ALL;\n", 1)).isEqualTo("b : ALL;\n");
    }

    @Test
    void whatContradictsItself() {
        assertThatThrownBy(() -> ASKED.withMembers(List.of()).withMembersRemoved(List.of(Who.all())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ASKED.withMembersAdded(List.of(member(1, Membership.FULL)))
                        .withMembersRemoved(List.of(port(1))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ASKED.withTClass(256)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ASKED.withFlowLabel(0x100000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ASKED.withGroups(List.of(group("ff12:401b:8005::ffff:ffff"))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
