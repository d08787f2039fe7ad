package dev.ibplay.transport.helper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Outcome.Finding;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sweep of a simulated fat tree against what ibnetdiscover and smpquery print of it. */
class FabricDiscoveryTest {
    private static final MadPort PORT = new MadPort("ibsim0", 1);
    private static final FatTree TREE = new FatTree(4, 6, 7);
    private static final int NODES = 4 + 6 + 6 * 7;

    /** A host's link, one of a spine, and one that leaves a two-ported host with its first port. */
    private static final List<String> DOWN = List.of("Unlink \"L2\"[3]", "Unlink \"S3\"[5]", "Unlink \"L4\"[15]");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @BeforeAll
    static void require() {
        FabricSimulator.requireTools();
        NativePrograms.requireTool("ibnetdiscover");
        NativePrograms.requireTool("smpquery");
    }

    /** What a test does with a host of the fabric. */
    private interface Use {
        void on(HostSession host) throws Exception;
    }

    private void onFabric(List<String> commands, Use use) throws Exception {
        Path program = NativePrograms.require("dynamic");
        try (FabricSimulator simulator = FabricSimulator.start(folder, TREE.net(), commands)) {
            Path home = Files.createDirectories(folder.resolve("home"));
            ProcessConnection connection = ProcessConnection.plain()
                    .withEnvironment(simulator.environment(FatTree.host(1, 1)))
                    .in(home);
            try (HostSession host = NativePrograms.open(connection, program)) {
                use.on(host);
            }
        }
    }

    /** The cables of a leaf are pulled and put back all the time; whatever is found then, a sweep ends, and the last one is whole. */
    @Test
    void cablesThatComeAndGoDuringTheSweep() throws Exception {
        Path program = NativePrograms.require("dynamic");
        try (FabricSimulator simulator = FabricSimulator.start(folder, TREE.net(), List.of())) {
            ProcessConnection connection = ProcessConnection.plain()
                    .withEnvironment(simulator.environment(FatTree.host(1, 1)))
                    .in(Files.createDirectories(folder.resolve("home")));
            try (HostSession host = NativePrograms.open(connection, program)) {
                Set<String> whole = new Sweep(discover(host, 16)).ends();
                int most = 0;
                int least = Integer.MAX_VALUE;
                for (int sweep = 0; sweep < 40; sweep++) {
                    simulator.tell(sweep % 2 == 0 ? "Unlink \"L2\"" : "Relink \"L2\"");
                    Outcome.FabricDiscovered found = discover(host, 1 + sweep % 16);
                    int nodes = new Sweep(found).nodeGuids().size();
                    assertThat(found.complete()).isTrue();
                    assertThat(nodes).isBetween(NODES - 1 - TREE.hostsPerLeaf(), NODES);
                    most = Math.max(most, nodes);
                    least = Math.min(least, nodes);
                }
                assertThat(least).as("some sweep saw the cables pulled").isLessThan(most);
                simulator.tell("Relink \"L2\"");
                print(host, "ibnetdiscover"); // behind the console's command, whoever is served first
                assertThat(new Sweep(discover(host, 16)).ends()).isEqualTo(whole);
            }
        }
    }

    private static Outcome.FabricDiscovered discover(HostSession host, int outstanding) throws Exception {
        Operation sweep = new Operation.DiscoverFabric(
                PORT, MadKey.NONE, new MadTiming(Duration.ofMillis(50), 24), outstanding, false);
        Outcome outcome =
                host.run(Batch.of(List.of(sweep)), NativePrograms.LIMIT).getFirst();
        assertThat(outcome).isInstanceOf(Outcome.FabricDiscovered.class);
        return (Outcome.FabricDiscovered) outcome;
    }

    private String print(HostSession host, String... words) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("env", "-C", folder.resolve("home").toString()));
        command.addAll(List.of(words));
        Outcome.CommandEnded ended = (Outcome.CommandEnded) host.run(
                        Batch.of(
                                List.of(Operation.RunCommand.of(NativePrograms.LIMIT, command.toArray(String[]::new)))),
                        NativePrograms.LIMIT)
                .getFirst();
        assertThat(ended.succeeded()).as("%s", command).isTrue();
        return ended.stdout().latin1();
    }

    @Test
    void linksAndDownPortsAreThoseOfIbnetdiscover() throws Exception {
        onFabric(DOWN, host -> {
            String printed = print(host, "ibnetdiscover", "-p");
            for (int outstanding : new int[] {1, 16, 255}) {
                Outcome.FabricDiscovered found = discover(host, outstanding);
                Sweep sweep = new Sweep(found);
                assertThat(found.complete()).isTrue();
                assertThat(found.sent()).isEqualTo(found.findings().size());
                // One host is cut off altogether.
                assertThat(sweep.nodeGuids()).hasSize(NODES - 1);
                assertThat(sweep.ends()).isEqualTo(Printed.ends(printed));
                assertThat(sweep.downPorts()).isEqualTo(Printed.downPorts(printed));
            }
        });
    }

    @Test
    void eachQuestionIsAskedOnce() throws Exception {
        onFabric(DOWN, host -> {
            List<Finding> findings = discover(host, 16).findings();
            assertThat(findings.stream()
                            .map(f -> List.of(f.route(), f.attributeId(), f.attributeModifier()))
                            .toList())
                    .doesNotHaveDuplicates();
            Sweep sweep = new Sweep(discover(host, 1));
            // One at a time, each link is walked once.
            assertThat(sweep.count(Attribute.NODE_INFO))
                    .isEqualTo(1 + sweep.ends().size() / 2);
            assertThat(sweep.count(Attribute.NODE_DESCRIPTION)).isEqualTo(NODES - 1);
        });
    }

    @Test
    void fieldsAreThoseThatSmpqueryPrints() throws Exception {
        long seed = System.nanoTime();
        onFabric(DOWN, host -> {
            List<Finding> findings = new ArrayList<>(discover(host, 16).findings());
            Collections.shuffle(findings, new Random(seed));
            int compared = 0;
            for (Finding finding : findings.subList(0, 30)) {
                String route =
                        "0" + finding.route().ports().stream().map(p -> "," + p).collect(Collectors.joining());
                String port = Long.toString(finding.attributeModifier());
                byte[] data = Sweep.data(finding);
                if (finding.attributeId() == Attribute.NODE_INFO.id()) {
                    compared += PrintedFields.compare(
                            print(host, "smpquery", "-D", "nodeinfo", route), Attribute.NODE_INFO, data);
                } else if (finding.attributeId() == Attribute.PORT_INFO.id()) {
                    compared += PrintedFields.compare(
                            print(host, "smpquery", "-D", "portinfo", route, port), Attribute.PORT_INFO, data);
                } else if (finding.attributeId() == Attribute.NODE_DESCRIPTION.id()) {
                    assertThat(print(host, "smpquery", "-D", "nodedesc", route))
                            .contains("." + Sweep.text(data) + "\n");
                }
            }
            assertThat(compared).as("seed %d", seed).isGreaterThan(100);
        });
    }

    @Test
    void lostPacketsAreSentAgain() throws Exception {
        Map<String, Set<String>> ends = new HashMap<>();
        onFabric(List.of(), host -> ends.put("all", new Sweep(discover(host, 16)).ends()));
        List<String> losses = List.of(
                "Error \"S1\" 20", "Error \"L3\" 20", "Error \"H2-2\" 30", "Error \"H3-1\"[1] 100 %d".formatted(0x15));
        onFabric(losses, host -> {
            Outcome.FabricDiscovered found = discover(host, 16);
            Sweep sweep = new Sweep(found);
            assertThat(found.complete()).isTrue();
            assertThat(found.sent()).isGreaterThan(found.findings().size() + 8);
            assertThat(sweep.ends()).isEqualTo(ends.get("all"));
            assertThat(found.findings())
                    .filteredOn(f -> f.answer() instanceof Outcome.NoAnswer)
                    .singleElement()
                    .satisfies(f -> assertThat(f.attributeId()).isEqualTo(Attribute.PORT_INFO.id()));
        });
    }

    /** Findings put together: ports are named by type, GUID and number, as ibnetdiscover does. */
    private record Sweep(Outcome.FabricDiscovered found) {
        static byte[] data(Finding finding) {
            return ((Outcome.AttributeRead) finding.answer()).data().toArray();
        }

        static String text(byte[] data) {
            return new String(data, StandardCharsets.ISO_8859_1).replaceAll("(?s)\0.*", "");
        }

        private List<Finding> of(Attribute attribute) {
            return found.findings().stream()
                    .filter(f -> f.attributeId() == attribute.id() && f.answer() instanceof Outcome.AttributeRead)
                    .toList();
        }

        long count(Attribute attribute) {
            return found.findings().stream()
                    .filter(f -> f.attributeId() == attribute.id())
                    .count();
        }

        private Map<List<Integer>, byte[]> nodes() {
            return of(Attribute.NODE_INFO).stream()
                    .collect(Collectors.toMap(f -> f.route().ports(), Sweep::data));
        }

        private static byte[] at(Map<List<Integer>, byte[]> nodes, List<Integer> route) {
            return Optional.ofNullable(nodes.get(route)).orElseThrow();
        }

        Set<Long> nodeGuids() {
            return nodes().values().stream().map(MadField.NODE_GUID::in).collect(Collectors.toSet());
        }

        private static String name(byte[] node, int port) {
            boolean isSwitch = (int) MadField.NODE_TYPE.in(node) == 2;
            long guid = (isSwitch ? MadField.NODE_GUID : MadField.NODE_PORT_GUID).in(node);
            return "%s 0x%016x %d".formatted(isSwitch ? "SW" : "CA", guid, port);
        }

        /** Each link from both of its ends. */
        Set<String> ends() {
            Map<List<Integer>, byte[]> nodes = nodes();
            Set<String> ends = new TreeSet<>();
            nodes.forEach((route, node) -> {
                if (!route.isEmpty()) {
                    byte[] before = at(nodes, route.subList(0, route.size() - 1));
                    String here = name(node, (int) MadField.NODE_LOCAL_PORT.in(node));
                    String there = name(before, route.getLast());
                    ends.add(here + " - " + there);
                    ends.add(there + " - " + here);
                }
            });
            return ends;
        }

        /** External ports of switches that are not LinkUp. */
        Set<String> downPorts() {
            Map<List<Integer>, byte[]> nodes = nodes();
            return of(Attribute.PORT_INFO).stream()
                    .filter(f -> f.attributeModifier() > 0)
                    .filter(f -> (int) MadField.PORT_PHYSICAL_STATE.in(data(f)) != 5)
                    .map(f -> name(at(nodes, f.route().ports()), (int) f.attributeModifier()))
                    .filter(name -> name.startsWith("SW"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Lines of {@code ibnetdiscover -p}. */
    private static final class Printed {
        private static final String END = "(CA|SW) +\\d+ +(\\d+) +(0x[0-9a-f]{16})";

        private Printed() {}

        static Set<String> ends(String text) {
            return Pattern.compile("(?m)^" + END + " .*? - " + END + " \\(.*$")
                    .matcher(text)
                    .results()
                    .map(m -> "%s %s %s - %s %s %s"
                            .formatted(m.group(1), m.group(3), m.group(2), m.group(4), m.group(6), m.group(5)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        static Set<String> downPorts(String text) {
            return Pattern.compile("(?m)^" + END + "[^-\n]* '[^'\n]*'$")
                    .matcher(text)
                    .results()
                    .map(m -> "%s %s %s".formatted(m.group(1), m.group(3), m.group(2)))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
