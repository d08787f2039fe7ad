package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ibplay fabric} on the container fabric: what it shows is what the fabric's own tools say, and nothing is written. */
@NeedsDocker
class FabricCommandIT {
    private final FabricRun run = new FabricRun(ContainerFabric.shared());

    @BeforeAll
    static void reset() {
        ContainerFabric.shared().reset();
    }

    @AfterEach
    void mendInterface() {
        ContainerFabric.shared().require("node2", "ip", "link", "set", "ib0", "mtu", "1020");
    }

    @Test
    void theWholeFabricAsTables() {
        String before = run.holdings();

        CommandLineRun fabric = run.expect(0, "fabric");

        assertThat(fabric.stdout())
                .startsWith("Fabric 1: 1 switch, 4 adapters, 4 links; looked at from sm1 ibsim0/1\n")
                .contains("\nSubnet managers\n  STATE    PRIORITY  LID  HOST          PORT\n  MASTER   5 ")
                .contains("\n  STANDBY  1 ", "\n  0xffff  1024 ", " node1 ibsim0/1, \"H3\" port 1\n")
                .containsPattern("\n  node2 ibsim0/1 +\"H4\" [^\n]* Active +4xSDR +2048 +2048 +0xffff 0x0005\n")
                .doesNotContain("of no host of the inventory");
        assertThat(run.holdings()).isEqualTo(before);
    }

    @Test
    void anyHostMayBeTheVantage() throws JsonProcessingException {
        CommandLineRun fabric =
                run.expect(0, "fabric", "--from", "node2", "--ca", "ibsim0", "--port", "1", "--format", "json");

        JsonNode document = JsonMapper.builder().build().readTree(fabric.stdout());
        JsonNode found = document.at("/fabrics/0");
        assertThat(document.at("/fabrics")).hasSize(1);
        assertThat(found.at("/vantage").asText()).isEqualTo("node2 ibsim0/1");
        assertThat(found.at("/complete").asBoolean()).isTrue();
        assertThat(found.at("/subnet_managers").findValuesAsText("host"))
                .containsExactlyInAnyOrder("sm1 ibsim0/1", "sm2 ibsim0/1");
        assertThat(found.at("/hosts")).hasSize(4);
        assertThat(found.at("/unknown_ports")).isEmpty();
    }

    @Test
    void aVantageThatIsNoneIsAnError() {
        assertThat(run.expect(1, "fabric", "--from", "nobody").stderr()).contains("--from nobody is no host");
        assertThat(run.expect(3, "fabric", "--from", "node1", "--port", "2").stderr())
                .contains("error[IB510]: no fabric could be looked at");
    }

    @Test
    void portsOfHostsThatAreNotAskedAreNamedByTheInventoryOrUnknown() {
        CommandLineRun fabric = run.expect(0, "fabric", "node1", "-e", "ibplay_port_guids=0x2c90300000041");

        assertThat(fabric.stdout())
                .startsWith("Fabric 1: 1 switch, 4 adapters, 4 links; looked at from node1 ibsim0/1\n")
                .contains("of no host of the inventory: \"H1\"", "of no host of the inventory: \"H2\"")
                .doesNotContain("of no host of the inventory: \"H3\"", "of no host of the inventory: \"H4\"");
    }

    @Test
    void theMtuChainBetweenHosts() {
        ContainerFabric.shared().require("node2", "ip", "link", "set", "ib0", "mtu", "900");

        assertThat(run.expect(0, "fabric", "--mtu", "2044").stdout())
                .contains("Partition 0xffff: group MTU 1024, 2 interfaces\n", "  900     1      node2 ib0\n")
                .contains("    the group of 0xffff: raise the partition's mtu and restart its subnet managers\n")
                .contains("    node1 ib0: set mtu to 2044\n", "    node2 ib0: set mtu to 2044\n");
        assertThat(run.expect(0, "fabric", "--between", "node1,node2").stdout())
                .startsWith("Partition 0xffff. From node1 ib0 to node2 ib0: 900 bytes\n")
                .contains("  1020     ", "the partition's IPoIB group", "the link between adapter and switch")
                .contains("port 1 carries at most 2044: see whether its driver has an option for 4K MTU");
        assertThat(run.expect(3, "fabric", "--between", "node1,sm1").stderr())
                .contains("no partition has interfaces of both node1 and sm1");
    }

    @Test
    void aTopologyForOtherToolsAndAPicture(@TempDir Path folder) throws IOException {
        Path picture = folder.resolve("fabric.html");

        String topology = run.expect(0, "fabric", "--format", "ibnetdiscover", "--picture", picture.toString())
                .stdout();

        assertThat(topology).contains("\nSwitch\t", "\nCa\t", "4xSDR");
        assertThat(Files.readString(picture)).startsWith("<!DOCTYPE html>").contains("<svg", ">H3<", "</html>");
    }
}
