package dev.ibplay.lab.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmState;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.time.ScaledClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at once on a fabric whose time runs by itself. */
class BusyFabricTest {
    private static final int ACTIONS = 400;

    @Test
    @Timeout(60)
    void nothingGetsStuck() throws InterruptedException, ExecutionException {
        long seed = Long.getLong("seed", System.nanoTime());
        Fabric shape = GeneratedFabric.leavesAndSpines(4, 2, 6).fabric();
        List<PortRef> hosts = shape.ports().stream()
                .filter(port -> shape.typeOf(port) == NodeType.CA)
                .map(port -> port.ref())
                .toList();
        AtomicInteger heard = new AtomicInteger();
        try (ScaledClock clock = new ScaledClock(200);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var fabric = new SimulatedFabric(shape, clock);
            SimulatedOpensm first = start(fabric, hosts.get(0), "9");
            SimulatedOpensm second = start(fabric, hosts.get(1), "3");
            hosts.forEach(host -> fabric.onChange(host, () -> {
                fabric.join(host, PKey.DEFAULT);
                heard.incrementAndGet();
            }));
            List<Future<?>> busy = new ArrayList<>();
            for (int thread = 0; thread < 6; thread++) {
                var random = new Random(seed + thread);
                busy.add(threads.submit(() -> disturb(fabric, hosts, List.of(first, second), random)));
            }
            for (Future<?> one : busy) {
                one.get();
            }
            hosts.forEach(fabric::setUp);
            while (first.state() != SmState.MASTER
                    || second.state() != SmState.STANDBY
                    || !hosts.stream().allMatch(host -> fabric.view(host).state() == PortState.ACTIVE)) {
                clock.sleep(Duration.ofSeconds(1));
            }
            assertThat(heard).as("seed %d", seed).hasPositiveValue();
        }
    }

    private static SimulatedOpensm start(SimulatedFabric fabric, PortRef port, String priority) {
        var opensm = new SimulatedOpensm(fabric, port, path -> Optional.empty(), List.of("opensm", "-p", priority));
        assertThat(opensm.start()).isEmpty();
        return opensm;
    }

    private static void disturb(
            SimulatedFabric fabric, List<PortRef> hosts, List<SimulatedOpensm> managers, Random random) {
        for (int i = 0; i < ACTIONS; i++) {
            PortRef host = hosts.get(2 + random.nextInt(hosts.size() - 2));
            switch (random.nextInt(6)) {
                case 0 -> fabric.setDown(host);
                case 1 -> fabric.setUp(host);
                case 2 -> fabric.leave(host, PKey.DEFAULT);
                case 3 -> managers.get(random.nextInt(2)).hup();
                case 4 -> fabric.gaps();
                default ->
                    fabric.discover(
                            host,
                            new Operation.DiscoverFabric(
                                    new MadPort("mlx5_0", 1), MadKey.NONE, MadTiming.DEFAULT, 16, true));
            }
        }
    }
}
