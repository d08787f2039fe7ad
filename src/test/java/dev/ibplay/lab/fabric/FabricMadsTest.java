package dev.ibplay.lab.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricBuilder;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.fabric.TopologyReader;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKeyTable;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FabricMadsTest {
    private static final MadPort PORT = new MadPort("mlx5_0", 1);

    static List<GeneratedFabric> shapes() {
        GeneratedFabric mixed = GeneratedFabric.leavesAndSpines(3, 2, 4);
        mixed.atBothEnds(mixed.firstAdapter(), 1, info -> {
            MadField.PORT_SPEED_EXT_ACTIVE.put(info, 0);
            MadField.PORT_SPEED_EXT_SUPPORTED.put(info, 0);
            MadField.PORT_SPEED_EXT_ENABLED.put(info, 0);
            MadField.PORT_MTU_CAP.put(info, Mtu.MTU_2048.code());
        });
        return List.of(
                GeneratedFabric.backToBack(),
                mixed,
                GeneratedFabric.fatTree(4),
                GeneratedFabric.ring(5, 2),
                GeneratedFabric.islands(3));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void discoveryFindsTheShape(GeneratedFabric generated) {
        Fabric shape = generated.fabric();
        Fabric found = discovered(new SimulatedFabric(shape, new ManualClock()), vantage(shape));
        assertThat(found.nodes())
                .extracting(n -> n.guid())
                .isEqualTo(shape.nodes().stream().map(n -> n.guid()).toList());
        assertThat(found.nodes())
                .extracting(n -> List.of(n.type(), n.description(), n.ports(), n.device(), n.systemGuid()))
                .isEqualTo(shape.nodes().stream()
                        .map(n -> List.of(n.type(), n.description(), n.ports(), n.device(), n.systemGuid()))
                        .toList());
        assertThat(found.links()).isEqualTo(shape.links());
        assertThat(found.silent()).isEmpty();
        assertThat(found.isComplete()).isTrue();
        for (FabricPort port : shape.ports()) {
            FabricPort same = found.port(port.ref()).orElseThrow();
            assertThat(same.guid()).as("%s", port.ref()).isEqualTo(port.guid());
            assertThat(same.route()).as("%s", port.ref()).isEqualTo(port.route());
            assertThat(same.info().mtuCap())
                    .as("%s", port.ref())
                    .isEqualTo(port.info().mtuCap());
            assertThat(same.info().physicalState())
                    .as("%s", port.ref())
                    .isEqualTo(port.info().physicalState());
            if (shape.peer(port.ref()).isPresent()) {
                assertThat(same.info().speed())
                        .as("%s", port.ref())
                        .isEqualTo(port.info().speed());
                assertThat(same.info().width())
                        .as("%s", port.ref())
                        .isEqualTo(port.info().width());
                assertThat(same.info().state()).isEqualTo(PortState.INITIALIZE);
            }
        }
    }

    /** What was found of a lab makes the same lab again. */
    @ParameterizedTest
    @MethodSource("shapes")
    void aLabOfALabIsTheSame(GeneratedFabric generated) {
        Fabric shape = generated.fabric();
        Fabric first = discovered(new SimulatedFabric(shape, new ManualClock()), vantage(shape));
        Fabric second = discovered(new SimulatedFabric(first, new ManualClock()), vantage(first));
        assertThat(second).isEqualTo(first);
    }

    @Test
    void aTopologyFileIsAShape() {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(2, 2, 3);
        Fabric shape = TopologyReader.read(generated.text()).toFabric();
        Fabric found =
                discovered(new SimulatedFabric(shape, new ManualClock()), new PortRef(generated.firstAdapter(), 1));
        assertThat(found.links()).hasSameElementsAs(generated.fabric().links());
        assertThat(found.activeAdapterPorts()).isEmpty();
        FabricPort own = found.vantage().orElseThrow();
        assertThat(own.info().mtuCap()).contains(Mtu.MTU_4096);
        assertThat(own.info().speed().active()).contains(LinkSpeed.EDR);
    }

    /** FDR10 is told by Mellanox's attribute only, which only some devices are asked for. */
    @Test
    void fdr10ShowsAsSuch() {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(1, 1, 2);
        Fabric shape = withSpeed(generated.fabric(), LinkSpeed.FDR10);
        SimulatedFabric fabric = new SimulatedFabric(shape, new ManualClock());
        PortRef port = vantage(shape);
        PortInfo info = PortInfo.decode(read(fabric, port, new SmpAddress.ByRoute(List.of()), Attribute.PORT_INFO, 1));
        byte[] vendor = read(fabric, port, new SmpAddress.ByRoute(List.of()), Attribute.MLNX_EXT_PORT_INFO, 1);
        assertThat(info.speed().active()).contains(LinkSpeed.QDR);
        assertThat(info.with(vendor).speed().active()).contains(LinkSpeed.FDR10);
    }

    private static Fabric withSpeed(Fabric shape, LinkSpeed speed) {
        List<FabricPort> ports = new ArrayList<>();
        shape.ports().forEach(port -> {
            PortInfo info = port.info();
            ports.add(new FabricPort(
                    port.ref(),
                    port.guid(),
                    new PortInfo(
                            info.lid(),
                            info.smLid(),
                            info.lmc(),
                            info.gidPrefix(),
                            info.capabilityMask(),
                            info.capabilityMask2(),
                            info.localPort(),
                            info.state(),
                            info.physicalState(),
                            info.neighborMtu(),
                            info.mtuCap(),
                            LinkWidths.UNKNOWN,
                            new LinkSpeeds(Set.of(), Set.of(), Optional.of(speed))),
                    port.route()));
        });
        return new Fabric(shape.nodes(), ports, shape.links());
    }

    @Test
    void whatIsNotThereDoesNotAnswer() {
        Fabric shape = GeneratedFabric.leavesAndSpines(2, 1, 2).fabric();
        SimulatedFabric fabric = new SimulatedFabric(shape, new ManualClock());
        PortRef port = vantage(shape);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(1)), Attribute.NODE_INFO, 0))
                .isInstanceOf(Outcome.AttributeRead.class);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(1, 30)), Attribute.NODE_INFO, 0))
                .as("no cable")
                .isInstanceOf(Outcome.NoAnswer.class);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(2)), Attribute.NODE_INFO, 0))
                .as("not the port that the packet leaves by")
                .isInstanceOf(Outcome.NoAnswer.class);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(1, 2, 1)), Attribute.NODE_INFO, 0))
                .as("an adapter does not forward")
                .isInstanceOf(Outcome.NoAnswer.class);
        assertThat(ask(fabric, port, new SmpAddress.ByLid(1), Attribute.NODE_INFO, 0))
                .as("nobody has given LIDs")
                .isInstanceOf(Outcome.NoAnswer.class);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(1)), Attribute.PORT_INFO, 200))
                .isEqualTo(new Outcome.ErrorStatus(0x1c));
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of()), Attribute.SM_INFO, 0))
                .isEqualTo(new Outcome.ErrorStatus(0x0c));
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of()), Attribute.SWITCH_INFO, 0))
                .isEqualTo(new Outcome.ErrorStatus(0x0c));
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of()), Attribute.P_KEY_TABLE, 4))
                .isEqualTo(new Outcome.ErrorStatus(0x1c));
    }

    @Test
    void aCutLinkIsSilentFromBothSides() {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(1, 1, 2);
        Fabric shape = generated.fabric();
        SimulatedFabric fabric = new SimulatedFabric(shape, new ManualClock());
        PortRef port = vantage(shape);
        PortRef far = shape.peer(new PortRef(shape.peer(port).orElseThrow().node(), 2))
                .orElseThrow();
        fabric.setDown(far);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(1, 2)), Attribute.NODE_INFO, 0))
                .isInstanceOf(Outcome.NoAnswer.class);
        assertThat(fabric.view(far).state()).isEqualTo(PortState.DOWN);
        PortInfo leaf = PortInfo.decode(read(fabric, port, new SmpAddress.ByRoute(List.of(1)), Attribute.PORT_INFO, 2));
        assertThat(leaf.state()).isEqualTo(PortState.DOWN);
        fabric.setUp(far);
        assertThat(fabric.view(far).state()).isEqualTo(PortState.INITIALIZE);
        assertThat(ask(fabric, port, new SmpAddress.ByRoute(List.of(1, 2)), Attribute.NODE_INFO, 0))
                .isInstanceOf(Outcome.AttributeRead.class);
    }

    @Test
    void afterPowerOnEveryPortIsInTheDefaultPartition() {
        Fabric shape = GeneratedFabric.backToBack().fabric();
        SimulatedFabric fabric = new SimulatedFabric(shape, new ManualClock());
        byte[] table = read(fabric, vantage(shape), new SmpAddress.ByRoute(List.of(1)), Attribute.P_KEY_TABLE, 0);
        assertThat(PKeyTable.decodeBlock(table)).hasToString("[0xffff]");
    }

    /** With a share of one nothing gets through, with less more tries help, and the same seed loses the same packets. */
    @Test
    void lostPacketsAreNoAnswers() {
        Fabric shape = GeneratedFabric.fatTree(4).fabric();
        long seed = Long.getLong("seed", System.nanoTime());
        SimulatedFabric fabric = new SimulatedFabric(shape, new ManualClock());
        fabric.losePackets(1, seed);
        assertThat(ask(fabric, vantage(shape), new SmpAddress.ByRoute(List.of()), Attribute.NODE_INFO, 0))
                .isInstanceOf(Outcome.NoAnswer.class);
        fabric.losePackets(0.5, seed);
        Fabric some = discovered(fabric, vantage(shape));
        fabric.losePackets(0.5, seed);
        assertThat(discovered(fabric, vantage(shape))).as("seed %d", seed).isEqualTo(some);
        fabric.losePackets(0.02, seed);
        Outcome.FabricDiscovered search = search(fabric, vantage(shape));
        assertThat(search.sent())
                .as("seed %d", seed)
                .isGreaterThan(search.findings().size());
        fabric.losePackets(0, seed);
        assertThat(discovered(fabric, vantage(shape)).nodes()).hasSameSizeAs(shape.nodes());
    }

    private static Outcome.FabricDiscovered search(SimulatedFabric fabric, PortRef from) {
        return (Outcome.FabricDiscovered)
                fabric.discover(from, new Operation.DiscoverFabric(PORT, MadKey.NONE, MadTiming.DEFAULT, 16, true));
    }

    private static PortRef vantage(Fabric shape) {
        return shape.vantage().orElseThrow().ref();
    }

    private static Fabric discovered(SimulatedFabric fabric, PortRef from) {
        return built(search(fabric, from));
    }

    static Fabric built(Outcome.FabricDiscovered discovered) {
        FabricBuilder builder = new FabricBuilder();
        for (Outcome.Finding finding : discovered.findings()) {
            List<Integer> route = finding.route().ports();
            if (finding.answer() instanceof Outcome.AttributeRead read) {
                builder.answered(
                        route,
                        finding.attributeId(),
                        finding.attributeModifier(),
                        read.data().toArray());
            } else {
                builder.unanswered(
                        route,
                        finding.attributeId(),
                        finding.attributeModifier(),
                        finding.answer().toString());
            }
        }
        return builder.build(discovered.complete());
    }

    private static Outcome ask(
            SimulatedFabric fabric, PortRef from, SmpAddress to, Attribute attribute, long modifier) {
        return fabric.subnet(
                from, new Operation.SubnetQuery(PORT, to, attribute.id(), modifier, MadKey.NONE, MadTiming.DEFAULT));
    }

    private static byte[] read(
            SimulatedFabric fabric, PortRef from, SmpAddress to, Attribute attribute, long modifier) {
        Bytes data = ((Outcome.AttributeRead) ask(fabric, from, to, attribute, modifier)).data();
        assertThat(data.size()).isEqualTo(64);
        return data.toArray();
    }
}
