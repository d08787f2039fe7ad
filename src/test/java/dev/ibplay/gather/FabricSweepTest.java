package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FabricSweepTest {
    private static final MadPort VANTAGE = new MadPort("mlx5_0", 1);
    private static final long ONE = 0x100;
    private static final long TWO = 0x200;
    private static final long LEAF1 = 0xa00;
    private static final long LEAF2 = 0xb00;

    private final FakeFabric fabric =
            new FakeFabric(port(ONE, 1)).adapter(ONE, 1, "one HCA-1").adapter(TWO, 2, "two HCA-1");

    private static PortRef port(long node, int number) {
        return new PortRef(new NodeGuid(node), number);
    }

    private Fabric sweep() throws TransportException {
        return FabricSweep.run(fabric, VANTAGE, MadKey.NONE);
    }

    private FakeFabric oneSwitch() {
        return fabric.switchNode(LEAF1, 4, "leaf1")
                .cable(port(ONE, 1), port(LEAF1, 1))
                .cable(port(TWO, 1), port(LEAF1, 2));
    }

    private static List<String> nodes(Fabric found) {
        return found.nodes().stream().map(FabricNode::description).toList();
    }

    private static List<Integer> route(Fabric found, long portGuid) {
        return found.port(new PortGuid(portGuid)).map(FabricPort::route).orElseThrow();
    }

    @Test
    void oneSwitchWithTwoAdapters() throws TransportException {
        oneSwitch();
        Fabric found = sweep();

        assertThat(nodes(found)).containsExactly("one HCA-1", "leaf1", "two HCA-1");
        assertThat(found.links())
                .containsExactlyInAnyOrder(
                        new Link(port(ONE, 1), port(LEAF1, 1)), new Link(port(LEAF1, 2), port(TWO, 1)));
        assertThat(route(found, ONE + 1)).isEmpty();
        assertThat(route(found, TWO + 1)).containsExactly(1, 2);
        assertThat(found.ports()).hasSize(2 + 5);
    }

    @Test
    void oneBatchOfQuestionsForEachDistance() throws TransportException {
        oneSwitch();
        sweep();
        assertThat(fabric.batches).as("who and what, at three distances").isEqualTo(6);
    }

    @Test
    void backToBack() throws TransportException {
        fabric.cable(port(ONE, 1), port(TWO, 1));
        assertThat(nodes(sweep())).containsExactly("one HCA-1", "two HCA-1");
    }

    @Test
    void nothingAtTheEndOfTheCable() throws TransportException {
        Fabric found = sweep();
        assertThat(nodes(found)).containsExactly("one HCA-1");
        assertThat(found.links()).isEmpty();
    }

    @Test
    void loopsAreWalkedOnce() throws TransportException {
        oneSwitch()
                .switchNode(LEAF2, 4, "leaf2")
                .cable(port(LEAF1, 3), port(LEAF2, 3))
                .cable(port(LEAF1, 4), port(LEAF2, 4));
        Fabric found = sweep();

        assertThat(nodes(found)).containsExactlyInAnyOrder("one HCA-1", "leaf1", "two HCA-1", "leaf2");
        assertThat(found.links()).hasSize(4);
    }

    @Test
    void bothPortsOfAnAdapterInOneFabric() throws TransportException {
        oneSwitch()
                .switchNode(LEAF2, 4, "leaf2")
                .cable(port(LEAF1, 3), port(LEAF2, 3))
                .cable(port(TWO, 2), port(LEAF2, 1));
        Fabric found = sweep();

        assertThat(nodes(found)).hasSize(4);
        assertThat(route(found, TWO + 1)).containsExactly(1, 2);
        assertThat(route(found, TWO + 2)).containsExactly(1, 3, 1);
    }

    @Test
    void whatDoesNotAnswerIsLeftOut() throws TransportException {
        oneSwitch().silence(TWO);
        Fabric found = sweep();

        assertThat(nodes(found)).containsExactly("one HCA-1", "leaf1");
        assertThat(found.links()).hasSize(1);
    }

    @Test
    void longPKeyTablesAreReadBlockByBlock() throws TransportException {
        List<Integer> keys = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            keys.add(i == 7 ? 0 : 0x8000 | i);
        }
        oneSwitch().withPKeys(port(TWO, 1), 128, keys);
        FabricFacts facts = FabricQueries.run(fabric, "one", VANTAGE, Set.of(), MadKey.NONE);

        List<PKey> table = facts.pkeys()
                .getOrDefault(new PortGuid(TWO + 1), Fact.absent())
                .ifKnown()
                .orElseThrow();
        assertThat(table).hasSize(39).contains(new PKey(0x8001), new PKey(0x8028));
    }

    @Test
    void managersAndGroups() throws TransportException {
        oneSwitch().withManager(port(TWO, 1), 9).withGroup(0x7fff, 4);
        FabricFacts facts = FabricQueries.run(fabric, "one", VANTAGE, Set.of(PKey.DEFAULT), MadKey.NONE);

        assertThat(facts.masters()).containsExactly(new PortGuid(TWO + 1));
        assertThat(facts.groups().getOrDefault(0x7fff, Fact.absent()).ifKnown().flatMap(McMemberRecord::mtu))
                .contains(Mtu.MTU_2048);
    }

    @Test
    void aGroupThatIsNotThereIsAbsentToAMemberAndHiddenFromOthers() throws TransportException {
        oneSwitch().withPKeys(port(ONE, 1), 32, List.of(0xffff, 0x8005));
        FabricFacts facts =
                FabricQueries.run(fabric, "one", VANTAGE, Set.of(new PKey(0x0005), new PKey(0x0006)), MadKey.NONE);

        assertThat(facts.groups().get(5)).isEqualTo(Fact.absent());
        assertThat(facts.groups().get(6)).isEqualTo(Fact.unreadable("the port that asks is not in the partition"));
    }
}
