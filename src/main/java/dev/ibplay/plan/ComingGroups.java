package dev.ibplay.plan;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import java.util.Map;
import java.util.Optional;

/**
 * What the groups of the fabrics will be when the plan's fabric steps are done, by the low 15 bits of the P_Key.
 *
 * @param mtus of groups that change
 * @param held of groups that are to change and wait, the hosts that they wait for
 */
record ComingGroups(Map<FabricFacts, Map<Integer, Mtu>> mtus, Map<FabricFacts, Map<Integer, String>> held) {
    /** The MTU that a group will have: the planned one, or the present one. */
    Optional<Mtu> mtu(FabricFacts fabric, PKey pkey) {
        Mtu planned = mtus.getOrDefault(fabric, Map.of()).get(pkey.base());
        return Optional.ofNullable(planned).or(() -> GroupCuts.groupNow(fabric, pkey));
    }

    /** The hosts that a group's change waits for. */
    Optional<String> waitsFor(FabricFacts fabric, PKey pkey) {
        return Optional.ofNullable(held.getOrDefault(fabric, Map.of()).get(pkey.base()));
    }
}
