package dev.ibplay.lab.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.ib.Attribute;
import dev.ibplay.lab.time.ManualClock;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.helper.FabricSimulator;
import dev.ibplay.transport.helper.NativePrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lab's discovery asks what the helper's asks on the same fabric, in the same order, and gets the same answers. */
class DiscoveryOnIbsimTest {
    private static final Operation.DiscoverFabric SEARCH = new Operation.DiscoverFabric(
            new MadPort("ibsim0", 1), MadKey.NONE, new MadTiming(Duration.ofMillis(500), 1), 1, true);
    private static final Set<Attribute> BYTE_BY_BYTE = Set.of(Attribute.NODE_INFO, Attribute.NODE_DESCRIPTION);

    static List<GeneratedFabric> shapes() {
        return List.of(
                GeneratedFabric.leavesAndSpines(2, 2, 3), GeneratedFabric.ring(4, 2), GeneratedFabric.fatTree(4));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void sameQuestionsSameAnswers(GeneratedFabric generated, @TempDir Path folder) throws Exception {
        FabricSimulator.requireTools();
        Path helper = NativePrograms.require("dynamic");
        Outcome.FabricDiscovered real;
        try (FabricSimulator simulator = FabricSimulator.start(folder, generated.text(), List.of())) {
            String first = "H-%016x".formatted(generated.firstAdapter().value());
            ProcessConnection host = ProcessConnection.plain()
                    .withEnvironment(simulator.environment(first))
                    .in(folder);
            try (HostSession session = NativePrograms.open(host, helper)) {
                real = (Outcome.FabricDiscovered) session.run(Batch.of(List.of(SEARCH)), NativePrograms.LIMIT)
                        .getFirst();
            }
        }
        Fabric shape = FabricMadsTest.built(real);
        var lab = new SimulatedFabric(shape, new ManualClock());
        var simulated = (Outcome.FabricDiscovered)
                lab.discover(shape.vantage().orElseThrow().ref(), SEARCH);
        assertThat(questions(simulated)).isEqualTo(questions(real));
        assertThat(simulated.sent()).isEqualTo(real.sent());
        for (int i = 0; i < real.findings().size(); i++) {
            Outcome.Finding finding = real.findings().get(i);
            Attribute attribute = Attribute.ofId(finding.attributeId()).orElseThrow();
            if (BYTE_BY_BYTE.contains(attribute)) {
                assertThat(data(simulated.findings().get(i))).as("%s", finding).isEqualTo(data(finding));
            }
        }
        Fabric found = FabricMadsTest.built(simulated);
        assertThat(found.links()).isEqualTo(shape.links());
        assertThat(found.nodes())
                .extracting(node -> node.guid())
                .isEqualTo(shape.nodes().stream().map(node -> node.guid()).toList());
    }

    private static List<String> questions(Outcome.FabricDiscovered discovered) {
        return discovered.findings().stream()
                .map(f -> "%s 0x%x %d".formatted(f.route().ports(), f.attributeId(), f.attributeModifier()))
                .toList();
    }

    private static byte[] data(Outcome.Finding finding) {
        return ((Outcome.AttributeRead) finding.answer()).data().toArray();
    }
}
