package dev.ibplay.lab.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.fabric.Join;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What facts/linux-opensm.md says of partitions and multicast groups, by the names of its experiments. */
class SimulatedGroupsTest extends OpensmFacts {
    @Test
    void aGroupKeepsItsMtuUntilAnewProcess() { // E11 to E13
        world.write("H1", PARTITIONS, TWO_K);
        start("H1", 2);
        world.write("H1", PARTITIONS, FOUR_K);
        hup("H1");
        assertThat(mtuOfDefault()).isEqualTo(Mtu.MTU_2048);
        world.write("H1", PARTITIONS, "Default=0x7fff:ALL=full;\n");
        hup("H1");
        assertThat(mtuOfDefault()).isEqualTo(Mtu.MTU_2048);
        world.write("H1", PARTITIONS, FOUR_K);
        hup("H1");
        world.terminate("H1");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.opensm("H1").running()).isFalse();
        start("H1", 2);
        assertThat(mtuOfDefault()).isEqualTo(Mtu.MTU_4096);
    }

    @Test
    void aRemovedPartitionTakesItsGroupAlong() { // E14 to E16
        world.write("H1", PARTITIONS, TWO_K);
        start("H1", 2);
        world.write("H1", PARTITIONS, TWO_K + "part1=0x8001,ipoib,mtu=5:ALL=full;\n");
        hup("H1");
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0xffff), new PKey(0x8001));
        assertThat(groups()).contains("pkey 0x8001 mtu 4096");
        world.write("H1", PARTITIONS, TWO_K + "part1=0x8001,ipoib,mtu=4:ALL=full;\n");
        hup("H1");
        assertThat(groups()).contains("pkey 0x8001 mtu 4096");
        world.write("H1", PARTITIONS, TWO_K);
        hup("H1");
        assertThat(groups()).doesNotContain("0x8001");
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0xffff));
        world.write("H1", PARTITIONS, TWO_K + "part1=0x8001,ipoib,mtu=4:ALL=full;\n");
        hup("H1");
        assertThat(groups()).contains("pkey 0x8001 mtu 2048");
    }

    @Test
    void aDemotedOneKeepsItsGroup() { // E17
        world.write("H1", PARTITIONS, TWO_K);
        world.write("H2", PARTITIONS, FOUR_K);
        start("H1", 5);
        start("H2", 2);
        assertThat(mtuOfDefault()).isEqualTo(Mtu.MTU_2048);
        priority("H1", "1");
        assertThat(mtuOfDefault()).isEqualTo(Mtu.MTU_4096);
        world.write("H1", PARTITIONS, FOUR_K);
        priority("H1", "5");
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 STANDBY/2");
        assertThat(mtuOfDefault()).isEqualTo(Mtu.MTU_2048);
    }

    @Test
    void joins() { // E18
        assertThat(world.join("H2", 0x7fff)).isEqualTo(new Join.Refused(Join.Reason.PORT_NOT_ACTIVE));
        world.write("H1", PARTITIONS, FOUR_K + "slow=0x2,ipoib,rate=16:ALL=full;\nnone=0x3:ALL=full;\n");
        start("H1", 2);
        assertThat(world.join("H2", 0x7fff))
                .isEqualTo(new Join.Joined(Mtu.MTU_4096, Rate.GBPS_10, 0x0b1b, new Lid(0xc000)));
        assertThat(world.join("H3", 0x7fff)).isEqualTo(new Join.Refused(Join.Reason.MTU_TOO_LOW));
        assertThat(world.join("H2", 0x8002)).isEqualTo(new Join.Refused(Join.Reason.RATE_TOO_LOW));
        assertThat(world.join("H2", 0x8003)).isEqualTo(new Join.Refused(Join.Reason.NO_GROUP));
        assertThat(world.join("H2", 0x8004)).isEqualTo(new Join.Refused(Join.Reason.NOT_IN_PARTITION));
        assertThat(world.opensm("H1").members(PKey.DEFAULT)).containsExactly(SimulatedWorld.port("H2"));
        world.kill("H1");
        assertThat(world.join("H2", 0x7fff)).isEqualTo(new Join.Refused(Join.Reason.NO_ANSWER));
    }

    @Test
    void aGroupWithMembersOutlivesItsPartition() { // E19
        String with = TWO_K + "part1=0x8001,ipoib,mtu=5:ALL=full;\n";
        String other = TWO_K + "part1=0x8001,ipoib,mtu=4:ALL=full;\n";
        world.write("H1", PARTITIONS, with);
        start("H1", 2);
        assertThat(world.join("H2", 0x8001)).isInstanceOf(Join.Joined.class);
        world.write("H1", PARTITIONS, TWO_K);
        hup("H1");
        assertThat(groups()).as("not visible without the P_Key").doesNotContain("0x8001");
        world.write("H1", PARTITIONS, other);
        hup("H1");
        assertThat(groups()).contains("pkey 0x8001 mtu 4096");
        world.fabric.leave(SimulatedWorld.port("H2"), new PKey(0x8001));
        world.write("H1", PARTITIONS, TWO_K);
        hup("H1");
        world.write("H1", PARTITIONS, other);
        hup("H1");
        assertThat(groups()).contains("pkey 0x8001 mtu 2048");
    }

    @Test
    void aBrokenFileOpensTheFabric() { // E20, E21
        String good = "Default=0x7fff,ipoib,mtu=4:ALL=limited,SELF=full;\npart1=0x1:ALL=full;\n";
        world.write("H1", PARTITIONS, good);
        start("H1", 2);
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0x7fff), new PKey(0x8001));
        world.write("H1", PARTITIONS, good + "oops\n");
        hup("H1");
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0xffff));
        assertThat(String.join("\n", world.log)).contains("retrying with default config");
        world.write("H1", PARTITIONS, good);
        hup("H1");
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0x7fff), new PKey(0x8001));
        world.remove("H1", PARTITIONS);
        hup("H1");
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0xffff));
    }

    @Test
    void anEditedFileWaitsForAHeavySweep() { // E22
        world.write("H1", PARTITIONS, TWO_K);
        start("H1", 2);
        world.write("H1", PARTITIONS, TWO_K + "part1=0x1:ALL=full;\n");
        world.advance(Duration.ofSeconds(35));
        assertThat(world.view("H3").pkeys()).containsExactly(new PKey(0xffff));
        world.cut("H4");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H3").pkeys()).containsExactly(new PKey(0xffff), new PKey(0x8001));
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0xffff));
        world.restore("H4");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H4").pkeys()).containsExactly(new PKey(0xffff), new PKey(0x8001));
    }

    @Test
    void whoHasJoinedIsToldToTrustedQuestionsOnly() {
        world.write("H1", PARTITIONS, TWO_K);
        start("H1", 2);
        world.join("H2", 0x7fff);
        world.join("H4", 0x7fff);
        assertThat(members(MadKey.NONE)).singleElement().satisfies(group -> {
            assertThat(group.portGid().low()).isZero();
            assertThat(group.joinState()).isZero();
        });
        assertThat(members(MadKey.of(1)))
                .extracting(record -> record.portGid().low())
                .containsExactlyInAnyOrder(0x100003L, 0x100007L);
        assertThat(world.ask(groupQuery(MadKey.of(2)))).isInstanceOf(Outcome.NoAnswer.class);
    }

    private List<McMemberRecord> members(MadKey key) {
        return ((Outcome.RecordsRead) world.ask(groupQuery(key)))
                .records().stream()
                        .map(record -> McMemberRecord.decode(record.toArray()).orElseThrow())
                        .toList();
    }

    private static Operation groupQuery(MadKey key) {
        McMemberQuery query = McMemberQuery.all().withPartition(PKey.DEFAULT);
        return new Operation.AdministrationQuery(
                PORT,
                Attribute.MC_MEMBER_RECORD.id(),
                query.componentMask(),
                Bytes.of(query.record()),
                key,
                MadTiming.DEFAULT);
    }

    @Test
    void membersAreForgottenWithTheMaster() {
        start("H1", 5);
        start("H2", 2);
        world.join("H4", 0x7fff);
        priority("H1", "1");
        assertThat(world.opensm("H2").members(PKey.DEFAULT)).isEmpty();
        world.join("H4", 0x7fff);
        assertThat(world.opensm("H2").members(PKey.DEFAULT)).hasSize(1);
        world.cut("H4");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.opensm("H2").members(PKey.DEFAULT)).isEmpty();
    }

    @Test
    void indexZeroGoesToWhomTheFileSays() { // V12
        world.write("H1", PARTITIONS, "A=0x3,indx0,ipoib:ALL_CAS=full;\nDefault=0x7fff,ipoib:ALL=full;\n");
        start("H1", 2);
        assertThat(world.view("H2").pkeys()).containsExactly(new PKey(0x8003), new PKey(0xffff));
    }

    @Test
    void timesWithoutAMasterAreKept() {
        start("H1", 5);
        long before = world.clock.nanos();
        assertThat(world.fabric.withoutMaster(0, before)).isBetween(Duration.ofMillis(300), Duration.ofSeconds(1));
        world.kill("H1");
        world.advance(Duration.ofSeconds(3));
        start("H1", 5);
        long after = world.clock.nanos();
        assertThat(world.fabric.withoutMaster(before, after))
                .isEqualTo(world.fabric.withoutGroup(PKey.DEFAULT, before, after))
                .isBetween(Duration.ofMillis(3300), Duration.ofMillis(3400));
        world.write("H1", PARTITIONS, "Default=0x7fff:ALL=full;\n");
        world.kill("H1");
        start("H1", 5);
        world.advance(Duration.ofSeconds(10));
        long end = world.clock.nanos();
        assertThat(world.fabric.withoutMaster(after, end)).isLessThan(Duration.ofSeconds(1));
        assertThat(world.fabric.withoutGroup(PKey.DEFAULT, after, end)).isGreaterThan(Duration.ofSeconds(11));
    }
}
