package dev.ibplay.gather;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.ib.PKey;
import java.util.Set;

/**
 * What to ask of a fabric, and how.
 *
 * @param partitions whose IPoIB group matters
 * @param allGroups whether to ask for every multicast group as well
 * @param keys with which it is asked; without the subnet administration's only groups of the vantage port's partitions are seen
 * @param outstanding packets under way at a time, 1..255
 */
public record FabricWish(Set<PKey> partitions, boolean allGroups, MadKeys keys, int outstanding) {
    public FabricWish {
        partitions = Set.copyOf(partitions);
    }

    /** The groups of some partitions, with the usual number of packets under way. */
    public static FabricWish of(Set<PKey> partitions, MadKeys keys) {
        return new FabricWish(partitions, false, keys, DiscoverFabric.DEFAULT_OUTSTANDING);
    }
}
