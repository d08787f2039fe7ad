package dev.ibplay.facts.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.LinkLayer;
import dev.ibplay.facts.tools.LinkText.End;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forms of outputs that no recording shows, by the sources of the tools. */
class OtherToolsTest {
    private static AdapterPortText onlyPort(Fact<AdaptersText> fact) {
        AdaptersText found = fact.ifKnown().orElseThrow();
        assertThat(found.adapters()).hasSize(1);
        assertThat(found.adapters().getFirst().ports()).hasSize(1);
        return found.adapters().getFirst().ports().getFirst();
    }

    @Test
    void readsIbstatOfOnePort() {
        Fact<AdaptersText> fact = IbstatParser.parse(Said.well("""
                CA: 'mlx5_3'
                Port 1:
                State: Armed
                Physical state: LinkErrorRecovery
                Rate: 40 (FDR10)
                Base lid: 7
                LMC: 0
                SM lid: 2
                Capability mask: 0x2651e848
                Port GUID: 0x0002c90300aa0031
                Link layer: InfiniBand
                """));
        AdapterPortText port = onlyPort(fact);
        assertThat(fact.ifKnown().orElseThrow().incomplete()).isEmpty();
        assertThat(port.state()).isEqualTo(PortState.ARMED);
        assertThat(port.physicalState()).contains(PortPhysicalState.ERROR_RECOVERY);
        assertThat(port.rate()).contains("40");
        assertThat(port.lid()).contains(new Lid(7));
    }

    @Test
    void knowsIwarpByTheTypeOfTheNode() {
        AdapterPortText port = onlyPort(IbstatParser.parse(Said.well("""
                iWARP RNIC 'cxgb4_0'
                \tiWARP RNIC type: 5402
                \tNumber of ports: 1
                \tPort 1:
                \t\tState: Active
                \t\tPhysical state: LinkUp
                \t\tPort GUID: 0x0007430000aa0001
                \t\tLink layer: Ethernet
                """)));
        assertThat(port.linkLayer().kind()).isEqualTo(LinkLayer.Kind.IWARP);
        assertThat(port.linkLayer().refusal())
                .hasValueSatisfying(words -> assertThat(words).startsWith("iWARP"));
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5_0, InfiniBand, InfiniBand (0), INFINIBAND",
        "mlx4_0, IB, InfiniBand (0), INFINIBAND",
        "mthca0, '', InfiniBand (0), UNSAID",
        "mlx5_0, Ethernet, InfiniBand (0), ROCE",
        "hfi1_0, InfiniBand, InfiniBand (0), OMNI_PATH",
        "cxgb4_0, Ethernet, iWARP (1), IWARP",
        "usnic_0, Ethernet, usNIC UDP (3), OTHER",
        "ibv_device0, '', IB, INFINIBAND",
        "ibv_device0, '', RoCE, ROCE",
        "ibv_device0, '', IWarp, IWARP",
        "rdma_en2, Thunderbolt, Thunderbolt (100), OTHER",
        "mlx5_0, '', '', UNSAID"
    })
    void tellsLinkLayersApart(String adapter, String layer, String transport, LinkLayer.Kind kind) {
        LinkLayer found = LinkLayer.of(adapter, layer, transport);
        assertThat(found.kind()).isEqualTo(kind);
        assertThat(found.refusal().isEmpty()).isEqualTo(found.isManaged());
    }

    @Test
    void believesNoMtuThatContradictsItsCode() {
        String text = """
                hca_id:\tmlx5_0
                \tphys_port_cnt:\t1
                \t\tport:\t1
                \t\t\tstate:\tPORT_ACTIVE (4)
                \t\t\tmax_mtu:\t4096 (5)
                \t\t\tactive_mtu:\t2048 (5)
                \t\t\tsm_lid:\t0
                \t\t\tport_lid:\t65535
                \t\t\tlink_layer:\tInfiniBand
                """;
        AdapterPortText port = onlyPort(IbvDevinfoParser.parse(Said.well(text)));
        assertThat(port.maxMtu()).contains(Mtu.MTU_4096);
        assertThat(port.activeMtu()).isEmpty();
        assertThat(port.lid()).isEmpty();
        assertThat(port.smLid()).isEmpty();
        AdapterPortText right = onlyPort(IbvDevinfoParser.parse(Said.well(text.replace("2048 (5)", "2048 (4)"))));
        assertThat(right.activeMtu()).contains(Mtu.MTU_2048);
        AdapterPortText starting = onlyPort(IbvDevinfoParser.parse(
                Said.well(text.replace("2048 (5)", "2048 (4)").replace("PORT_ACTIVE (4)", "PORT_INIT (2)"))));
        assertThat(starting.state()).isEqualTo(PortState.INITIALIZE);
        assertThat(starting.activeMtu()).isEmpty();
    }

    @Test
    void readsTheListOfIbvDevinfo() {
        AdaptersText found = IbvDevinfoParser.parse(Said.well("2 HCAs found:\n\tmlx5_0\n\tmlx5_1\n\n"))
                .ifKnown()
                .orElseThrow();
        assertThat(found.adapters()).extracting(AdapterText::name).containsExactly("mlx5_0", "mlx5_1");
    }

    @Test
    void readsVstatWithTwoPorts() {
        AdaptersText found = VstatParser.parse(Said.well("""

                \thca_idx=0
                \tvendor_part_id=0x6732 (26418)
                \tfw_ver=2.09.1000
                \tPSID=MT_0000000001
                \tnode_guid=0002:c903:00aa:0000
                \tnum_phys_ports=2
                \t\tport=1
                \t\tport_guid=0002:c903:00aa:0001
                \t\tport_state=PORT_ACTIVE (4)
                \t\tlink_width=4x (2)
                \t\trate=20.00 Gbps
                \t\tport_phys_state=LINK_UP (5)
                \t\tsm_lid=0x0003
                \t\tport_lid=0x0010
                \t\ttransport=IB
                \t\tmax_mtu=4096 (5)

                \t\tport=2
                \t\tport_state=PORT_DOWN (1)
                \t\ttransport=RoCE
                \t\tmax_mtu=2048 (4)

                """)).ifKnown().orElseThrow();
        assertThat(found.incomplete()).isEmpty();
        List<AdapterPortText> ports = found.adapters().getFirst().ports();
        assertThat(ports.getFirst())
                .isEqualTo(new AdapterPortText(
                        1,
                        PortState.ACTIVE,
                        Optional.of(PortPhysicalState.LINK_UP),
                        Optional.of("20"),
                        Optional.of(new Lid(16)),
                        Optional.of(new Lid(3)),
                        Optional.empty(),
                        Optional.of(new PortGuid(0x2c90300aa0001L)),
                        new LinkLayer(LinkLayer.Kind.INFINIBAND, "IB"),
                        Optional.of(Mtu.MTU_4096),
                        Optional.empty()));
        assertThat(ports.get(1).linkLayer().kind()).isEqualTo(LinkLayer.Kind.ROCE);
    }

    @Test
    void readsOneLinePerLink() {
        List<LinkText> links = IblinkinfoParser.parse(Said.well("""
                0x0002c90300aa0001 "                     node7 HCA-1"      5    1[  ] ==( 4X   10.0 Gbps (FDR10) Active/  LinkUp)==>  0x0002c902004000a8      2   19[ 1 ] "spine "1"" ( )
                0x0002c902004000a8 "                         spine 1"      2   20[ 2] ==(                Down/Disabled) (HOQ:18 VL_Stall:7)==>             [  ] "" ( )
                0x0002c902004000a8 "                         spine 1"      2   21[  ] ==( 4X  25.78125 Gbps Initialize/  LinkUp)==>      "Port not available"
                """)).ifKnown().orElseThrow();
        assertThat(links)
                .containsExactly(
                        new LinkText(
                                new End("node7 HCA-1", Optional.of(new PortGuid(0x2c90300aa0001L)), 5, 1),
                                PortState.ACTIVE,
                                PortPhysicalState.LINK_UP,
                                Optional.of("4X"),
                                Optional.of("10.0 Gbps (FDR10)"),
                                Optional.of(new End("spine \"1\"", Optional.of(new PortGuid(0x2c902004000a8L)), 2, 19)),
                                Optional.empty(),
                                Optional.empty()),
                        new LinkText(
                                new End("spine 1", Optional.of(new PortGuid(0x2c902004000a8L)), 2, 20),
                                PortState.DOWN,
                                PortPhysicalState.DISABLED,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        new LinkText(
                                new End("spine 1", Optional.of(new PortGuid(0x2c902004000a8L)), 2, 21),
                                PortState.INITIALIZE,
                                PortPhysicalState.LINK_UP,
                                Optional.of("4X"),
                                Optional.of("25.78125 Gbps"),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()));
    }

    @Test
    void readsPartitionsOfWindowsPorts() {
        PartManText found = PartManParser.parse(Said.well("""
                0002:C903:00AA:0001\t0x8001-ipoib_1\t0x8002-i2\t0x8003-i3\t0x8004-i4\t
                \t\t\t0x8005-i5\t

                2:c903:aa:2\t8006

                Done...
                """)).ifKnown().orElseThrow();
        assertThat(found.ports()).hasSize(2);
        assertThat(found.ports().getFirst().guid()).isEqualTo(new PortGuid(0x2c90300aa0001L));
        assertThat(found.ports().getFirst().partitions())
                .extracting(PartManText.Partition::pkey)
                .extracting(PKey::value)
                .containsExactly(0x8001, 0x8002, 0x8003, 0x8004, 0x8005);
        assertThat(found.ports().get(1).guid()).isEqualTo(new PortGuid(0x2c90300aa0002L));
        assertThat(found.ports().get(1).partitions().getFirst().name()).isEmpty();
        assertThat(PartManParser.parse(Said.well("No configured pkey found\n")).ifKnown())
                .contains(new PartManText(List.of(), false));
        assertThat(Said.because(
                        PartManParser.parse(Said.well("No matched port guid (0x1) found\nPkey operation failed\n"))))
                .contains("part_man failed: No matched port guid (0x1) found");
    }

    @Test
    void readsGroupsInTheFormOf2008() {
        List<McMemberText> groups =
                SaqueryParser.groups(Said.well("""
                MCMemberRecord group dump:
                MGID....................0xff12401bffff0000 : 0x00000000ffffffff
                Mlid....................0xC000
                Mtu.....................0x84
                pkey....................0xFFFF
                Rate....................0x83
                """)).ifKnown().orElseThrow();
        assertThat(groups).hasSize(1);
        assertThat(groups.getFirst().mgid()).isEqualTo("ff12:401b:ffff:0000:0000:0000:ffff:ffff");
        assertThat(groups.getFirst().groupMtu()).contains(Mtu.MTU_2048);
    }
}
