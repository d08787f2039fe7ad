package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Wishes.enabled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import org.junit.jupiter.api.Test;

/** {@code enabled}: whether a subnet manager runs, now and after a start of its host. */
class EnabledPlanTest {
    private final ModelFabric fabric = ModelFabric.twoK();
    private final ModelHost sm2 = fabric.host("sm2");

    private void stopped(boolean atBoot) {
        sm2.stop();
        sm2.enabled = atBoot;
        new Simulator(fabric).elect();
    }

    @Test
    void started() {
        stopped(false);
        Played played = Played.converges(fabric, host("sm1", opensm(10)), host("sm2", enabled(opensm(7), true)));
        assertThat(played.differences())
                .containsExactly(
                        "sm2 opensm priority file: 5, not 7",
                        "sm2 opensm enabled file: not started with the host, not started with the host",
                        "sm2 opensm enabled running: not running, not running",
                        "sm2 opensm priority fabric: no subnet manager answers, not 7");
        assertThat(played.acts())
                .containsExactly("sm2: write /etc/opensm/opensm.conf, then start opensm, now and with the host");
        assertThat(sm2.enabled).isTrue();
        assertThat(((Step.Act) played.plan().fabric().getFirst()).undo())
                .as("stopped again, and not started with the host")
                .extracting(
                        o -> o.toString().contains("disable") || o.toString().contains("stop"))
                .containsExactly(false, true, true);
    }

    @Test
    void startedWhenTheGroupsAreRightAndStoppedLast() {
        stopped(false);
        var group = defaultPartition(Mtu.MTU_4096);
        Played played = Played.converges(
                fabric, host("sm1", enabled(opensm(10, group), false)), host("sm2", enabled(opensm(7, group), true)));
        assertThat(played.acts())
                .containsExactly(
                        "sm2: write /etc/opensm/opensm.conf and /etc/opensm/partitions.conf, then start opensm, now and with the host",
                        "sm1: write /etc/opensm/partitions.conf, then stop opensm, now and with the host");
        assertThat(sm2.state).isEqualTo(SmState.MASTER);
    }

    @Test
    void theStandbyStops() {
        Played played = Played.converges(fabric, host("sm1", opensm(10)), host("sm2", enabled(opensm(5), false)));
        assertThat(played.acts()).containsExactly("sm2: stop opensm, now and with the host");
        assertThat(sm2.runsOpensm()).isFalse();
        assertThat(sm2.enabled).isFalse();
        assertThat(((Step.Act) played.plan().fabric().getFirst()).undo()).hasSize(2);
    }

    @Test
    void oneThatDoesNotRunIsNotStartedToBeDisabled() {
        stopped(true);
        Played played = Played.converges(fabric, host("sm1", opensm(10)), host("sm2", enabled(opensm(5), false)));
        assertThat(played.acts()).containsExactly("sm2: stop opensm, now and with the host");
        assertThat(sm2.runsOpensm()).isFalse();
    }

    @Test
    void oneThatRunsIsOnlyMadeToStartWithTheHost() {
        sm2.enabled = false;
        long before = sm2.started;
        Played played = Played.converges(fabric, host("sm1", opensm(10)), host("sm2", enabled(opensm(5), true)));
        assertThat(played.acts()).containsExactly("sm2: start opensm, now and with the host");
        assertThat(sm2.started).isEqualTo(before);
    }

    @Test
    void oneThatRunsAndChangesIsActivatedToo() {
        sm2.enabled = false;
        Played played = Played.converges(fabric, host("sm1", opensm(10)), host("sm2", enabled(opensm(7), true)));
        assertThat(played.acts())
                .containsExactly(
                        "sm2: write /etc/opensm/opensm.conf, then send HUP to opensm, and start it with the host");
        assertThat(sm2.priority).isEqualTo(7);
    }

    @Test
    void theLastOneStays() {
        assertThat(Played.plan(fabric, host("sm1", enabled(serving(), false)), host("sm2", enabled(serving(), false)))
                        .refusals())
                .containsExactly(
                        "LAST_SUBNET_MANAGER sm1 runs the last subnet manager of its fabric",
                        "LAST_SUBNET_MANAGER sm2 runs the last subnet manager of its fabric");
        stopped(false);
        assertThat(Played.plan(fabric, host("sm1", enabled(serving(), false))).refusals())
                .containsExactly("LAST_SUBNET_MANAGER sm1 runs the last subnet manager of its fabric");
    }

    @Test
    void whereAForeignOneServesAllManagedOnesMayStop() {
        var foreign = new PortGuid(0x0011_7500_00c1_0001L);
        fabric.subnetManagers.put(foreign, Fact.known(new SmInfo(foreign.value(), 1, 15, SmState.MASTER)));
        fabric.host("sm1").state = SmState.STANDBY;
        assertThat(Played.plan(fabric, host("sm1", enabled(serving(), false)), host("sm2", enabled(serving(), false)))
                        .acts())
                .containsExactly("sm1: stop opensm, now and with the host", "sm2: stop opensm, now and with the host");
    }

    @Test
    void oneThatDoesNotRunIsNotPlannedInSilence() {
        stopped(false);
        for (var wanted : new dev.ibplay.resource.SubnetManager[] {
            opensm(5), serving(defaultPartition(Mtu.MTU_2048)), Wishes.options(serving(), "sweep_interval", "30")
        }) {
            assertThat(Played.plan(fabric, host("sm1", opensm(10)), host("sm2", wanted))
                            .refusals())
                    .containsExactly("OPENSM_NOT_RUNNING opensm does not run on sm2, so nothing follows its files");
        }
    }
}
