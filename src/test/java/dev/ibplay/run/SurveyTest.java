package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.gather.FakeFabric;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.resource.DesiredHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SurveyTest {
    private static final PortRef WAITING = new PortRef(new NodeGuid(0x2c90300aa0000L), 1);
    private static final PortRef ACTIVE = new PortRef(new NodeGuid(0x2c90300cc0000L), 1);
    private static final NodeGuid SWITCH = new NodeGuid(0x2c90300bb0000L);

    private static FakeFabric seenFrom(PortRef port) {
        return new FakeFabric(port)
                .adapter(WAITING.node().value(), 1, "a mlx5_0")
                .adapter(ACTIVE.node().value(), 1, "b mlx5_0")
                .switchNode(SWITCH.value(), 36, "switch")
                .cable(WAITING, new PortRef(SWITCH, 1))
                .cable(ACTIVE, new PortRef(SWITCH, 2));
    }

    /** The subnet administration answers only ports that a subnet manager has set up. */
    @Test
    void aFabricIsLookedAtFromAnActivePortWhereThereIsOne() {
        FakeHost a = new FakeHost("a").withPort("0002:c903:00aa:0001", seenFrom(WAITING));
        a.with("/sys/class/infiniband/mlx5_0/ports/1/state", "2: INIT\n")
                .with("/sys/class/infiniband/mlx5_0/ports/1/phys_state", "5: LinkUp\n");
        FakeHost b = new FakeHost("b").withPort("0002:c903:00cc:0001", seenFrom(ACTIVE));
        Map<String, FakeHost> hosts = Map.of("a", a, "b", b);
        var desired = new DesiredState(
                List.of(),
                List.of(new DesiredHost("a", false, List.of()), new DesiredHost("b", false, List.of())),
                Map.of());
        try (var survey = new Survey(
                desired, host -> Optional.ofNullable(hosts.get(host)).orElseThrow(), Vantage.SURVEY, 1, event -> {})) {
            assertThat(survey.look().fabrics())
                    .hasSize(1)
                    .allMatch(fabric -> fabric.vantageHost().equals("b"));
        }
        assertThat(a.sweeps).isZero();
    }
}
