package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Wishes.byHandover;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code sm_activation: handover}: the master is not restarted before another one serves the new groups. */
class HandoverPlanTest {
    private static final String IMPOSSIBLE = "HANDOVER_IMPOSSIBLE sm1 cannot hand over: ";

    private final ModelFabric fabric = ModelFabric.twoK();

    private static DesiredHost[] fourK(int one, int two) {
        return new DesiredHost[] {
            host("sm1", byHandover(opensm(one, defaultPartition(Mtu.MTU_4096)))),
            host("sm2", opensm(two, defaultPartition(Mtu.MTU_4096)))
        };
    }

    @Test
    void theStagesAndWhatComesOfThem() {
        Played played = Played.converges(fabric, fourK(10, 5));
        assertThat(played.plan().fabric())
                .extracting(s -> s.host() + ": " + s.what())
                .containsExactly(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm",
                        "sm1: the subnet manager of sm2 answers as STANDBY",
                        "sm1: write /etc/opensm/partitions.conf and /etc/opensm/opensm.conf with priority 4 for a while,"
                                + " then send HUP to opensm: sm2 takes over",
                        "sm1: sm2 is master with the new groups",
                        "sm1: write /etc/opensm/opensm.conf, then restart opensm",
                        "sm1: sm1 is master and the fabric is as planned");
        assertThat(played.simulator().mostDown).isOne();
        assertThat(played.simulator().mostMasters).isOne();
        assertThat(fabric.host("sm1").state).isEqualTo(SmState.MASTER);
        assertThat(fabric.host("sm1").text(ModelHost.CONF)).isEqualTo("sm_priority 10\n");
        assertThat(fabric.fabricFacts().groupMtu(dev.ibplay.ib.PKey.DEFAULT)).contains(Mtu.MTU_4096);
    }

    @Test
    void theSuccessorMayStayMaster() {
        Played played = Played.converges(fabric, fourK(4, 12));
        assertThat(fabric.host("sm2").state).isEqualTo(SmState.MASTER);
        assertThat(played.simulator().mostDown).isOne();
        assertThat(played.simulator().mostMasters).isOne();
    }

    @Test
    void bothMayRise() {
        Played played = Played.converges(fabric, fourK(15, 13));
        assertThat(fabric.host("sm1").priority).isEqualTo(15);
        assertThat(played.simulator().mostDown).isOne();
    }

    /** A run that ends midway leaves the lower one, and the next run must know that it is wrong. */
    @Test
    void aPriorityThatNoPlayNames() {
        assertThat(Played.plan(
                                fabric,
                                host("sm1", byHandover(serving(defaultPartition(Mtu.MTU_4096)))),
                                host("sm2", serving(defaultPartition(Mtu.MTU_4096))))
                        .refusals())
                .containsExactly(IMPOSSIBLE
                        + "no play says its priority, so that the lower one would stay if the run ended midway");
    }

    @Test
    void whereNoGroupIsMadeAnewNothingIsHandedOver() {
        assertThat(Played.converges(fabric, host("sm1", byHandover(opensm(12))), host("sm2", opensm(5)))
                        .acts())
                .containsExactly("sm1: write /etc/opensm/opensm.conf, then send HUP to opensm");
    }

    @Test
    void aStandbyThatIsStoppedIsNoSuccessorAndOneThatIsStartedComesLast() {
        fabric.add("sm3", 2).withOpensm("sm_priority 3\n", ModelFabric.TWO_K).stop();
        var group = defaultPartition(Mtu.MTU_4096);
        Played played = Played.converges(
                fabric,
                host("sm1", byHandover(opensm(10, group))),
                host("sm2", opensm(5, group)),
                host("sm3", Wishes.enabled(opensm(3, group), true)));
        assertThat(played.acts())
                .last()
                .isEqualTo("sm3: write /etc/opensm/partitions.conf, then start opensm, now and with the host");
        assertThat(Played.plan(
                                ModelFabric.twoK(),
                                host("sm1", byHandover(opensm(10, group))),
                                host("sm2", Wishes.enabled(opensm(5, group), false)))
                        .refusals())
                .containsExactly(IMPOSSIBLE + "there is no standby that could take over");
    }

    @Test
    void aStandbyThatIsStoppedDoesNotTakeOver() {
        fabric.add("sm3", 2).withOpensm("sm_priority 7\n", ModelFabric.TWO_K);
        new Simulator(fabric).elect();
        var group = defaultPartition(Mtu.MTU_4096);
        Played played = Played.converges(
                fabric,
                host("sm1", byHandover(opensm(10, group))),
                host("sm2", opensm(5, group)),
                host("sm3", Wishes.enabled(opensm(9, group), false)));
        assertThat(played.acts())
                .startsWith(
                        "sm2: write /etc/opensm/partitions.conf, then restart opensm",
                        "sm3: write /etc/opensm/opensm.conf and /etc/opensm/partitions.conf, then stop opensm,"
                                + " now and with the host");
        assertThat(played.simulator().mostMasters).isOne();
    }

    @Test
    void oneThatThePlanDoesNotChangeWouldTakeOver() {
        fabric.add("sm3", 2).withOpensm("sm_priority 7\n", ModelFabric.FOUR_K);
        new Simulator(fabric).elect();
        assertThat(Played.plan(fabric, fourK(10, 5)).refusals())
                .contains(IMPOSSIBLE
                        + "\"sm3 HCA-1\" port 1, which the plan does not change, would be master instead of sm2");
        assertThat(Played.plan(fabric, fourK(10, 8)).refusals()).noneMatch(r -> r.startsWith("HANDOVER_IMPOSSIBLE"));
    }

    @Test
    void anyStepCanBeTheLast() {
        int steps = Played.plan(fabric, fourK(10, 5)).plan().fabric().size();
        for (int done = 1; done < steps; done++) {
            ModelFabric broken = ModelFabric.twoK();
            Plan plan = Planner.plan(List.of(fourK(10, 5)), broken.observed(), Desired.SETTINGS);
            var simulator = new Simulator(broken);
            plan.fabric().subList(0, done).forEach(simulator::run);
            Played.converges(broken, fourK(10, 5));
        }
    }

    @Test
    void whatCannotHandOver() {
        assertThat(Played.plan(fabric, fourK(10, 0)[0]).refusals())
                .contains(IMPOSSIBLE + "there is no standby that could take over");
        assertThat(Played.plan(fabric, fourK(10, 0)).refusals())
                .containsExactly(IMPOSSIBLE + "sm2 has priority 0 and the higher GUID, so nothing is below it");
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 10\nmaster_sm_priority 14\n", 500);
        assertThat(Played.plan(fabric, fourK(10, 5)).refusals())
                .containsExactly(IMPOSSIBLE + "master_sm_priority keeps it master whatever its own priority is");
        fabric.host("sm1").put(ModelHost.CONF, "sm_priority 10\n", 500);
        fabric.host("sm1").variables = Optional.of("/etc/sysconfig/opensm");
        fabric.host("sm1").put("/etc/sysconfig/opensm", "PRIORITY=10\n", 500);
        assertThat(Played.plan(fabric, fourK(10, 5)).refusals())
                .containsExactly(
                        IMPOSSIBLE + "what starts it gives it a priority that wins over its opensm.conf at each start");
    }

    @Test
    void aMasterWithoutAFileDoesNotReadOne() {
        fabric.host("sm1").remove(ModelHost.CONF);
        fabric.host("sm1").start(1000);
        fabric.host("sm2").put(ModelHost.CONF, "sm_priority 0\n", 500);
        fabric.host("sm2").start(1000);
        new Simulator(fabric).elect();
        assertThat(Played.plan(fabric, fourK(10, 5)).refusals())
                .containsExactly(IMPOSSIBLE + "it was started without /etc/opensm/opensm.conf, so it does not read it");
    }
}
