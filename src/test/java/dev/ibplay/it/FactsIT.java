package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code ibplay facts} on the container fabric: each host over SSH, with what its own port answers. Nothing is written. */
@NeedsDocker
class FactsIT {
    private final FabricRun run = new FabricRun(ContainerFabric.shared());

    @BeforeAll
    static void reset() {
        ContainerFabric.shared().reset();
    }

    @Test
    void portsInterfacesAndSubnetManagers() {
        String before = run.holdings();

        String facts = run.expect(0, "facts").stdout();

        assertThat(facts)
                .contains("sm1\n  ibsim0, ", "node2\n  ibsim0, ")
                .containsPattern(
                        "\n    1 +not said +Active +LinkUp +10 +1 +1 +2048 +2048 +master, priority 5 +0x0002c90300000011\n")
                .containsPattern(" standby, priority 1 +0x0002c90300000021\n")
                .containsPattern("ib0[^\n]* 1020");
        assertThat(run.holdings()).isEqualTo(before);
    }

    @Test
    void someHostsForPrograms() throws JsonProcessingException {
        JsonNode document = JsonMapper.builder()
                .build()
                .readTree(run.expect(0, "facts", "node1", "--format", "json").stdout());

        assertThat(document.at("/hosts")).hasSize(1);
        JsonNode host = document.at("/hosts/0");
        assertThat(host.at("/status").asText()).isEqualTo("ok");
        assertThat(host.at("/ports/0/port_guid").asText()).isEqualTo("0x0002c90300000031");
        assertThat(host.at("/ports/0/mtu/cap").asInt()).isEqualTo(2048);
        assertThat(host.at("/ports/0/mtu/by").asText()).isEqualTo("port query");
    }
}
