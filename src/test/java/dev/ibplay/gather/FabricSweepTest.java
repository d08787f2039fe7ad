package dev.ibplay.gather;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.fabric.Silent;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MulticastFacts;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FabricSweepTest {
    private static final MadPort VANTAGE = new MadPort("mlx5_0", 1);
    private static final FabricWish NOTHING = FabricWish.of(Set.of(), MadKeys.NONE);
    private static final long ONE = 0x100;
    private static final long TWO = 0x200;
    private static final long LEAF1 = 0xa00;
    private static final long LEAF2 = 0xb00;

    private final FakeFabric fabric =
            new FakeFabric(port(ONE, 1)).adapter(ONE, 1, "one HCA-1").adapter(TWO, 2, "two HCA-1");

    private static PortRef port(long node, int number) {
        return new PortRef(new NodeGuid(node), number);
    }

    /** By one operation and by batches of questions: both find the same, whatever the order of the answers. */
    private Fabric sweep() throws TransportException {
        Fabric discovered = FabricSweep.run(fabric, VANTAGE, NOTHING).fabric();
        Fabric asked =
                FabricSweep.run(fabric.withoutDiscovery(), VANTAGE, NOTHING).fabric();
        assertThat(asked).isEqualTo(discovered);
        return asked;
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
                .containsExactly(new Link(port(ONE, 1), port(LEAF1, 1)), new Link(port(LEAF1, 2), port(TWO, 1)));
        assertThat(route(found, ONE + 1)).isEmpty();
        assertThat(route(found, TWO + 1)).containsExactly(1, 2);
        assertThat(found.ports()).hasSize(2 + 5);
    }

    @Test
    void oneBatchOfQuestionsForEachDistance() throws TransportException {
        oneSwitch().withoutDiscovery();
        FabricSweep.run(fabric, VANTAGE, NOTHING);
        assertThat(fabric.batches)
                .as("one in vain, then who and what at three distances")
                .isEqualTo(1 + 6);
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
    void whatDoesNotAnswerIsSilent() throws TransportException {
        oneSwitch().silence(TWO);
        Fabric found = sweep();

        assertThat(found.silent())
                .containsExactly(
                        new Silent(Optional.of(port(LEAF1, 2)), List.of(1, 2), Attribute.NODE_INFO, 0, "no answer"));

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
        FabricFacts facts = FabricQueries.run(fabric, "one", VANTAGE, NOTHING);

        List<PKey> table = facts.pkeys()
                .getOrDefault(new PortGuid(TWO + 1), Fact.absent())
                .ifKnown()
                .orElseThrow();
        assertThat(table).hasSize(39).contains(new PKey(0x8001), new PKey(0x8028));
    }

    @Test
    void managersAndGroups() throws TransportException {
        oneSwitch().withManager(port(TWO, 1), 9).withGroup(0x7fff, 4);
        FabricFacts facts =
                FabricQueries.run(fabric, "one", VANTAGE, FabricWish.of(Set.of(PKey.DEFAULT), MadKeys.NONE));

        assertThat(fabric.batches).as("the discovery, and the group").isEqualTo(2);
        assertThat(facts.masters()).containsExactly(new PortGuid(TWO + 1));
        assertThat(facts.groups().getOrDefault(0x7fff, Fact.absent()).ifKnown().flatMap(McMemberRecord::mtu))
                .contains(Mtu.MTU_2048);
    }

    @Test
    void detailsAreAskedForWhereTheyDidNotComeWithTheDiscovery() throws TransportException {
        oneSwitch().withManager(port(TWO, 1), 9).withPKeys(port(TWO, 1), 64, List.of(0xffff, 0x8003));
        FabricFacts discovered = FabricQueries.run(fabric, "one", VANTAGE, NOTHING);
        FabricFacts asked = FabricQueries.run(fabric.withoutDiscovery(), "one", VANTAGE, NOTHING);

        assertThat(asked).isEqualTo(discovered);
        assertThat(asked.pkeys()).hasSize(2);
        assertThat(asked.multicast()).isEqualTo(MulticastFacts.NOT_ASKED);
    }

    @Test
    void allGroupsThatTheVantagePortMaySeeOnRequest() throws TransportException {
        oneSwitch()
                .withPKeys(port(ONE, 1), 32, List.of(0xffff))
                .withGroup(0x7fff, 4)
                .withGroup(9, 5);
        FabricFacts facts = FabricQueries.run(fabric, "one", VANTAGE, new FabricWish(Set.of(), true, MadKeys.NONE, 16));

        assertThat(facts.multicast().groups().ifKnown().orElseThrow())
                .extracting(McMemberRecord::mtu)
                .containsExactly(Optional.of(Mtu.MTU_2048));
        assertThat(facts.joined(PKey.DEFAULT))
                .as("only trusted questions are told")
                .isEmpty();
    }

    @Test
    void theKeyOfTheSubnetAdministrationShowsMembersAndHiddenGroups() throws TransportException {
        oneSwitch()
                .withPKeys(port(ONE, 1), 32, List.of(0xffff))
                .withGroup(0x7fff, 4)
                .withGroup(9, 5)
                .withGroup(10, 5)
                .withMembers(9, TWO + 1);
        var keys = new MadKeys(MadKey.NONE, MadKey.of(1));
        FabricFacts facts = FabricQueries.run(
                fabric, "one", VANTAGE, FabricWish.of(Set.of(PKey.DEFAULT, new PKey(9), new PKey(10)), keys));

        assertThat(facts.groupMtu(PKey.DEFAULT)).as("a group without members").contains(Mtu.MTU_2048);
        assertThat(facts.groupMtu(new PKey(9))).as("a group of others").contains(Mtu.MTU_4096);
        assertThat(facts.groups().get(10))
                .as("a group of others without members")
                .isEqualTo(Fact.unreadable("the port that asks is not in the partition"));
        assertThat(facts.joined(new PKey(9))).contains(Set.of(new PortGuid(TWO + 1)));
        assertThat(facts.joined(PKey.DEFAULT)).contains(Set.of());
    }

    @Test
    void aVantageThatDoesNotAnswerHasNoFabric() throws TransportException {
        oneSwitch().silence(ONE);
        Fabric found = sweep();
        assertThat(found.nodes()).isEmpty();
        assertThat(found.silent()).hasSize(1);
        assertThat(FabricQueries.run(fabric, "one", VANTAGE, FabricWish.of(Set.of(PKey.DEFAULT), MadKeys.NONE))
                        .groups())
                .isEmpty();
    }

    @Test
    void aGroupThatIsNotThereIsAbsentToAMemberAndHiddenFromOthers() throws TransportException {
        oneSwitch().withPKeys(port(ONE, 1), 32, List.of(0xffff, 0x8005));
        FabricFacts facts = FabricQueries.run(
                fabric, "one", VANTAGE, FabricWish.of(Set.of(new PKey(0x0005), new PKey(0x0006)), MadKeys.NONE));

        assertThat(facts.groups().get(5)).isEqualTo(Fact.absent());
        assertThat(facts.groups().get(6)).isEqualTo(Fact.unreadable("the port that asks is not in the partition"));
    }
}
