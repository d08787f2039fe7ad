package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static dev.ibplay.plan.Desired.withRate;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Location;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** After a run was carried out and undone, everything is as it was, and there is nothing more to undo. */
class RollbackLawTest {
    private static void returns(ModelFabric fabric, DesiredHost... desired) {
        returns(fabric, List.of(desired));
    }

    private static void returns(ModelFabric fabric, List<DesiredHost> desired) {
        Map<String, String> before = EarlierRun.state(fabric);
        Plan plan = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
        EarlierRun run = EarlierRun.of(fabric, plan);
        assertThat(EarlierRun.state(fabric)).isNotEqualTo(before);

        assertReturn(fabric, run, before);
    }

    private static void assertReturn(ModelFabric fabric, EarlierRun run, Map<String, String> before) {
        Plan undo = run.undo();
        assertThat(undo.isRefused()).as("%s", undo.diagnostics()).isFalse();
        assertThat(undo.hasDifferences()).isEqualTo(undo.hasSteps());
        var simulator = new Simulator(fabric);
        simulator.apply(undo);

        assertThat(EarlierRun.state(fabric)).as("after %s", simulator.log).isEqualTo(before);
        List<String> named = undo.diagnostics().stream()
                .filter(d -> d.code() == Code.MTU_CUT)
                .map(d -> ((Location.OnHost) d.location()).host())
                .toList();
        assertThat(simulator.cuts)
                .as("interfaces above their group that the plan does not name")
                .allMatch(cut -> named.contains(cut.split(" ", 2)[0]));
        Plan again = run.undo();
        assertThat(again.differences()).isEmpty();
        assertThat(again.hasSteps()).isFalse();
        assertThat(again.isRefused()).as("%s", again.diagnostics()).isFalse();
    }

    private static List<DesiredHost> all(int one, int two, Mtu group, int mtu) {
        return List.of(
                host("sm1", opensm(one, defaultPartition(group))),
                host("sm2", opensm(two, defaultPartition(group))),
                host("node1", ib0(mtu)),
                host("node2", ib0(mtu)));
    }

    @Test
    void interfacesAlone() {
        returns(ModelFabric.twoK(), host("node1", ib0(1500)), host("node2", ib0(IpoibMode.CONNECTED, 65520)));
    }

    @Test
    void aModeWhoseMtuTheKernelChose() {
        returns(ModelFabric.twoK(), host("node1", ib0(IpoibMode.CONNECTED)));
    }

    @Test
    void priorities() {
        returns(ModelFabric.twoK(), host("sm1", opensm(3)), host("sm2", opensm(12)));
    }

    @Test
    void upToFourKAndBack() {
        returns(ModelFabric.twoK(), all(10, 5, Mtu.MTU_4096, 4092));
    }

    @Test
    void downToTwoKAndBack() {
        returns(ModelFabric.fourK(), all(10, 5, Mtu.MTU_2048, 2044));
    }

    @Test
    void theRolesChangeOnTheWay() {
        returns(ModelFabric.twoK(), all(5, 10, Mtu.MTU_4096, 4092));
    }

    @Test
    void aNewPartition() {
        var storage = partition(0x0005, "storage", Optional.of(true), Optional.of(Mtu.MTU_4096));
        returns(ModelFabric.twoK(), host("sm1", serving(storage)), host("sm2", serving(storage)));
    }

    @Test
    void aRateThatTheFileDidNotSay() {
        var rated = withRate(defaultPartition(Mtu.MTU_2048), "20");
        returns(ModelFabric.twoK(), host("sm1", serving(rated)), host("sm2", serving(rated)));
    }

    @Test
    void options() {
        returns(
                ModelFabric.twoK(),
                host("sm1", Wishes.options(opensm(10), "sweep_interval", "30", "sa_key", "0x77")),
                host("sm2", opensm(5)));
    }

    @Test
    void aNewKey() {
        returns(
                ModelFabric.twoK(),
                host("sm1", Wishes.options(opensm(10), "sm_key", "0x77")),
                host("sm2", Wishes.options(opensm(5), "sm_key", "0x77")));
    }

    private static ModelFabric withVariables(String conf) {
        ModelFabric fabric = ModelFabric.twoK();
        ModelHost sm1 = fabric.host("sm1");
        sm1.variables = Optional.of("/etc/sysconfig/opensm");
        sm1.put("/etc/sysconfig/opensm", "PRIORITY=9\n", 500);
        sm1.put(sm1.conf, conf, 500);
        sm1.start(1000);
        new Simulator(fabric).elect();
        return fabric;
    }

    @Test
    void aPriorityOfTheLauncher() {
        returns(withVariables("sm_priority 9\n"), host("sm1", opensm(12)), host("sm2", opensm(5)));
        returns(withVariables("sm_priority 12\n"), host("sm1", opensm(12)), host("sm2", opensm(5)));
        returns(
                withVariables("sm_priority 9\n"),
                host("sm1", opensm(12, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))));
    }

    @Test
    void aPartitionThatWent() {
        ModelFabric fabric = ModelFabric.twoK();
        for (String manager : List.of("sm1", "sm2")) {
            fabric.host(manager).put(ModelHost.PARTITIONS, ModelFabric.TWO_K + "storage=0x5:ALL=full;\n", 500);
        }
        new Simulator(fabric).elect();
        returns(fabric, host("sm1", serving(Wishes.absent(5))), host("sm2", serving(Wishes.absent(5))));
    }

    @Test
    void aHandover() {
        var group = defaultPartition(Mtu.MTU_4096);
        returns(ModelFabric.twoK(), host("sm1", Wishes.byHandover(opensm(10, group))), host("sm2", opensm(5, group)));
    }

    @Test
    void whatWasStartedOrStoppedIsSaidByAPlaybook() {
        ModelFabric fabric = ModelFabric.twoK();
        Plan plan = Planner.plan(
                List.of(host("sm1", opensm(10)), host("sm2", Wishes.enabled(opensm(4), false))),
                fabric.observed(),
                Desired.SETTINGS);
        EarlierRun run = EarlierRun.of(fabric, plan);
        assertThat(run.undo().diagnostics())
                .extracting(d -> d.message())
                .contains("run r1 made opensm stop for good, which a rollback does not undo");
        Played.converges(fabric, host("sm1", opensm(10)), host("sm2", Wishes.enabled(serving(), true)));
        assertThat(run.undo().isRefused()).isFalse();
    }

    @Test
    void filesThatWereNotThere() {
        ModelFabric fabric = ModelFabric.twoK();
        fabric.host("sm1").remove(ModelHost.CONF);
        fabric.host("sm1").remove(ModelHost.PARTITIONS);
        fabric.host("sm1").start(1000);
        fabric.host("sm2").remove(ModelHost.PARTITIONS);
        fabric.host("sm2").start(1000);
        new Simulator(fabric).elect();

        returns(
                fabric,
                host("sm1", opensm(12, defaultPartition(Mtu.MTU_4096))),
                host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096))));
    }

    @Test
    void anUndoCanBeUndone() {
        ModelFabric fabric = ModelFabric.twoK();
        EarlierRun run = EarlierRun.of(
                fabric, Planner.plan(all(5, 10, Mtu.MTU_4096, 4092), fabric.observed(), Desired.SETTINGS));
        Map<String, String> after = EarlierRun.state(fabric);
        EarlierRun undo = EarlierRun.of(fabric, run.undo());

        assertThat(EarlierRun.state(fabric)).isNotEqualTo(after);
        assertReturn(fabric, undo, after);
    }

    @Test
    void aRunThatWasKilledAtAnyStep() {
        int steps = 0;
        for (boolean made : new boolean[] {false, true}) {
            for (int done = 0; done < 14; done++) {
                ModelFabric fabric = ModelFabric.twoK();
                Map<String, String> before = EarlierRun.state(fabric);
                Plan plan = Planner.plan(all(5, 10, Mtu.MTU_4096, 4092), fabric.observed(), Desired.SETTINGS);
                EarlierRun run = EarlierRun.killed(fabric, plan, done, made);
                assertReturn(fabric, run, before);
                steps++;
            }
        }
        assertThat(steps).isEqualTo(28);
    }

    @Test
    void randomWishes() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        List<Mtu> mtus = List.of(Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096);
        for (int round = 0; round < 200; round++) {
            ModelFabric fabric = random.nextBoolean() ? ModelFabric.twoK() : ModelFabric.fourK();
            Mtu group = mtus.get(random.nextInt(mtus.size()));
            int most = group.ipoibDatagramBytes();
            List<DesiredHost> desired = new ArrayList<>(List.of(
                    host("sm1", opensm(random.nextInt(16), defaultPartition(group))),
                    host("sm2", opensm(random.nextInt(16), defaultPartition(group))),
                    host("node1", ib0(most - random.nextInt(3))),
                    host("node2", random.nextBoolean() ? ib0(most) : ib0(most - 100))));
            try {
                Map<String, String> before = EarlierRun.state(fabric);
                EarlierRun run = EarlierRun.killed(
                        fabric,
                        Planner.plan(desired, fabric.observed(), Desired.SETTINGS),
                        random.nextInt(15),
                        random.nextBoolean());
                assertReturn(fabric, run, before);
            } catch (AssertionError failed) {
                throw new AssertionError("seed %d, round %d".formatted(seed, round), failed);
            }
        }
    }
}
