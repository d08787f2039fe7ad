package dev.ibplay.plan.opensm;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which ports keep a group from an MTU. A link carries the smaller MtuCap of its two ends (osm_link_mgr.c); a port below
 * the group's MTU is refused when it joins (osm_sa_mcmember_record.c: validate_port_caps).
 */
public final class GroupLimits {
    /**
     * A port, and the most that it can do with what is at the other end of its cable.
     *
     * @param isOwn whether the other end could do what is wanted: only the port itself stands against it
     */
    public record Limit(String port, Optional<PortGuid> guid, Mtu most, boolean isOwn) {
        @Override
        public String toString() {
            return port + " can do " + most;
        }
    }

    private final Fabric fabric;

    public GroupLimits(FabricFacts facts) {
        this.fabric = facts.fabric();
    }

    /** The adapter ports of the partition and the links between switches that cannot carry {@code wanted}. */
    public List<Limit> below(Mtu wanted, PKey partition, Map<PortGuid, Set<PKey>> members) {
        List<Limit> limits = new ArrayList<>();
        for (FabricPort port : fabric.activeAdapterPorts()) {
            boolean member = port.guid()
                    .map(guid -> members.getOrDefault(guid, Set.of()).stream().anyMatch(partition::samePartition))
                    .orElse(false);
            most(port)
                    .filter(mtu -> member && mtu.compareTo(wanted) < 0)
                    .ifPresent(mtu -> limits.add(new Limit(
                            fabric.nameWithGuid(port),
                            port.guid(),
                            mtu,
                            neighbour(port)
                                    .map(other -> other.compareTo(wanted) >= 0)
                                    .orElse(true))));
        }
        fabric.links().stream()
                .flatMap(link -> fabric.ends(link).stream())
                .filter(ends -> isSwitch(ends.one()) && isSwitch(ends.other()))
                .forEach(ends -> ends.mtuCap()
                        .filter(mtu -> mtu.compareTo(wanted) < 0)
                        .ifPresent(mtu -> limits.add(
                                new Limit("the link at " + fabric.nameOf(ends.one()), Optional.empty(), mtu, false))));
        return limits;
    }

    /** The adapter ports of the partition that are slower than {@code wanted}; those whose rate is not known are no limit. */
    public List<String> slower(Rate wanted, PKey partition, Map<PortGuid, Set<PKey>> members, Set<PortGuid> accepted) {
        return fabric.activeAdapterPorts().stream()
                .filter(port -> port.guid()
                        .filter(guid -> !accepted.contains(guid))
                        .filter(guid ->
                                members.getOrDefault(guid, Set.of()).stream().anyMatch(partition::samePartition))
                        .isPresent())
                .flatMap(port -> port.info().rate().stream()
                        .filter(rate -> rate.gigabitsPerSecond() < wanted.gigabitsPerSecond())
                        .map(rate -> "%s can do %s Gb/s".formatted(fabric.nameWithGuid(port), rate)))
                .toList();
    }

    private boolean isSwitch(FabricPort port) {
        return fabric.typeOf(port) == NodeType.SWITCH;
    }

    /** The smaller MtuCap of a port and its neighbour; nothing where the port's own is not known. */
    private Optional<Mtu> most(FabricPort port) {
        return port.info()
                .mtuCap()
                .map(own -> neighbour(port)
                        .filter(other -> other.compareTo(own) < 0)
                        .orElse(own));
    }

    private Optional<Mtu> neighbour(FabricPort port) {
        return fabric.peer(port.ref())
                .flatMap(fabric::port)
                .flatMap(peer -> peer.info().mtuCap());
    }
}
