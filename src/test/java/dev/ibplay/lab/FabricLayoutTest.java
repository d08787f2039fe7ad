package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibplay.SharedCorpus;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.TopologyReader;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.layout.FabricLayout;
import dev.ibplay.lab.layout.InventoryLayout;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabInventory;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.linux.LinuxHost;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labs of fabrics that were seen. */
class FabricLayoutTest {
    private static Fabric corpus(String name) throws IOException {
        return TopologyReader.read(Files.readString(SharedCorpus.require("corpus/ibnetdiscover/" + name)))
                .toFabric();
    }

    /** Adapters with these descriptions on one switch each, all switches in a row. */
    private static Fabric fabric(String... descriptions) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < descriptions.length; i++) {
            text.append("Switch 4 \"S-%016x\" # \"sw%d\" base port 0 lid 0 lmc 0\n".formatted(0x100 + i, i));
            text.append("[1] \"H-%016x\"[1] # \"x\" lid 0 4xEDR\n".formatted(0x200 + i));
            if (i > 0) {
                text.append("[2] \"S-%016x\"[3] # \"x\" lid 0 4xEDR\n".formatted(0x100 + i - 1));
            }
            if (i + 1 < descriptions.length) {
                text.append("[3] \"S-%016x\"[2] # \"x\" lid 0 4xEDR\n".formatted(0x100 + i + 1));
            }
            text.append("\nCa 1 \"H-%016x\" # \"%s\"\n".formatted(0x200 + i, descriptions[i]));
            text.append("[1] \"S-%016x\"[1] # lid 0 lmc 0 \"x\" lid 0 4xEDR\n\n".formatted(0x100 + i));
        }
        var read = TopologyReader.read(text.toString());
        assertThat(read.errors()).isEmpty();
        return read.toFabric();
    }

    /** Hosts with their adapters, in the order of the layout. */
    private static List<String> hosts(LabLayout layout) {
        return layout.hosts().stream()
                .map(host -> host.name()
                        + host.linux().orElseThrow().adapters().stream()
                                .map(LinuxHost.Adapter::name)
                                .toList())
                .sorted()
                .toList();
    }

    private static List<String> managers(LabLayout layout) {
        return layout.hosts().stream()
                .filter(host -> host.linux().orElseThrow().opensm().isPresent())
                .map(LabHost::name)
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node07 mlx5_0|node07[mlx5_0]",
                "node07 HCA-1|node07[mlx5_0]",
                "node07 HCA-2|node07[mlx5_0]",
                "node07.example.com mlx4_0|node07.example.com[mlx4_0]",
                "node07 ibp65s0|node07[ibp65s0]",
                "node07|node07[mlx5_0]",
                "rack 3 node 7 mlx5_1|rack-3-node-7[mlx5_1]",
                "[a:b] mlx5_0|a-b[mlx5_0]",
                "linux mlx5_0|linux-2[mlx5_0]",
                "MT25408 ConnectX Mellanox Technologies|ca-0000000000000200[mlx5_0]"
            })
    void hostsAreCalledAsTheirAdaptersSay(String description, String host) {
        assertThat(hosts(FabricLayout.of(fabric(description)))).containsExactly(host);
    }

    @Test
    void adaptersOfOneHostAreOneHosts() {
        LabLayout layout = FabricLayout.of(fabric(
                "a mlx5_0",
                "b HCA-1",
                "a mlx5_1",
                "b HCA-2",
                "localhost mlx5_0",
                "localhost mlx5_0",
                "Mellanox Technologies Aggregation Node"));

        assertThat(hosts(layout))
                .containsExactly("a[mlx5_0, mlx5_1]", "b[mlx5_0, mlx5_1]", "localhost-2[mlx5_0]", "localhost[mlx5_0]");
    }

    @Test
    void theSecondManagerIsOnAnotherSwitch() throws Exception {
        LabLayout layout = FabricLayout.of(corpus("03-generated-topology-extra-comments.txt"));
        assertThat(managers(layout)).containsExactly("Hca0", "Hca4");
        assertThat(managers(FabricLayout.of(corpus("10-local-small.txt"))))
                .as("there is one switch only")
                .containsExactly("Hca1", "Hca2");
    }

    @Test
    void nodesAndCablesAreThoseOfTheFile() throws Exception {
        Fabric seen = corpus("02-sx6036-fdr10-hp-guids.txt");
        LabLayout layout = FabricLayout.of(seen);

        assertThat(layout.fabrics()).hasSize(1);
        Fabric made = layout.fabrics().getFirst();
        assertThat(made.nodes()).isEqualTo(seen.nodes());
        assertThat(made.links()).isEqualTo(seen.links());
        assertThat(made.ports()).isEqualTo(seen.ports());
        assertThat(made.links().stream().flatMap(link -> made.ends(link).stream()))
                .anyMatch(ends -> ends.one()
                        .info()
                        .speed()
                        .active()
                        .filter(LinkSpeed.FDR10::equals)
                        .isPresent());
        LinuxHost host = layout.hosts().stream()
                .filter(h -> h.name().equals("hnode97"))
                .findFirst()
                .orElseThrow()
                .linux()
                .orElseThrow();
        assertThat(host.adapters())
                .containsExactly(new LinuxHost.Adapter("mlx4_0", "mlx4_core", new NodeGuid(0x24be05ffffcd5d90L), 2));
    }

    @Test
    void partsWithoutACableBetweenThemAreFabrics() throws Exception {
        LabLayout layout = FabricLayout.of(corpus("04-p-form-1.txt"));
        assertThat(layout.fabrics()).hasSizeGreaterThan(1);
        for (Fabric part : layout.fabrics()) {
            assertThat(part.links().stream().flatMap(link -> Stream.of(link.one(), link.other())))
                    .allMatch(port -> part.node(port.node()).isPresent());
        }
        assertThat(managers(layout)).containsExactly("m0001", "n0001", "n0002");
    }

    @Test
    void interfacesAreThoseOfPortsWithACable() {
        String text = """
                Switch 4 "S-0000000000000100" # "sw" base port 0 lid 0 lmc 0
                [1] "H-0000000000000200"[2] # "a mlx4_0" lid 0 4xFDR

                Ca 2 "H-0000000000000200" # "a mlx4_0"
                [2] "S-0000000000000100"[1] # lid 0 lmc 0 "sw" lid 0 4xFDR
                """;
        LabLayout layout = FabricLayout.of(TopologyReader.read(text).toFabric());
        assertThat(layout.hosts().getFirst().linux().orElseThrow().interfaces())
                .extracting(LinuxHost.Interface::name)
                .containsExactly("ib1");
    }

    @Test
    void itRuns() throws Exception {
        Fabric seen = corpus("02-sx6036-fdr10-hp-guids.txt");
        String playbook = Files.readString(java.nio.file.Path.of("playbooks/site.yml"));
        try (LabRun lab = new LabRun(FabricLayout.of(seen))) {
            var plan = lab.plan(playbook);
            assertThat(plan.isRefused()).as("%s", plan.diagnostics()).isFalse();
            assertThat(plan.differences())
                    .filteredOn(d -> d.resource().equals("ipoib ib0"))
                    .extracting(d -> d.host())
                    .contains("hnode97", "hnode135");
            assertThat(lab.read("hnode97", "/sys/class/infiniband/mlx4_0/ports/1/state"))
                    .isEqualTo("4: ACTIVE\n");
        }
    }

    private static LabInventory inventory(List<String> managers, String... hosts) {
        return new LabInventory(
                Stream.of(hosts)
                        .map(host -> new LabInventory.Host(host, Map.of(), !host.startsWith("win")))
                        .toList(),
                List.of(
                        new LabInventory.Group("subnet_managers", List.of(), List.of("heads")),
                        new LabInventory.Group("heads", managers, List.of())));
    }

    @Test
    void hostsOfAnInventoryAreFoundByTheirNames() throws Exception {
        Fabric seen = fabric("a.example.com mlx5_0", "B mlx5_0", "c HCA-1", "d HCA-1");
        LabLayout layout = FabricLayout.of(seen, inventory(List.of("c"), "b.example.com", "a", "c", "win1"));
        assertThat(hosts(layout)).containsExactly("a[mlx5_0]", "b.example.com[mlx5_0]", "c[mlx5_0]");
        assertThat(managers(layout)).containsExactly("c");
        assertThat(layout.fabrics().getFirst().nodes()).isEqualTo(seen.nodes());
        assertThat(layout.hosts())
                .filteredOn(h -> h.name().equals("c"))
                .first()
                .satisfies(h -> assertThat(h.groups()).containsExactly("heads"));

        assertThatThrownBy(() -> FabricLayout.of(seen, inventory(List.of(), "a", "x", "y")))
                .isInstanceOf(FabricLayout.HostsNotFound.class)
                .hasMessage("no adapter of the fabric tells these hosts' names: x, y");
    }

    @Test
    void aNameOfSeveralHostsIsNone() {
        Fabric seen = fabric("a.one mlx5_0", "a.two mlx5_0");
        assertThatThrownBy(() -> FabricLayout.of(seen, inventory(List.of(), "a")))
                .hasMessageEndingWith(": a");
    }

    @Test
    void hostsOfAnInventoryHaveAFabricMade() {
        LabLayout named = InventoryLayout.of(inventory(List.of("c", "win1"), "a", "b", "win1", "c"));
        assertThat(hosts(named)).containsExactly("a[mlx5_0]", "b[mlx5_0]", "c[mlx5_0]");
        assertThat(managers(named)).containsExactly("c");
        assertThat(managers(InventoryLayout.of(inventory(List.of(), "z", "y", "x"))))
                .as("the first two of the inventory")
                .containsExactly("y", "z");
        List<Link> links = named.fabrics().getFirst().links();
        assertThat(links).hasSize(4);
    }
}
