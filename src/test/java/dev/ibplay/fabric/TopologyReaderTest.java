package dev.ibplay.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyReaderTest {
    private static Topology corpus(String name) throws IOException {
        Topology read = TopologyReader.read(Files.readString(SharedCorpus.require("corpus/ibnetdiscover/" + name)));
        assertThat(read.errors()).isEmpty();
        return read;
    }

    private static TopologyNode node(Topology topology, String id) {
        return topology.node(id).orElseThrow();
    }

    private static TopologyPort port(Topology topology, String id, int number) {
        return node(topology, id).port(number).orElseThrow();
    }

    private static TopologyPort.Peer peer(Topology topology, String id, int number) {
        return port(topology, id, number).peer().orElseThrow();
    }

    private static String rate(TopologyPort port) {
        return port.width().map(LinkWidth::toString).orElse("?")
                + port.speed().map(LinkSpeed::name).orElse("?");
    }

    @Test
    void aDirectorOf2014() throws IOException {
        Topology read = corpus("01-director-and-cas-2014.txt");
        assertThat(read.from()).contains(new NodeGuid(0x0002c906000de6d4L));
        assertThat(read.nodes()).hasSize(6);

        TopologyNode first = node(read, "S-0002c90700149cb8");
        assertThat(first.type()).isEqualTo(NodeType.SWITCH);
        assertThat(first.portCount()).contains(36);
        assertThat(first.ports())
                .hasSize(36)
                .allSatisfy(p -> assertThat(rate(p)).isEqualTo("4XQDR"));
        assertThat(first.lid()).contains(new Lid(1169));
        assertThat(first.enhancedPort0()).contains(false);
        assertThat(first.description()).isEqualTo("Infiniscale-IV Mellanox Technologies");
        assertThat(first.device().vendor()).isEqualTo(0x2c9);
        assertThat(first.device().device()).isEqualTo(0xbd36);
        assertThat(first.systemGuid()).isEqualTo(0x2c90700149cbbL);
        TopologyPort.Peer spine = peer(read, "S-0002c90700149cb8", 3);
        assertThat(spine.id()).isEqualTo("S-0002c9070014be10");
        assertThat(spine.port()).isEqualTo(2);
        assertThat(spine.description()).isEqualTo("MF0;MellanoxIS5600-2:IS5600/L11/U1");
        assertThat(spine.lid()).contains(new Lid(114));

        TopologyNode adapter = node(read, "H-0002c906000d6bce");
        assertThat(adapter.description()).isEqualTo("node0270 HCA-1");
        TopologyPort own = port(read, "H-0002c906000d6bce", 1);
        assertThat(own.guid()).contains(new PortGuid(0x2c906000d6bcfL));
        assertThat(own.lid()).contains(new Lid(1308));
        assertThat(peer(read, "H-0002c906000d6bce", 1).lid()).contains(new Lid(1169));
        assertThat(peer(read, "S-0002c90700149cb8", 36).guid()).contains(new PortGuid(0x2c906000d6bcfL));
    }

    @Test
    void portsWithoutACableAreLeftOut() throws IOException {
        Topology read = corpus("02-sx6036-fdr10-hp-guids.txt");
        TopologyNode leaf = node(read, "S-f4521406004465a0");
        assertThat(leaf.enhancedPort0()).contains(true);
        assertThat(leaf.lid()).contains(new Lid(128));
        assertThat(leaf.description()).isEqualTo("MF0;ib5:SX6036/U1");
        assertThat(leaf.port(17)).isEmpty();
        assertThat(leaf.port(19)).isEmpty();
        assertThat(rate(port(read, "S-f4521406004465a0", 21))).isEqualTo("4XFDR10");
        assertThat(peer(read, "S-f4521406004467a0", 1).guid()).contains(new PortGuid(0x24be05ffffcdbb42L));
        assertThat(node(read, "H-24be05ffffcd5d90").portCount()).contains(2);
    }

    @Test
    void aGeneratedFileWithoutLids() throws IOException {
        Topology read = corpus("03-generated-topology-extra-comments.txt");
        assertThat(read.nodes()).hasSize(3);
        assertThat(read.nodes()).allSatisfy(node -> {
            assertThat(node.portCount()).contains(8);
            assertThat(node.lid()).isEmpty();
        });
        assertThat(node(read, "S-0000000007000000").guid()).contains(new NodeGuid(0x2000000));
        assertThat(node(read, "S-0000000007000000").description()).isEqualTo("Switch0");
        assertThat(peer(read, "S-0000000007000001", 8).lid()).contains(new Lid(0));
    }

    @Test
    void theFormOfPorts() throws IOException {
        Topology read = corpus("04-p-form-1.txt");
        TopologyPort adapter = port(read, "H-7cfe9006006e4bde", 1);
        assertThat(adapter.lid()).contains(new Lid(134));
        assertThat(rate(adapter)).isEqualTo("4XEDR");
        assertThat(peer(read, "H-7cfe9006006e4bde", 1))
                .isEqualTo(new TopologyPort.Peer(
                        "S-7cfe900600c9e5b0", 10, Optional.empty(), Optional.of(new Lid(1719)), "sw-a1l1s01"));
        assertThat(node(read, "S-7cfe900600c9e5b0").ports()).hasSize(3);
        assertThat(node(read, "S-7cfe900600c9e5b0").lid()).contains(new Lid(1719));
        TopologyPort down = port(read, "S-506b4b0600592740", 37);
        assertThat(down.peer()).isEmpty();
        assertThat(rate(down)).isEqualTo("4X?");
        assertThat(node(read, "S-08c0eb0600f8d20e").description()).isEqualTo("sw-a7l2s01");
    }

    @Test
    void namesWithBlanksAtTheirEndsAndWithoutQuotes() throws IOException {
        Topology second =
                TopologyReader.read(Files.readString(SharedCorpus.require("corpus/ibnetdiscover/05-p-form-2.txt")));
        assertThat(second.errors())
                .as("lines of several fabrics, put together")
                .extracting(Topology.Mistake::toString)
                .containsExactly(
                        "line 5: \"H-946dae0600360bfe\" port 1 is at port 81 of \"S-946dae0600360bf6\", says its other end");
        assertThat(peer(second, "H-946dae0600360bfe", 1).description()).isEqualTo("5XX0405-leaf-IB01 ");
        assertThat(node(second, "S-946dae0600348c83").description()).isEqualTo(" 5XX0406-spine-IB02 ");
        assertThat(node(second, "S-946dae060056ec1a").description()).isEqualTo(" 5XX0406-spine-IB03 ");
        assertThat(rate(port(second, "S-946dae0600348c82", 1))).isEqualTo("4XSDR");
        Topology third = corpus("06-p-form-3.txt");
        assertThat(third.nodes()).hasSize(1);
        assertThat(node(third, "S-0002c9070010f161").description()).isEqualTo("Infiniscale-IV Mellanox Technologies");
    }

    @Test
    void anIbsimFile() throws IOException {
        Topology read = corpus("07-ibsim-net-file.txt");
        assertThat(read.nodes()).extracting(TopologyNode::id).containsExactly("Switch1", "Switch2", "Hca1", "Hca2");
        assertThat(peer(read, "Switch1", 5))
                .isEqualTo(new TopologyPort.Peer("Switch2", 5, Optional.empty(), Optional.empty(), ""));
        Fabric fabric = read.toFabric();
        assertThat(fabric.links()).hasSize(4);
        assertThat(fabric.nodes())
                .extracting(FabricNode::guid)
                .containsExactlyInAnyOrder(
                        new NodeGuid(0x200000), new NodeGuid(0x200001), new NodeGuid(0x100000), new NodeGuid(0x100003));
    }

    @Test
    void aSmallFabricOfToday() throws IOException {
        Fabric fabric = corpus("10-local-small.txt").toFabric();
        assertThat(fabric.nodes()).extracting(FabricNode::description).containsExactly("Hca2", "Sw1", "Hca1", "Hca3");
        assertThat(fabric.links()).hasSize(3);
        assertThat(fabric.port(new PortGuid(0x100006)).orElseThrow().route()).containsExactly(1, 3);
        assertThat(fabric.port(new PortGuid(0x100006)).orElseThrow().info().lid())
                .isEqualTo(new Lid(4));
        assertThat(fabric.port(new PortRef(new NodeGuid(0x200000), 0))
                        .orElseThrow()
                        .info()
                        .lid())
                .isEqualTo(new Lid(2));
        assertThat(fabric.vantage().flatMap(FabricPort::guid)).contains(new PortGuid(0x100004));
    }

    @Test
    void groupedByChassisAndWithFullInformation() {
        Topology read = TopologyReader.read("""
                # Topology file: generated on Thu Jan  4 11:02:10 2018

                Chassis 1 (guid 0x8f10400411f59)

                # Spine Nodes
                vendid=0x8f1
                devid=0x5a06
                sysimgguid=0x8f10400411f59\t\t# Chassis 1
                switchguid=0x8f10400411f58(8f10400411f58)\t# ISR9024 spine 1 chip 0
                Switch\t24 "S-0008f10400411f58"\t\t# "deep "blue" switch" base port 0 lid 7 lmc 0
                [4][ext 11]\t"R-0008f10403960558"[1](8f10403960559) \t\t# "gate#1" lid 12 12xDDR s=2 w=8 v=4
                Non-Chassis Nodes

                rtguid=0x8f10403960558
                Rt\t2 "R-0008f10403960558"\t\t# "gate#1"
                [1](8f10403960559) \t"S-0008f10400411f58"[4][ext 11]\t\t# lid 12 lmc 2 "deep "blue" switch" lid 7 12xDDR s=2 w=8 v=4
                """.replace("\n", "\r\n"));
        assertThat(read.errors()).isEmpty();
        TopologyNode leaf = node(read, "S-0008f10400411f58");
        assertThat(leaf.description()).isEqualTo("deep \"blue\" switch");
        assertThat(leaf.systemGuid()).isEqualTo(0x8f10400411f59L);
        assertThat(peer(read, leaf.id(), 4).description()).isEqualTo("gate#1");
        assertThat(rate(port(read, leaf.id(), 4))).isEqualTo("12XDDR");
        TopologyNode router = node(read, "R-0008f10403960558");
        assertThat(router.type()).isEqualTo(NodeType.ROUTER);
        assertThat(port(read, router.id(), 1).lmc()).isEqualTo(2);
        assertThat(peer(read, router.id(), 1).description()).isEqualTo("deep \"blue\" switch");
    }

    @Test
    void theFormWithoutQuotesAndSpeeds() {
        Topology read = TopologyReader.read("""
                Switch\t24 "S-0008f10400411f58"\t\t# ISR9024 Voltaire port 0 lid 7 lmc 0
                [1]\t"H-0008f10403960558"[1]\t\t# mthca0 lid 3
                """);
        assertThat(read.errors()).isEmpty();
        assertThat(node(read, "S-0008f10400411f58").description()).isEqualTo("ISR9024 Voltaire");
        assertThat(node(read, "S-0008f10400411f58").lid()).contains(new Lid(7));
        assertThat(peer(read, "S-0008f10400411f58", 1).description()).isEqualTo("mthca0");
        assertThat(peer(read, "S-0008f10400411f58", 1).lid()).contains(new Lid(3));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [1] "B"[1]                          | line 1: a port before any node
            Switch 4 "A"~[5] "B"[1]             | line 2: port 5 of a node with 4 ports
            Switch 4 "A"~[1] "B"[1]~[1] "B"[2]  | line 3: port 1 for the second time
            Switch 4 "A"~[1] B[1]               | line 2: not a port's line: [1] B[1]
            Swich 4 "A"                         | line 1: neither a node nor a port: Swich 4 "A"
            SW  1 2 x                           | line 1: not the line of a port: SW  1 2 x
            Hca 1 "A"~[1] "B"[1]~~Hca 1 "B"~[1] "C"[1] | line 2: "B" port 1 is at port 1 of "C", says its other end
            """)
    void whatIsWrongAndWhere(String text, String error) {
        assertThat(TopologyReader.read(text.replace('~', '\n')).errors())
                .extracting(Topology.Mistake::toString)
                .contains(error);
    }

    @Test
    void aCutFileIsReadAsFarAsItGoes() throws IOException {
        String whole = Files.readString(SharedCorpus.require("corpus/ibnetdiscover/10-local-small.txt"));
        for (int end = 0; end < whole.length(); end++) {
            Topology read = TopologyReader.read(whole.substring(0, end));
            assertThat(read.errors().size()).as("cut at %d", end).isLessThanOrEqualTo(2);
            assertThat(read.toFabric().nodes().size()).isLessThanOrEqualTo(4);
        }
    }
}
