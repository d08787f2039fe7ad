package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.MulticastFacts;
import dev.ibplay.plan.Observed;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How long the JSON of a large fabric takes: {@code mvn test -Dtest=FabricJsonSpeedTest} prints the CPU seconds, warm. */
class FabricJsonSpeedTest {
    private static final int WARM_UP = 3;
    private static final double LIMIT = 1;

    @Test
    void tenThousandPorts() {
        Fabric fabric = GeneratedFabric.leavesAndSpines(120, 36, 6).fabric();
        assertThat(fabric.ports()).hasSizeGreaterThan(10_000);
        var facts = new FabricFacts(
                "one",
                SeenFabric.VANTAGE,
                MadKeys.NONE,
                fabric,
                Map.of(),
                Map.of(),
                Map.of(),
                MulticastFacts.NOT_ASKED);
        var names = new FabricNames(new Observed(Map.of(), List.of(facts)), Map.of());
        for (int i = 0; i < WARM_UP; i++) {
            assertThat(JsonText.of(FabricJson.of(names))).contains("\"fabrics\"");
        }
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        int size = JsonText.of(FabricJson.of(names)).length();
        double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
        System.out.printf(
                "%d ports, %d characters of JSON: %.3f s CPU%n", fabric.ports().size(), size, seconds);
        assertThat(seconds).isLessThan(LIMIT);
    }
}
