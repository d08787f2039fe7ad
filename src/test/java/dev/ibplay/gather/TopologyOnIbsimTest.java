package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.fabric.Topology;
import dev.ibplay.fabric.TopologyNode;
import dev.ibplay.fabric.TopologyReader;
import dev.ibplay.ib.NodeType;
import dev.ibplay.report.TopologyText;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.helper.NativePrograms;
import dev.ibplay.transport.helper.SimulatedNet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our sweep of ibsim's fabrics says what ibnetdiscover says, and ibsim reads what we write of it. */
class TopologyOnIbsimTest {
    private static final MadPort PORT = new MadPort("ibsim0", 1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void requireTools() {
        SimulatedNet.requireTools();
    }

    static List<GeneratedFabric> fabrics() {
        return List.of(
                GeneratedFabric.backToBack(),
                GeneratedFabric.leavesAndSpines(4, 2, 6),
                GeneratedFabric.ring(6, 2),
                GeneratedFabric.islands(3),
                GeneratedFabric.fatTree(4));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void ourPictureIsTheirs(GeneratedFabric generated) throws Exception {
        String host = "H-%016x".formatted(generated.firstAdapter().value());
        Topology ours;
        String text;
        try (SimulatedNet net = SimulatedNet.start(folder, generated.text())) {
            Topology theirs = TopologyReader.read(net.run(host, "ibnetdiscover"));
            text = TopologyText.of(sweep(net, host));
            ours = TopologyReader.read(text);
            assertSame(ours, theirs);
        }
        try (SimulatedNet again = SimulatedNet.start(folder, text)) {
            assertSame(TopologyReader.read(again.run(host, "ibnetdiscover")), ours);
        }
    }

    @Test
    @Tag("long")
    void fifteenHundredNodes() throws Exception {
        ourPictureIsTheirs(GeneratedFabric.leavesAndSpines(60, 12, 24));
    }

    /** Parts of real fabrics, as they were recorded: ibsim reads what we write of them, and both sweeps find the same. */
    @Test
    @Tag("long")
    void recordedFabrics() throws Exception {
        List<Path> files;
        try (Stream<Path> found = Files.list(SharedCorpus.require("corpus").resolve("ibnetdiscover"))) {
            files = found.sorted().toList();
        }
        int compared = 0;
        for (Path file : files) {
            String text =
                    TopologyText.of(TopologyReader.read(Files.readString(file)).toFabric());
            Optional<String> host = TopologyReader.read(text).nodes().stream()
                    .filter(node -> node.type() == NodeType.CA && !node.ports().isEmpty())
                    .map(TopologyNode::id)
                    .findFirst();
            if (host.isEmpty()) {
                continue;
            }
            try (SimulatedNet net = SimulatedNet.start(folder, text)) {
                Topology theirs = TopologyReader.read(net.run(host.get(), "ibnetdiscover"));
                assertThat(theirs.nodes()).as("%s", file).isNotEmpty();
                Topology ours = TopologyReader.read(TopologyText.of(sweep(net, host.get())));
                assertThat(byId(ours)).as("%s", file).isEqualTo(byId(theirs));
                compared++;
            }
        }
        assertThat(compared).as("files with an adapter").isGreaterThan(files.size() / 2);
    }

    private Fabric sweep(SimulatedNet net, String host) throws Exception {
        ProcessConnection connection = ProcessConnection.plain()
                .withEnvironment(net.environment(host))
                .in(Files.createTempDirectory(folder, "helper"));
        try (HostSession session = NativePrograms.open(connection, NativePrograms.require("dynamic"))) {
            return FabricSweep.run(session, PORT, FabricWish.of(Set.of(), MadKeys.NONE))
                    .fabric();
        }
    }

    private static void assertSame(Topology one, Topology other) {
        assertThat(one.errors()).isEmpty();
        assertThat(other.errors()).isEmpty();
        assertThat(one.nodes()).hasSizeGreaterThan(1);
        assertThat(one.from()).isEqualTo(other.from());
        assertThat(byId(one)).isEqualTo(byId(other));
    }

    private static Map<String, TopologyNode> byId(Topology topology) {
        return topology.nodes().stream().collect(Collectors.toMap(TopologyNode::id, Function.identity()));
    }
}
