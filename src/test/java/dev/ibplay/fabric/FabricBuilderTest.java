package dev.ibplay.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FabricBuilderTest {
    static List<GeneratedFabric> fabrics() {
        return List.of(
                GeneratedFabric.backToBack(),
                GeneratedFabric.leavesAndSpines(5, 3, 7),
                GeneratedFabric.ring(7, 2),
                GeneratedFabric.islands(4),
                GeneratedFabric.fatTree(6));
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void theOrderOfAnswersDoesNotMatter(GeneratedFabric generated) {
        long seed = System.nanoTime();
        List<Consumer<FabricBuilder>> answers = new ArrayList<>();
        generated.answers((route, attribute, modifier, data) ->
                answers.add(builder -> builder.answered(route, attribute.id(), modifier, data)));
        Collections.shuffle(answers, new Random(seed));
        FabricBuilder builder = new FabricBuilder();
        answers.forEach(answer -> answer.accept(builder));

        Fabric fabric = builder.build(true);
        assertThat(fabric).as("seed %d", seed).isEqualTo(generated.fabric());
        assertThat(fabric.silent()).isEmpty();
        assertThat(fabric.isComplete()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void everyRouteLeadsToItsPortAndNoneIsLongerThanNeeded(GeneratedFabric generated) {
        Fabric fabric = generated.fabric();
        PortRef start = fabric.vantage().orElseThrow().ref();
        int before = 0;
        for (FabricNode node : fabric.nodes()) {
            FabricPort port = fabric.portsOf(node.guid()).getFirst();
            PortRef at = start;
            for (int exit : port.route()) {
                at = fabric.peer(new PortRef(at.node(), exit)).orElseThrow();
            }
            assertThat(at.node()).isEqualTo(node.guid());
            assertThat(port.route().size()).as("breadth first").isGreaterThanOrEqualTo(before);
            before = port.route().size();
        }
        Set<PortRef> ends = new HashSet<>();
        fabric.links().forEach(link -> {
            assertThat(ends.add(link.one())).isTrue();
            assertThat(ends.add(link.other())).isTrue();
            assertThat(fabric.peer(link.one())).contains(link.other());
            assertThat(fabric.peer(link.other())).contains(link.one());
        });
    }

    @Test
    void sizes() {
        Fabric tree = GeneratedFabric.fatTree(4).fabric();
        assertThat(tree.nodes()).hasSize(16 + 20);
        assertThat(tree.links()).hasSize(16 + 16 + 16);
        assertThat(tree.activeAdapterPorts()).hasSize(16);
        assertThat(GeneratedFabric.islands(4).fabric().nodes()).hasSize(5);
    }

    @Test
    void linksBelowTheirCapability() {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(2, 1, 2);
        NodeGuid leaf = generated.firstSwitch();
        Fabric fabric = generated
                .atBothEnds(leaf, 1, data -> MadField.PORT_WIDTH_ACTIVE.put(data, 1))
                .atBothEnds(leaf, 2, data -> MadField.PORT_SPEED_EXT_ACTIVE.put(data, 1))
                .fabric();
        assertThat(fabric.linksBelowCapability()).hasSize(2);

        LinkEnds narrow = ends(fabric, leaf, 1);
        assertThat(narrow.isNarrow()).isTrue();
        assertThat(narrow.isSlow()).isFalse();
        assertThat(narrow.rate().orElseThrow()).hasToString("1xEDR");
        assertThat(narrow.bestWidth()).contains(LinkWidth.X4);
        LinkEnds slow = ends(fabric, leaf, 2);
        assertThat(slow.isSlow()).isTrue();
        assertThat(slow.rate().orElseThrow()).hasToString("4xFDR");
        assertThat(slow.bestSpeed()).contains(LinkSpeed.EDR);
    }

    @Test
    void whatBothEndsCannotDoIsNoLack() {
        GeneratedFabric generated = GeneratedFabric.backToBack();
        NodeGuid one = generated.firstAdapter();
        Fabric fabric = generated
                .at(one, 1, data -> MadField.PORT_SPEED_EXT_SUPPORTED.put(data, 1))
                .atBothEnds(one, 1, data -> MadField.PORT_SPEED_EXT_ACTIVE.put(data, 1))
                .fabric();
        assertThat(fabric.linksBelowCapability()).isEmpty();
    }

    @Test
    void theMtuOfALink() {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(1, 0, 3);
        NodeGuid leaf = generated.firstSwitch();
        Fabric fabric = generated
                .at(leaf, 1, data -> MadField.PORT_MTU_CAP.put(data, 4))
                .atBothEnds(leaf, 1, data -> MadField.PORT_NEIGHBOR_MTU.put(data, 4))
                .atBothEnds(leaf, 2, data -> MadField.PORT_NEIGHBOR_MTU.put(data, 4))
                .atBothEnds(leaf, 3, data -> MadField.PORT_NEIGHBOR_MTU.put(data, 9))
                .fabric();
        assertThat(ends(fabric, leaf, 1).mtuCap()).contains(Mtu.MTU_2048);
        assertThat(ends(fabric, leaf, 1).isMtuBelowCap()).isFalse();
        assertThat(ends(fabric, leaf, 2).mtu()).contains(Mtu.MTU_2048);
        assertThat(ends(fabric, leaf, 2).isMtuBelowCap()).isTrue();
        assertThat(ends(fabric, leaf, 3).mtu()).as("a code that is not defined").isEmpty();
    }

    private static LinkEnds ends(Fabric fabric, NodeGuid node, int port) {
        PortRef ref = new PortRef(node, port);
        Link link =
                fabric.links().stream().filter(l -> l.touches(ref)).findFirst().orElseThrow();
        return fabric.ends(link).orElseThrow();
    }

    @Test
    void fdr10IsToldByTheVendorsAttribute() {
        GeneratedFabric generated = GeneratedFabric.backToBack().everywhere(data -> {
            MadField.PORT_WIDTH_ACTIVE.put(data, 2);
            MadField.PORT_SPEED_ACTIVE.put(data, 4);
        });
        FabricBuilder builder = new FabricBuilder();
        generated.answers(
                (route, attribute, modifier, data) -> builder.answered(route, attribute.id(), modifier, data));
        byte[] vendor = new byte[64];
        MadField.MLNX_SPEED_ACTIVE.put(vendor, 1);
        builder.answered(List.of(1), Attribute.MLNX_EXT_PORT_INFO.id(), 1, vendor);
        Fabric fabric = builder.build(true);

        assertThat(fabric.ports())
                .extracting(p -> p.info().linkRate().orElseThrow().toString())
                .containsExactly("4xQDR", "4xFDR10");
    }

    @Test
    void whatWasNotAnsweredIsNamedUnlessItIsKnownByAnotherWay() {
        GeneratedFabric generated = GeneratedFabric.ring(3, 1);
        NodeGuid first = generated.firstSwitch();
        FabricBuilder builder = new FabricBuilder();
        generated.answers((route, attribute, modifier, data) -> {
            boolean lost = (attribute == Attribute.NODE_INFO && route.equals(List.of(1, 1)))
                    || (attribute == Attribute.PORT_INFO && route.equals(List.of(1)) && modifier == 4);
            if (attribute == Attribute.NODE_INFO && route.equals(List.of(1))) {
                byte[] fromTheOtherSide = data.clone();
                MadField.NODE_LOCAL_PORT.put(fromTheOtherSide, 1);
                builder.answered(List.of(1, 2, 2, 2), attribute.id(), 0, fromTheOtherSide);
            }
            if (lost) {
                builder.unanswered(route, attribute.id(), modifier, "no answer");
            } else {
                builder.answered(route, attribute.id(), modifier, data);
            }
        });
        builder.unanswered(List.of(1, 5), Attribute.NODE_INFO.id(), 0, "status 0x001c");
        builder.answered(List.of(1), Attribute.SM_INFO.id(), 0, new byte[3]);
        Fabric fabric = builder.build(false);

        assertThat(fabric.isComplete()).isFalse();
        assertThat(fabric.silent())
                .containsExactly(
                        new Silent(Optional.of(new PortRef(first, 4)), List.of(1), Attribute.PORT_INFO, 4, "no answer"),
                        new Silent(
                                Optional.of(new PortRef(first, 0)),
                                List.of(1),
                                Attribute.SM_INFO,
                                0,
                                "the answer is cut"),
                        new Silent(
                                Optional.of(new PortRef(first, 5)),
                                List.of(1, 5),
                                Attribute.NODE_INFO,
                                0,
                                "status 0x001c"));
        assertThat(fabric.peer(new PortRef(first, 1)))
                .as("the first cable of the ring is found from its other end")
                .contains(new PortRef(new NodeGuid(first.value() + 16), 2));
    }

    @Test
    void anAdapterWithTwoPortsIsOneNodeWithTwoRoutes() {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(2, 1, 1);
        NodeGuid both = generated.adapter("both", 2);
        NodeGuid leaf = generated.firstSwitch();
        NodeGuid second = new NodeGuid(leaf.value() + 32);
        generated.cable(both, 1, leaf, generated.freePort(leaf));
        generated.cable(both, 2, second, generated.freePort(second));
        Fabric fabric = generated.fabric();
        assertThat(fabric.portsOf(both)).hasSize(1);
    }

    /** Replies of any content make some fabric, and no exception. */
    @Test
    void anyBytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            FabricBuilder builder = new FabricBuilder();
            GeneratedFabric.ring(4, 1).answers((route, attribute, modifier, data) -> {
                byte[] changed = data.clone();
                if (random.nextInt(4) == 0) {
                    changed[random.nextInt(40)] = (byte) random.nextInt();
                }
                builder.answered(route, attribute.id(), modifier, changed);
            });
            Fabric fabric = builder.build(true);
            assertThat(fabric.ports().size()).as("seed %d", seed).isLessThan(200);
            assertThat(fabric.links())
                    .allSatisfy(link -> assertThat(fabric.peer(link.one())).isPresent());
        }
    }
}
