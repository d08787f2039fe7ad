package dev.ibplay.fabric;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;

/**
 * The layers between the interfaces of one partition. A link carries its NeighborMTU, and the subnet manager sets that to the
 * smaller MtuCap of both ends (osm_link_mgr.c); a port below the group's MTU is refused when it joins
 * (osm_sa_mcmember_record.c: validate_port_caps). Which way the switches forward is not asked: the narrowest link on any
 * shortest way counts.
 */
public final class MtuChain {
    private final Fabric fabric;
    private final Optional<MtuLayer> group;
    private final Map<NodeGuid, Map<NodeGuid, Optional<MtuLayer>>> ways = new HashMap<>();

    /**
     * The chain of a partition.
     *
     * @param partition for people
     * @param group the MTU of its IPoIB group; empty where it is not known
     */
    public MtuChain(Fabric fabric, String partition, Optional<Mtu> group) {
        this.fabric = fabric;
        this.group = group.map(
                mtu -> MtuLayer.settable(MtuLayer.Kind.GROUP, "the group of " + partition, mtu.ipoibDatagramBytes()));
    }

    /**
     * All layers between two interfaces. Where both are in connected mode, adapters cut packets to what links carry, and only
     * what is above the wire counts.
     */
    public PairMtu between(MtuEnd one, MtuEnd other) {
        boolean connected = one.mode() == IpoibMode.CONNECTED && other.mode() == IpoibMode.CONNECTED;
        List<MtuLayer> layers = new ArrayList<>(one.layers());
        if (!connected) {
            layers.addAll(wire(one, other));
        }
        layers.addAll(other.layers());
        return new PairMtu(one, other, layers);
    }

    /**
     * What decides how an end fares with any other: ends of one likeness have the same chains.
     *
     * @param leaf the switch that it is connected to
     * @param carries what its layers carry, in their order
     */
    public record Likeness(Optional<NodeGuid> leaf, IpoibMode mode, List<Integer> carries) {}

    /** The likeness of an end. */
    public Likeness likeness(MtuEnd end) {
        Optional<FabricPort> port = fabric.port(end.port());
        List<Integer> carries = Stream.concat(
                        end.layers().stream(),
                        port.stream()
                                .flatMap(p -> Stream.of(adapter(end.host(), p), link(p)))
                                .flatMap(Optional::stream))
                .map(MtuLayer::bytes)
                .toList();
        return new Likeness(port.flatMap(this::switchOf), end.mode(), carries);
    }

    private List<MtuLayer> wire(MtuEnd one, MtuEnd other) {
        Optional<FabricPort> from = fabric.port(one.port());
        Optional<FabricPort> to = fabric.port(other.port());
        return Stream.of(
                        from.flatMap(port -> adapter(one.host(), port)),
                        from.flatMap(this::link),
                        from.flatMap(f -> to.flatMap(t -> between(f, t))),
                        group,
                        to.flatMap(this::link),
                        to.flatMap(port -> adapter(other.host(), port)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<MtuLayer> adapter(String host, FabricPort port) {
        return port.info()
                .mtuCap()
                .map(mtu -> new MtuLayer(
                        MtuLayer.Kind.ADAPTER,
                        "%s port %d".formatted(host, port.ref().number()),
                        mtu.ipoibDatagramBytes(),
                        mtu.ipoibDatagramBytes()));
    }

    /** The link that ends at a port; nothing where its other end, or what it carries, is not known. */
    public Optional<MtuLayer> link(FabricPort port) {
        return fabric.peer(port.ref()).flatMap(fabric::port).flatMap(peer -> link(port, peer));
    }

    private Optional<MtuLayer> link(FabricPort one, FabricPort other) {
        boolean betweenSwitches = isSwitch(one) && isSwitch(other);
        LinkEnds ends = new LinkEnds(one, other);
        Optional<Mtu> could = ends.mtuCap();
        Optional<Mtu> now = ends.mtu().or(() -> could);
        return now.map(mtu -> new MtuLayer(
                betweenSwitches ? MtuLayer.Kind.SWITCH : MtuLayer.Kind.LINK,
                "the link %s - %s".formatted(fabric.nameOf(one), fabric.nameOf(other)),
                mtu.ipoibDatagramBytes(),
                could.orElse(mtu).ipoibDatagramBytes()));
    }

    private boolean isSwitch(FabricPort port) {
        return fabric.typeOf(port) == NodeType.SWITCH;
    }

    /** The narrowest link between the switches of two ports; nothing where they share one, or there is no way. */
    private Optional<MtuLayer> between(FabricPort from, FabricPort to) {
        Optional<NodeGuid> first = switchOf(from);
        Optional<NodeGuid> last = switchOf(to);
        return first.flatMap(
                f -> last.flatMap(l -> ways.computeIfAbsent(f, this::waysFrom).getOrDefault(l, Optional.empty())));
    }

    private Optional<NodeGuid> switchOf(FabricPort port) {
        return fabric.peer(port.ref())
                .flatMap(fabric::port)
                .filter(this::isSwitch)
                .map(peer -> peer.ref().node());
    }

    /** For each switch the narrowest link on any shortest way to it, by breadth-first search. */
    private Map<NodeGuid, Optional<MtuLayer>> waysFrom(NodeGuid start) {
        Map<NodeGuid, Optional<MtuLayer>> narrowest = new LinkedHashMap<>();
        Map<NodeGuid, Integer> distance = new HashMap<>();
        var queue = new ArrayDeque<NodeGuid>();
        narrowest.put(start, Optional.empty());
        distance.put(start, 0);
        queue.add(start);
        while (!queue.isEmpty()) {
            NodeGuid here = queue.remove();
            int next = distance.getOrDefault(here, 0) + 1;
            Optional<MtuLayer> soFar = narrowest.getOrDefault(here, Optional.empty());
            for (FabricPort port : fabric.portsOf(here)) {
                Optional<FabricPort> peer =
                        fabric.peer(port.ref()).flatMap(fabric::port).filter(this::isSwitch);
                if (peer.isEmpty()) {
                    continue;
                }
                NodeGuid there = peer.get().ref().node();
                if (distance.putIfAbsent(there, next) == null) {
                    queue.add(there);
                }
                if (distance.getOrDefault(there, 0) == next) {
                    Optional<MtuLayer> way = narrower(soFar, link(port, peer.get()));
                    narrowest.merge(there, way, MtuChain::narrower);
                }
            }
        }
        return narrowest;
    }

    private static Optional<MtuLayer> narrower(Optional<MtuLayer> one, Optional<MtuLayer> other) {
        return Stream.of(one, other)
                .flatMap(Optional::stream)
                .reduce(BinaryOperator.minBy(Comparator.comparingInt(MtuLayer::bytes)));
    }
}
