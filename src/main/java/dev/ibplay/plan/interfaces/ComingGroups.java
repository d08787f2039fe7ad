package dev.ibplay.plan.interfaces;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Waiting;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the groups of the fabrics will be when the plan's fabric steps are done, by the low 15 bits of the P_Key.
 *
 * @param mtus of groups that change
 * @param held of groups that are to change and wait, what they wait for
 * @param tables the P_Keys that ports will have, where the plan changes partitions
 */
public record ComingGroups(
        Map<FabricFacts, Map<Integer, Mtu>> mtus,
        Map<FabricFacts, Map<Integer, Waiting>> held,
        Map<FabricFacts, Map<PortGuid, Set<PKey>>> tables) {
    /** The MTU that a group will have: the planned one, or the present one. */
    public Optional<Mtu> mtu(FabricFacts fabric, PKey pkey) {
        Mtu planned = mtus.getOrDefault(fabric, Map.of()).get(pkey.base());
        return Optional.ofNullable(planned).or(() -> fabric.groupMtu(pkey));
    }

    /** Whether a port will be in a partition; nothing where its table could not be read. */
    public Optional<Boolean> isMember(FabricFacts fabric, PortGuid port, PKey pkey) {
        Map<PortGuid, Set<PKey>> planned = tables.getOrDefault(fabric, Map.of());
        Optional<? extends Collection<PKey>> table = planned.isEmpty()
                ? fabric.pkeys().getOrDefault(port, Fact.absent()).ifKnown()
                : Optional.of(planned.getOrDefault(port, Set.of()));
        return table.map(keys -> keys.stream().anyMatch(pkey::samePartition));
    }

    /** What a group's change waits for. */
    public Optional<Waiting> waitsFor(FabricFacts fabric, PKey pkey) {
        return Optional.ofNullable(held.getOrDefault(fabric, Map.of()).get(pkey.base()));
    }
}
