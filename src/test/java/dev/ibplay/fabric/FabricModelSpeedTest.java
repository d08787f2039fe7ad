package dev.ibplay.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * How long it takes to decode a discovery and to make the model of it:
 * {@code mvn test -Dtest=FabricModelSpeedTest} prints the CPU seconds, warm.
 */
class FabricModelSpeedTest {
    private static final int WARM_UP = 5;

    @Test
    void aThousandNodes() {
        measure("1,008 nodes", GeneratedFabric.leavesAndSpines(24, 12, 40), 0.5);
    }

    /** Wide switches with many cables, and many ports that are down. */
    @Test
    void manyPorts() {
        measure("1,548 nodes", GeneratedFabric.leavesAndSpines(216, 36, 6), 2.5);
    }

    private static void measure(String name, GeneratedFabric generated, double limit) {
        List<Consumer<FabricBuilder>> answers = new ArrayList<>();
        generated.answers((route, attribute, modifier, data) ->
                answers.add(builder -> builder.answered(route, attribute.id(), modifier, data)));
        for (int i = 0; i < WARM_UP; i++) {
            assertThat(build(answers).nodes()).isNotEmpty();
        }
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        Fabric fabric = build(answers);
        double seconds = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e9;
        System.out.printf(
                "%s, %d ports, %d links, %d answers: %.3f s CPU%n",
                name, fabric.ports().size(), fabric.links().size(), answers.size(), seconds);
        assertThat(seconds).isLessThan(limit);
    }

    private static Fabric build(List<Consumer<FabricBuilder>> answers) {
        FabricBuilder builder = new FabricBuilder();
        answers.forEach(answer -> answer.accept(builder));
        return builder.build(true);
    }
}
