package dev.ibplay.lab.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmState;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.time.ManualClock;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A fabric of 5,000 hosts and 268 switches in one process. */
class LargeFabricTest {
    private static final int HOSTS = 5000;
    private static final Duration SWEEP_LIMIT = Duration.ofMillis(Integer.getInteger("lab.sweepMillis", 1500));
    private static final long MEMORY_LIMIT = 400L << 20;

    @Test
    void sweepsQuicklyInLittleMemory() {
        Fabric shape = GeneratedFabric.leavesAndSpines(250, 18, HOSTS / 250).fabric();
        PortRef first = shape.vantage().orElseThrow().ref();
        long before = used();
        var clock = new ManualClock();
        var fabric = new SimulatedFabric(shape, clock);
        var opensm = new SimulatedOpensm(fabric, first, new Partitions(), List.of("opensm"));
        assertThat(opensm.start()).isEmpty();
        clock.advance(Duration.ofSeconds(20));
        assertThat(opensm.state()).isEqualTo(SmState.MASTER);
        Set<Lid> lids = new HashSet<>();
        for (PortRef port : fabric.endPorts()) {
            PortView view = fabric.view(port);
            assertThat(view.state()).isEqualTo(PortState.ACTIVE);
            assertThat(lids.add(view.lid())).isTrue();
            if (fabric.join(port, PKey.DEFAULT) instanceof Join.Refused refused) {
                throw new AssertionError(port + ": " + refused);
            }
        }
        assertThat(lids).hasSize(HOSTS + 268);
        opensm.hup(); // warm
        clock.advance(Duration.ofSeconds(8));
        long start = cpu();
        opensm.hup();
        clock.advance(Duration.ofSeconds(8));
        Duration sweep = Duration.ofNanos(cpu() - start);
        start = cpu();
        Outcome found = fabric.discover(
                first,
                new Operation.DiscoverFabric(new MadPort("mlx5_0", 1), MadKey.NONE, MadTiming.DEFAULT, 16, true));
        Duration discovery = Duration.ofNanos(cpu() - start);
        assertThat(((Outcome.FabricDiscovered) found).complete()).isTrue();
        long memory = used() - before;
        String measured = "a sweep took %d ms, a discovery %d ms, the lab %d MB"
                .formatted(sweep.toMillis(), discovery.toMillis(), memory >> 20);
        assertThat(sweep).as(measured).isLessThan(SWEEP_LIMIT);
        assertThat(memory).as(measured).isLessThan(MEMORY_LIMIT);
        System.out.println(measured);
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static final class Partitions implements OpensmHost {
        @Override
        public Optional<String> read(String path) {
            return path.endsWith("partitions.conf")
                    ? Optional.of("Default=0x7fff,ipoib,mtu=5:ALL=full;\nstorage=0x5,ipoib:ALL_CAS=full;\n")
                    : Optional.empty();
        }
    }
}
