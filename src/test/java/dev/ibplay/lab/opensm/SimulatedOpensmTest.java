package dev.ibplay.lab.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.opensm.Dialect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What facts/linux-opensm.md says of who is master and what ports get, by the names of its experiments. */
class SimulatedOpensmTest extends OpensmFacts {
    @Test
    void oneAloneIsMaster() { // E1
        world.write("H1", PARTITIONS, TWO_K);
        start("H1", 2);
        assertThat(states("H1")).isEqualTo("H1 MASTER/2");
        assertThat(groups()).contains("mtu 2048 rate 10 qkey b1b life 18");
        for (String host : List.of("H1", "H2", "H3", "H4")) {
            assertThat(world.view(host).state()).isEqualTo(PortState.ACTIVE);
            assertThat(world.view(host).smLid()).isEqualTo(new Lid(1));
        }
        assertThat(world.view("H1").lid()).isEqualTo(new Lid(1));
        assertThat(world.view("H2").lid()).isEqualTo(new Lid(3));
        assertThat(world.view("H1").mtu()).isEqualTo(Mtu.MTU_4096);
        assertThat(world.view("H3").mtu()).isEqualTo(Mtu.MTU_2048);
    }

    @Test
    void aLoweredMasterHandsOver() { // E3, E6
        start("H1", 2);
        start("H2", 1);
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/2 H2 STANDBY/1");
        priority("H1", "0");
        assertThat(states("H1", "H2")).isEqualTo("H1 STANDBY/0 H2 MASTER/1");
        assertThat(world.view("H4").smLid()).isEqualTo(world.view("H2").lid());
    }

    @Test
    void aRaisedStandbyTakesOver() { // E5
        start("H2", 5);
        start("H1", 2);
        priority("H1", "9");
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/9 H2 STANDBY/5");
    }

    @Test
    void withoutTrapsARaisedStandbyWaitsForTheMastersNextSweep() {
        world.write("H2", CONF, "sm_priority 5\nsweep_on_trap FALSE\n");
        world.start("H2", List.of());
        world.advance(Duration.ofSeconds(2));
        start("H1", 2);
        world.advance(Duration.ofSeconds(1));
        hup("H2"); // its sweep sees H1
        priority("H1", "9");
        assertThat(states("H1", "H2")).isEqualTo("H1 STANDBY/9 H2 MASTER/5");
        world.advance(Duration.ofSeconds(11));
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/9 H2 STANDBY/5");
    }

    @Test
    void atATieTheLowerGuidWins() { // E7
        start("H2", 5);
        start("H1", 1);
        priority("H2", "1");
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/1 H2 STANDBY/1");
    }

    @Test
    void aHigherOneThatStartsTakesOver() { // E2 without ibsim's fault
        start("H1", 2);
        start("H2", 5);
        assertThat(states("H1", "H2")).isEqualTo("H1 STANDBY/2 H2 MASTER/5");
    }

    @Test
    void whatHupTakesOfAPriority() { // E8
        start("H1", 4);
        start("H2", 2);
        priority("H1", "300");
        assertThat(states("H1")).isEqualTo("H1 MASTER/4");
        priority("H1", "abc");
        assertThat(states("H1")).isEqualTo("H1 MASTER/4");
        world.write("H1", CONF, "sm_priority = 7\n");
        hup("H1");
        assertThat(states("H1")).isEqualTo("H1 MASTER/4");
        world.write("H1", CONF, "\n");
        hup("H1");
        assertThat(states("H1")).isEqualTo("H1 MASTER/4");
        world.write("H1", CONF, "sm_priority\t\"7\" # x\n");
        hup("H1");
        assertThat(states("H1")).isEqualTo("H1 MASTER/7");
        priority("H1", "16");
        assertThat(states("H1", "H2")).isEqualTo("H1 STANDBY/0 H2 MASTER/2");
    }

    @Test
    void withoutAFileAtTheStartHupReadsNone() { // E9
        world.start("H1", List.of());
        world.advance(Duration.ofSeconds(2));
        priority("H1", "9");
        assertThat(states("H1")).isEqualTo("H1 MASTER/0");
    }

    @Test
    void anArgumentWinsUntilTheLineChanges() { // E10
        start("H1", 11, "-p", "3");
        assertThat(states("H1")).isEqualTo("H1 MASTER/3");
        hup("H1");
        assertThat(states("H1")).isEqualTo("H1 MASTER/3");
        priority("H1", "12");
        assertThat(states("H1")).isEqualTo("H1 MASTER/12");
    }

    @Test
    void aQuickRestartKeepsMastershipACrashCostsAMinute() { // E23
        start("H1", 5);
        start("H2", 2);
        world.terminate("H1");
        world.advance(Duration.ofSeconds(1));
        start("H1", 5);
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 STANDBY/2");
        world.kill("H1");
        world.advance(Duration.ofSeconds(45));
        assertThat(states("H2")).isEqualTo("H2 STANDBY/2");
        world.advance(Duration.ofSeconds(16));
        assertThat(states("H2")).isEqualTo("H2 MASTER/2");
        assertThat(world.view("H4").smLid()).isEqualTo(world.view("H2").lid());
    }

    @Test
    void anotherKeyIsAnotherWorld() { // E24
        start("H1", 5);
        world.write("H2", CONF, "sm_priority 2\nsm_key 0x2\n");
        world.start("H2", List.of());
        world.settle();
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 MASTER/2");
        assertThat(world.view("H4").smLid())
                .as("who wrote last")
                .isEqualTo(world.view("H2").lid());
    }

    @Test
    void oneThatIgnoresOthersMakesTwo() {
        start("H1", 5);
        world.write("H2", CONF, "sm_priority 2\nignore_other_sm TRUE\n");
        world.start("H2", List.of());
        world.settle();
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 MASTER/2");
    }

    @Test
    void aRestartedMasterHasPortsRegisterAnewAndAHupDoesNot() {
        start("H1", 2);
        int before = world.view("H4").reregistrations();
        assertThat(before).isEqualTo(1);
        AtomicInteger heard = new AtomicInteger();
        world.fabric.onChange(SimulatedWorld.port("H4"), heard::incrementAndGet);
        hup("H1");
        assertThat(world.view("H4").reregistrations()).isEqualTo(before);
        assertThat(heard).hasValue(0);
        world.kill("H1");
        start("H1", 2);
        assertThat(world.view("H4").reregistrations()).isEqualTo(before + 1);
        assertThat(heard).hasValue(1);
        world.cut("H4");
        world.advance(Duration.ofSeconds(1));
        world.restore("H4");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H4").reregistrations()).as("a new port").isEqualTo(before + 2);
        assertThat(world.view("H3").reregistrations()).isEqualTo(before + 1);
    }

    @Test
    void aPortThatIsGuardedAnswersWhoKnowsItsKey() {
        world.write("H1", CONF, "m_key 0x5\nm_key_protection_level 2\n");
        world.start("H1", List.of());
        world.advance(Duration.ofSeconds(2));
        SmpAddress switchNode = new SmpAddress.ByRoute(List.of(1));
        assertThat(ask(switchNode, Attribute.NODE_INFO, MadKey.NONE)).isInstanceOf(Outcome.NoAnswer.class);
        assertThat(ask(switchNode, Attribute.NODE_INFO, MadKey.of(5))).isInstanceOf(Outcome.AttributeRead.class);
        Outcome info = ask(new SmpAddress.ByLid(1), Attribute.PORT_INFO, MadKey.of(5));
        byte[] data = ((Outcome.AttributeRead) info).data().toArray();
        assertThat(MadField.PORT_M_KEY.in(data)).isEqualTo(5);
        assertThat(MadField.PORT_CAPABILITY_MASK.in(data) & 2).isEqualTo(2);
    }

    private Outcome ask(SmpAddress to, Attribute attribute, MadKey key) {
        return world.ask(new Operation.SubnetQuery(PORT, to, attribute.id(), 0, key, MadTiming.DEFAULT));
    }

    @Test
    void theLidOfAPortStaysWithIt() {
        start("H1", 5);
        start("H2", 2);
        Lid own = world.view("H4").lid();
        world.cut("H4");
        world.advance(Duration.ofSeconds(1));
        priority("H1", "1");
        world.restore("H4");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H4").lid()).isEqualTo(own);
        assertThat(world.view("H4").smLid()).isEqualTo(world.view("H2").lid());
    }

    @Test
    void startsThatFail() {
        assertThat(world.tryToStart("H1", List.of("opensm", "-p", "16")))
                .get()
                .asString()
                .contains("between 0 and 15");
        assertThat(world.tryToStart("H1", List.of("opensm", "-g", "0x100003"))).isPresent();
        assertThat(world.tryToStart("H1", List.of("opensm", "-g", "0x100001"))).isEmpty();
        assertThat(world.tryToStart("H1", List.of("opensm"))).get().asString().contains("already running");
    }

    @Test
    void halvesHaveAMasterEachUntilTheyMeet() {
        start("H1", 5);
        start("H2", 2);
        world.cut("H2");
        world.settle();
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 DISCOVERING/2");
        world.restore("H2");
        world.advance(Duration.ofSeconds(25));
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 STANDBY/2");
    }

    /** Closed releases show master_sm_priority while they are master. */
    @Test
    void aForkRaisesItselfAsMaster() {
        world.release = Dialect.parse("5.17.0").orElseThrow();
        world.write("H1", CONF, "sm_priority 3\nmaster_sm_priority 14\n");
        world.start("H1", List.of());
        world.advance(Duration.ofSeconds(2));
        start("H2", 5);
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/14 H2 STANDBY/5");
    }

    @Test
    void anInactiveOneDoesNothing() {
        world.write("H1", CONF, "sm_priority 3\nsm_inactive TRUE\n");
        world.start("H1", List.of());
        start("H2", 1);
        assertThat(states("H1", "H2")).isEqualTo("H1 NOT_ACTIVE/3 H2 MASTER/1");
    }

    @Test
    void aReloadedDriverStartsAnew() {
        world.write("H1", PARTITIONS, FOUR_K + "p=0x1:ALL=full;\n");
        start("H1", 1);
        int before = world.view("H3").reregistrations();
        assertThat(world.join("H3", 0x7fff)).isEqualTo(new Join.Refused(Join.Reason.MTU_TOO_LOW));
        Lid own = world.view("H3").lid();
        world.fabric.reset(SimulatedWorld.port("H3"), Mtu.MTU_4096);
        assertThat(world.view("H3").lid()).isEqualTo(new Lid(0));
        assertThat(world.view("H3").pkeys()).containsExactly(new PKey(0xffff));
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H3").lid()).isEqualTo(own);
        assertThat(world.view("H3").mtu()).isEqualTo(Mtu.MTU_4096);
        assertThat(world.view("H3").pkeys()).containsExactly(new PKey(0xffff), new PKey(0x8001));
        assertThat(world.view("H3").reregistrations()).isEqualTo(before + 1);
        assertThat(world.join("H3", 0x7fff)).isInstanceOf(Join.Joined.class);
    }

    @Test
    void aDisabledPortStaysDownUntilItIsEnabled() {
        start("H1", 1);
        world.fabric.disable(SimulatedWorld.port("H3"));
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H3").state()).isEqualTo(PortState.DOWN);
        assertThat(world.view("H3").physicalState()).isEqualTo(PortPhysicalState.DISABLED);
        world.restore("H3");
        world.advance(Duration.ofSeconds(1));
        assertThat(world.view("H3").state()).isEqualTo(PortState.ACTIVE);
    }

    /** A standby that cannot get through to a living master takes it for dead. */
    @Test
    void lostPacketsMakeTwoMasters() {
        start("H1", 5);
        start("H2", 2);
        world.fabric.losePackets(1, 1);
        world.settle();
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 MASTER/2");
        world.fabric.losePackets(0, 1);
        world.advance(Duration.ofSeconds(25));
        hup("H1");
        hup("H2");
        assertThat(states("H1", "H2")).isEqualTo("H1 MASTER/5 H2 STANDBY/2");
    }
}
