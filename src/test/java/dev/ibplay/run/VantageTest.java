package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterAttributes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.PortAttributes;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which ports of a host fabrics are looked at from. */
class VantageTest {
    private static final AdapterPort ACTIVE =
            new AdapterPort(new MadPort("mlx5_0", 1), Optional.empty(), true, true, true);

    private static AdapterPort port(String adapter, int number, PortState state, PortPhysicalState physical) {
        var attributes = new PortAttributes(
                LinkLayer.INFINIBAND,
                Optional.of(state),
                Optional.of(physical),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new AdapterPort(
                new MadPort(adapter, number),
                Optional.empty(),
                false,
                true,
                true,
                AdapterAttributes.UNREAD,
                attributes);
    }

    private static HostFacts host(AdapterPort... ports) {
        return new HostFacts("n1", List.of(ports), List.of(), Fact.absent());
    }

    private static Vantage survey(Optional<String> adapter, Optional<Integer> port) {
        return new Vantage(Optional.empty(), adapter, port, 16, true);
    }

    @Test
    void aSurveyLooksAtFabricsThatNoSubnetManagerHasSetUp() {
        AdapterPort waiting = port("mlx5_1", 1, PortState.INITIALIZE, PortPhysicalState.LINK_UP);
        AdapterPort down = port("mlx5_2", 1, PortState.DOWN, PortPhysicalState.POLLING);
        HostFacts known = host(ACTIVE, waiting, down);
        assertThat(survey(Optional.empty(), Optional.empty()).of(known)).containsExactly(ACTIVE, waiting);
        assertThat(Vantage.ANY.of(known)).containsExactly(ACTIVE);
    }

    @Test
    void oneMayBeChosen() {
        AdapterPort second = port("mlx5_0", 2, PortState.ACTIVE, PortPhysicalState.LINK_UP);
        HostFacts known = host(ACTIVE, second);
        assertThat(survey(Optional.of("mlx5_0"), Optional.of(2)).of(known)).containsExactly(second);
        Vantage other = survey(Optional.of("mlx5_1"), Optional.empty());
        assertThat(other.of(known)).isEmpty();
        assertThat(other.whyNone(known))
                .isEqualTo("it has no InfiniBand port with a link and a umad device that was asked for");
        assertThat(Vantage.ANY.whyNone(host())).isEqualTo("it has no InfiniBand adapter");
    }
}
