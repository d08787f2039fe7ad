package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.HostDescription;
import dev.ibplay.gather.FakeFabric;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.report.HostFactsJson;
import dev.ibplay.report.HostFactsText;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostFactsRunTest {
    private static final Path SHOWN = Path.of("src/test/resources/reports/facts.txt");
    private static final PortRef PORT = new PortRef(new NodeGuid(0x2c90300aa0000L), 1);
    private static final PortRef SWITCH = new PortRef(new NodeGuid(0x2c90300bb0000L), 3);
    private final List<RunEvent> told = new ArrayList<>();

    private static FakeHost adapter(FakeHost host, String name, String port, String link, String state) {
        String folder = "/sys/class/infiniband/" + name + "/";
        return host.with(folder + "fw_ver", "20.35.1012\n")
                .with(folder + "hca_type", "MT4123\n")
                .with(folder + "board_id", "MT_0000000001\n")
                .with(folder + "node_guid", "0002:c903:00aa:0000\n")
                .with(folder + "node_type", "1: CA\n")
                .with(folder + "ports/" + port + "/state", state + "\n")
                .with(folder + "ports/" + port + "/phys_state", "5: LinkUp\n")
                .with(folder + "ports/" + port + "/rate", "100 Gb/sec (4X EDR)\n")
                .with(folder + "ports/" + port + "/lid", "0xc\n")
                .with(folder + "ports/" + port + "/sm_lid", "0x3\n")
                .with(folder + "ports/" + port + "/cap_mask", "0x2651e84a\n")
                .with(folder + "ports/" + port + "/link_layer", link + "\n");
    }

    private static HostSession open(String host) throws TransportException {
        FakeFabric fabric = new FakeFabric(PORT)
                .adapter(PORT.node().value(), 1, "sm1 HCA-1")
                .switchNode(SWITCH.node().value(), 36, "switch")
                .cable(PORT, SWITCH);
        return switch (host) {
            case "sm1" -> {
                FakeHost sm1 = new FakeHost(host)
                        .withPort("0002:c903:00aa:0001", fabric)
                        .withInterface(2044);
                adapter(sm1, "mlx5_0", "1", "InfiniBand", "4: ACTIVE");
                yield adapter(sm1, "mlx5_1", "1", "Ethernet", "4: ACTIVE");
            }
            case "node1" ->
                adapter(new FakeHost(host), "mlx5_0", "1", "InfiniBand", "4: ACTIVE")
                        .saying("ibv_devinfo", """
                        hca_id:\tmlx5_0
                        \tphys_port_cnt:\t1
                        \t\tport:\t1
                        \t\t\tstate:\tPORT_ACTIVE (4)
                        \t\t\tmax_mtu:\t4096 (5)
                        \t\t\tactive_mtu:\t2048 (4)
                        \t\t\tlink_layer:\tInfiniBand
                        """);
            case "node2" -> new FakeHost(host);
            default ->
                throw new TransportException(
                        host, TransportException.Kind.UNREACHABLE, "connection refused", Optional.empty());
        };
    }

    private HostFactsRun run(String... hosts) {
        return new HostFactsRun(desired(hosts), HostFactsRunTest::open, 2, told::add);
    }

    private static List<DesiredHost> desired(String... hosts) {
        return Stream.of(hosts)
                .map(host -> new DesiredHost(host, false, List.of()))
                .toList();
    }

    @Test
    void showsEachHost() throws IOException {
        try (HostFactsRun run = run("sm1", "node1", "node2")) {
            assertThat(HostFactsText.of(run.read())).isEqualTo(Files.readString(SHOWN));
            assertThat(run.records())
                    .allSatisfy(record -> assertThat(record.status().word()).isEqualTo("ok"));
        }
    }

    @Test
    void saysWhoCouldNotBeRead() {
        try (HostFactsRun run = run("gone", "node2")) {
            assertThat(run.read()).extracting(host -> host.facts().host()).containsExactly("node2");
            assertThat(run.records())
                    .extracting(record -> record.status().word())
                    .containsExactly("unreachable", "ok");
        }
        assertThat(told).filteredOn(RunEvent.HostFailed.class::isInstance).hasSize(1);
    }

    @Test
    void doesNotContactHostsThatItDoesNotKnow() {
        SessionOpener opener = new SessionOpener() {
            @Override
            public HostSession open(String host) {
                throw new IllegalStateException("contacted");
            }

            @Override
            public Optional<String> unsupported(String host) {
                return Optional.of("the platform windows is not supported yet");
            }
        };
        try (HostFactsRun run = new HostFactsRun(desired("win1"), opener, 1, told::add)) {
            assertThat(run.read()).isEmpty();
            HostRecord record = run.records().getFirst();
            assertThat(record.status().word()).isEqualTo("unsupported");
            assertThat(record.messages()).containsExactly("the platform windows is not supported yet");
        }
    }

    @Test
    void writesTheSameAsJson() throws IOException {
        try (HostFactsRun run = run("sm1", "gone")) {
            List<HostDescription> read = run.read();
            JsonNode document = JsonMapper.builder().build().readTree(HostFactsJson.of(run.records(), read, 4));
            assertThat(document.get("exit_code").asInt()).isEqualTo(4);
            JsonNode sm1 = document.get("hosts").get(0);
            JsonNode port = sm1.get("ports").get(0);
            Map<String, String> expected = Map.of(
                    "adapter", "mlx5_0",
                    "firmware", "20.35.1012",
                    "link_layer", "InfiniBand",
                    "state", "Active",
                    "lid", "12",
                    "port_guid", "0x0002c90300aa0001");
            expected.forEach(
                    (key, value) -> assertThat(port.get(key).asText()).as(key).isEqualTo(value));
            assertThat(port.get("mtu").get("cap").asInt()).isEqualTo(4096);
            assertThat(port.get("subnet_manager").get("state").asText()).isEqualTo("master");
            JsonNode ethernet = sm1.get("ports").get(1);
            assertThat(ethernet.get("managed").asBoolean()).isFalse();
            assertThat(ethernet.get("not_managed_because").asText()).startsWith("RoCE");
            assertThat(sm1.get("interfaces").get(0).get("mtu").asInt()).isEqualTo(2044);
            assertThat(document.get("hosts").get(1).get("status").asText()).isEqualTo("unreachable");
            assertThat(document.get("hosts").get(1).has("ports")).isFalse();
        }
    }
}
