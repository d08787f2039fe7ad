package dev.ibplay.plan;

import static dev.ibplay.plan.Desired.defaultPartition;
import static dev.ibplay.plan.Desired.host;
import static dev.ibplay.plan.Desired.opensm;
import static dev.ibplay.plan.Desired.partition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever is asked of subnet managers: what each step waits for comes about, two are never down or master at once, and then
 * there is nothing left to do.
 */
class ManagerLawTest {
    private static final int ROUNDS = 300;
    private static final String VARIABLES = "/etc/sysconfig/opensm";
    private static final List<String> MANAGERS = List.of("sm1", "sm2", "sm3");
    private static final List<Mtu> MTUS = List.of(Mtu.MTU_1024, Mtu.MTU_2048, Mtu.MTU_4096);

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    private ModelFabric fabric() {
        ModelFabric fabric = ModelFabric.twoK();
        fabric.add("sm3", 2).withOpensm("sm_priority 2\n", ModelFabric.TWO_K);
        String statements = "";
        if (oneIn(2)) {
            statements += "storage=0x8005,ipoib:%s=full,%s=full;\n"
                    .formatted(fabric.host("node1").port, fabric.host("node2").port);
        }
        if (oneIn(3)) {
            statements += "extra=0x9,mtu=5:ALL=full;\n";
        }
        for (String name : MANAGERS) {
            ModelHost manager = fabric.host(name);
            manager.put(ModelHost.PARTITIONS, ModelFabric.TWO_K + statements, 500);
            if (oneIn(3)) {
                manager.variables = Optional.of(VARIABLES);
                manager.put(VARIABLES, "PRIORITY=" + random.nextInt(16) + "\n", 500);
            }
            manager.start(1000);
        }
        if (oneIn(4)) {
            fabric.host("sm3").stop();
            fabric.host("sm3").enabled = oneIn(2);
        }
        new Simulator(fabric).elect();
        for (String name : MANAGERS) {
            change(fabric.host(name), statements);
        }
        return fabric;
    }

    /** Somebody has edited the files since. */
    private void change(ModelHost manager, String statements) {
        long time = oneIn(2) ? 500 : 1500;
        if (oneIn(5)) {
            manager.put(ModelHost.PARTITIONS, ModelFabric.FOUR_K + statements, time);
        }
        if (oneIn(5)) {
            String conf = "sm_priority " + random.nextInt(16) + "\nsweep_interval 20\n";
            manager.put(ModelHost.CONF, conf, manager.variables.isPresent() ? 1500 : time);
        }
        if (manager.variables.isPresent() && oneIn(4)) {
            manager.put(VARIABLES, "PRIORITY=" + random.nextInt(16) + "\n", time);
        }
    }

    private List<DesiredHost> desired(ModelFabric fabric) {
        List<Partition> partitions = partitions(fabric);
        boolean exclusive = oneIn(4);
        boolean handover = oneIn(3)
                && MANAGERS.stream().allMatch(m -> fabric.host(m).variables.isEmpty());
        List<String> options = new ArrayList<>();
        if (oneIn(4)) {
            options.addAll(List.of("sweep_interval", Integer.toString(5 + random.nextInt(30))));
        }
        if (oneIn(6)) {
            options.addAll(List.of("lmc", "1"));
        }
        if (oneIn(5)) {
            options.addAll(List.of("sm_key", "0x" + (2 + random.nextInt(7))));
        }
        List<DesiredHost> desired = new ArrayList<>();
        for (String name : MANAGERS) {
            SubnetManager wanted = opensm(1 + random.nextInt(15), partitions.toArray(Partition[]::new));
            wanted = Wishes.options(wanted, options.toArray(String[]::new));
            wanted = exclusive ? Wishes.exclusive(wanted) : wanted;
            wanted = handover ? Wishes.byHandover(wanted) : wanted;
            boolean isThird = name.equals("sm3");
            boolean runs = fabric.host(name).runsOpensm();
            wanted = isThird && (!runs || oneIn(4)) ? Wishes.enabled(wanted, oneIn(2)) : wanted;
            desired.add(host(name, wanted));
        }
        Collections.shuffle(desired, random);
        return desired;
    }

    private List<Partition> partitions(ModelFabric fabric) {
        List<Partition> partitions = new ArrayList<>();
        if (oneIn(2)) {
            partitions.add(defaultPartition(MTUS.get(random.nextInt(MTUS.size()))));
        }
        switch (random.nextInt(4)) {
            case 0 -> partitions.add(Wishes.absent(5));
            case 1 ->
                partitions.add(partition(5, "storage", Optional.of(true), Optional.of(MTUS.get(random.nextInt(3)))));
            case 2 -> {
                PartitionMember.Who one = new PartitionMember.OnePort(fabric.host("sm2").port);
                PartitionMember.Who other = new PartitionMember.OnePort(fabric.host("node2").port);
                boolean full = oneIn(2);
                partitions.add(Wishes.members(
                        partition(5, "storage", Optional.of(true), Optional.empty()),
                        Wishes.changed(
                                List.of(new PartitionMember(
                                        one, Optional.of(full ? Membership.FULL : Membership.LIMITED))),
                                List.of(other))));
            }
            default -> {}
        }
        if (oneIn(4)) {
            partitions.add(Wishes.absent(9));
        }
        return partitions;
    }

    @Test
    void randomStatesAndWishes() {
        for (int round = 0; round < ROUNDS; round++) {
            ModelFabric fabric = fabric();
            List<DesiredHost> desired = desired(fabric);
            try {
                Played played = Played.converges(fabric, desired.toArray(DesiredHost[]::new));
                assertThat(played.simulator().mostMasters).isLessThanOrEqualTo(1);
                boolean isNewKey = played.differences().toString().contains("option sm_key");
                if (!isNewKey && !played.differences().toString().contains("enabled")) {
                    assertThat(played.simulator().mostDown)
                            .as("after %s", played.simulator().log)
                            .isLessThanOrEqualTo(fabric.host("sm3").runsOpensm() ? 1 : 2);
                }
                assertThat(played.plan().hasSteps()).isEqualTo(played.plan().hasDifferences());
            } catch (AssertionError failed) {
                throw new AssertionError("seed %d, round %d: %s".formatted(seed, round, failed.getMessage()), failed);
            }
        }
    }
}
