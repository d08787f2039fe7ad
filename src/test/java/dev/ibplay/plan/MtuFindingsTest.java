package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.fabric.MtuLayer;
import dev.ibplay.fabric.PairMtu;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.chain.MtuFindings;
import dev.ibplay.plan.chain.PartitionChain;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the MTU chain between hosts says of a fabric: two switches, a node with ib0 on each. */
class MtuFindingsTest {
    private final ModelFabric fabric = ModelFabric.twoK();

    private PairMtu nodes() {
        List<PartitionChain> chains = PartitionChain.of(fabric.fabricFacts(), fabric.observed());
        assertThat(chains).hasSize(1);
        PartitionChain chain = chains.getFirst();
        return chain.chain()
                .between(chain.end("node1").orElseThrow(), chain.end("node2").orElseThrow());
    }

    private List<String> lost() {
        return MtuFindings.lost(fabric.observed()).stream()
                .map(Diagnostic::message)
                .toList();
    }

    private List<String> unequal() {
        return MtuFindings.unequal(fabric.observed(), (host, name) -> Optional.empty()).stream()
                .map(Diagnostic::message)
                .toList();
    }

    @Test
    void theGroupLimitsWhereEverythingElseCanDoMore() {
        assertThat(nodes().usable()).isEqualTo(2044);
        assertThat(nodes().limits())
                .extracting(MtuLayer::kind)
                .containsExactly(MtuLayer.Kind.INTERFACE, MtuLayer.Kind.GROUP, MtuLayer.Kind.INTERFACE);
        assertThat(nodes().below(4092))
                .extracting(layer -> layer.remedy(4092))
                .containsExactly(
                        "node1 ib0: set mtu to 4092",
                        "the group of 0xffff: raise the partition's mtu and restart its subnet managers",
                        "node2 ib0: set mtu to 4092");
        assertThat(lost()).isEmpty();
        assertThat(unequal()).isEmpty();
    }

    @Test
    void theLayersAreThoseOnTheWayInTheirOrder() {
        fabric.switchLinkCap = Mtu.MTU_1024;
        fabric.host("node2").cap = Mtu.MTU_2048;

        assertThat(nodes().layers())
                .extracting(layer -> layer.kind() + " " + layer.name() + " " + layer.bytes())
                .containsExactly(
                        "MODE node1 ib0 (datagram) 4092",
                        "INTERFACE node1 ib0 2044",
                        "ADAPTER node1 port 1 4092",
                        "LINK the link \"node1 HCA-1\" port 1 - \"leaf1\" port 13 4092",
                        "SWITCH the link \"leaf1\" port 36 - \"leaf2\" port 36 1020",
                        "GROUP the group of 0xffff 2044",
                        "LINK the link \"node2 HCA-1\" port 1 - \"leaf2\" port 14 2044",
                        "ADAPTER node2 port 1 2044",
                        "MODE node2 ib0 (datagram) 4092",
                        "INTERFACE node2 ib0 2044");
        assertThat(nodes().below(4092).stream()
                        .filter(layer -> layer.forbids(4092))
                        .map(layer -> layer.remedy(4092)))
                .containsExactly(
                        "the link \"leaf1\" port 36 - \"leaf2\" port 36 carries at most 1020: the MtuCap of one end",
                        "the link \"node2 HCA-1\" port 1 - \"leaf2\" port 14 carries at most 2044: the MtuCap of one end",
                        "node2 port 1 carries at most 2044: see whether its driver has an option for 4K MTU");
    }

    @Test
    void packetsAreLostOnALinkThatCarriesLessThanInterfacesSend() {
        fabric.switchLinkCap = Mtu.MTU_1024;

        assertThat(lost())
                .containsExactly(
                        "in 0xffff, packets of up to 2044 bytes from node1 ib0 to node2 ib0 are lost above 1020: "
                                + "the link \"leaf1\" port 36 - \"leaf2\" port 36 carries no more (1 pairs of interfaces)");
    }

    @Test
    void connectedInterfacesCutTheirPackets() {
        fabric.switchLinkCap = Mtu.MTU_1024;
        for (String node : List.of("node1", "node2")) {
            fabric.host(node).ib0().mode = IpoibMode.CONNECTED;
        }

        assertThat(lost()).isEmpty();
        assertThat(nodes().usable()).isEqualTo(2044);
    }

    @Test
    void hostsOnOneSwitchDoNotNeedTheLinkBetweenSwitches() {
        fabric.switchLinkCap = Mtu.MTU_1024;
        fabric.add("node3", 1).withInterface(2044);
        fabric.add("node4", 1).withInterface(2044);

        assertThat(PartitionChain.of(fabric.fabricFacts(), fabric.observed())
                        .getFirst()
                        .pairs())
                .extracting(like -> like.pairs() + " " + like.pair().usable())
                .containsExactlyInAnyOrder("3 2044", "3 1020");
    }

    @Test
    void interfacesThatDifferAreNamed() {
        fabric.add("node3", 1).withInterface(1500);

        assertThat(unequal())
                .containsExactly(
                        "interfaces of 0xffff have different MTUs: 1500 on node3 ib0; 2044 on node1 ib0, node2 ib0");
        assertThat(MtuFindings.unequal(fabric.observed(), (host, name) -> Optional.of(2044)))
                .isEmpty();
        assertThat(lost()).isEmpty();
        assertThat(Played.plan(fabric).plan().diagnostics())
                .filteredOn(d -> d.code() == Code.MTU_UNEQUAL)
                .hasSize(1);
    }

    /** ESXi takes any MTU for a VMkernel interface, and drops what its vSwitch does not carry. */
    @Test
    void aVirtualSwitchLosesWhatItsVmkernelInterfaceSends() {
        ModelFabric high = ModelFabric.fourK();
        ModelEsxi esxi = new ModelEsxi();
        esxi.vmkernels.put("vmk1", 4092);
        high.add("esx1", 2).esxi = java.util.Optional.of(esxi);
        List<String> lost = MtuFindings.lost(high.observed()).stream()
                .map(d -> d.message() + " | " + d.hint().orElse(""))
                .toList();
        assertThat(lost)
                .containsExactly(
                        "in 0xffff, packets of up to 4092 bytes from esx1 vmk1 to node1 ib0 are lost above 2044: "
                                + "esx1 vSwitch1 carries no more (2 pairs of interfaces) | esx1 vSwitch1: set mtu to at least 4092");
        esxi.vmkernels.put("vmk1", 2044);
        assertThat(MtuFindings.lost(high.observed())).isEmpty();
    }
}
