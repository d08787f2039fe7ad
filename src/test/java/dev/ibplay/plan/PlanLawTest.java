package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.ib0;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static dev.ibplay.plan.Desired.serving;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.whole.Planner;
import dev.ibplay.resource.DesiredHost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** After a plan was carried out there is nothing left to do, whatever was asked for and whatever was there. */
class PlanLawTest {
    private static void converges(ModelFabric fabric, List<DesiredHost> desired) {
        Plan plan = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
        var simulator = new Simulator(fabric);

        simulator.apply(plan);

        Plan after = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(after.differences()).as("after %s", simulator.log).isEmpty();
        assertThat(after.hasSteps()).isFalse();
        assertThat(simulator.cuts).as("interfaces above their group").isEmpty();
    }

    private static List<DesiredHost> all(int one, int two, Mtu group, int mtu) {
        return List.of(
                host("sm1", opensm(one, defaultPartition(group))),
                host("sm2", opensm(two, defaultPartition(group))),
                host("node1", ib0(mtu)),
                host("node2", ib0(mtu)));
    }

    @Test
    void upToFourK() {
        converges(ModelFabric.twoK(), all(10, 5, Mtu.MTU_4096, 4092));
    }

    @Test
    void downToTwoK() {
        converges(ModelFabric.fourK(), all(10, 5, Mtu.MTU_2048, 2044));
    }

    @Test
    void theRolesChangeOnTheWay() {
        converges(ModelFabric.twoK(), all(5, 10, Mtu.MTU_4096, 4092));
    }

    @Test
    void aNewPartition() {
        var storage = partition(0x0005, "storage", Optional.of(true), Optional.of(Mtu.MTU_4096));
        converges(ModelFabric.twoK(), List.of(host("sm1", serving(storage)), host("sm2", serving(storage))));
    }

    @Test
    void noFilesAtAll() {
        ModelFabric fabric = ModelFabric.twoK();
        fabric.host("sm1").remove(ModelHost.CONF);
        fabric.host("sm1").remove(ModelHost.PARTITIONS);
        fabric.host("sm1").start(1000);
        new Simulator(fabric).elect();

        converges(
                fabric,
                List.of(
                        host("sm1", opensm(12, defaultPartition(Mtu.MTU_4096))),
                        host("sm2", opensm(5, defaultPartition(Mtu.MTU_4096)))));
    }

    @Test
    void randomStatesAndWishes() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        List<Mtu> mtus = List.of(Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096);
        for (int round = 0; round < 200; round++) {
            ModelFabric fabric = random.nextBoolean() ? ModelFabric.twoK() : ModelFabric.fourK();
            randomFiles(fabric, random);
            if (random.nextBoolean()) {
                fabric.host("node1").connected(65520);
            }
            Mtu group = mtus.get(random.nextInt(mtus.size()));
            int most = group.ipoibDatagramBytes();
            List<DesiredHost> desired = new ArrayList<>(List.of(
                    host("sm1", opensm(random.nextInt(16), defaultPartition(group))),
                    host("sm2", opensm(random.nextInt(16), defaultPartition(group))),
                    host("node1", ib0(IpoibMode.DATAGRAM, most - random.nextInt(3))),
                    host("node2", random.nextBoolean() ? ib0(most) : ib0(IpoibMode.CONNECTED, 65520))));
            Collections.shuffle(desired, random);
            assertThat(fabric.hosts).as("seed %d, round %d", seed, round).hasSize(4);
            try {
                convergesButForCuts(fabric, desired);
            } catch (AssertionError failed) {
                throw new AssertionError("seed %d, round %d".formatted(seed, round), failed);
            }
        }
    }

    private static void randomFiles(ModelFabric fabric, Random random) {
        for (String name : List.of("sm1", "sm2")) {
            if (random.nextInt(4) == 0) {
                fabric.host(name).put(ModelHost.PARTITIONS, ModelFabric.FOUR_K, random.nextBoolean() ? 500 : 1500);
            }
            if (random.nextInt(4) == 0) {
                fabric.host(name).put(ModelHost.CONF, "sm_priority " + random.nextInt(16) + "\n", 1500);
            }
        }
    }

    /** A node in datagram mode that goes to connected mode may be cut on the way; the others never. */
    private static void convergesButForCuts(ModelFabric fabric, List<DesiredHost> desired) {
        Plan plan = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
        var simulator = new Simulator(fabric);
        simulator.apply(plan);
        Plan after = Planner.plan(desired, fabric.observed(), Desired.SETTINGS);
        assertThat(after.differences()).as("after %s", simulator.log).isEmpty();
        assertThat(after.hasSteps()).isFalse();
        assertThat(simulator.cuts).noneMatch(cut -> cut.startsWith("node1"));
    }

    @Test
    void theOrderOfTheHostsDoesNotMatter() {
        Plan expected =
                Planner.plan(all(5, 10, Mtu.MTU_4096, 4092), ModelFabric.twoK().observed(), Desired.SETTINGS);
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            List<DesiredHost> shuffled = new ArrayList<>(all(5, 10, Mtu.MTU_4096, 4092));
            Collections.shuffle(shuffled, random);
            Plan plan = Planner.plan(shuffled, ModelFabric.twoK().observed(), Desired.SETTINGS);

            assertThat(plan.fabric()).as("seed %d", seed).isEqualTo(expected.fabric());
            assertThat(plan.files()).isEqualTo(expected.files());
            assertThat(plan.growing()).containsExactlyInAnyOrderElementsOf(expected.growing());
            assertThat(plan.differences()).containsExactlyInAnyOrderElementsOf(expected.differences());
            assertThat(plan.diagnostics()).containsExactlyInAnyOrderElementsOf(expected.diagnostics());
        }
    }
}
