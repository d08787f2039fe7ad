package dev.ibplay.gather;

import dev.ibplay.exec.MadKey;
import dev.ibplay.ib.PKey;
import java.util.Set;

/**
 * What to ask of a fabric, and with which keys.
 *
 * @param partitions whose IPoIB group matters
 * @param allGroups whether to ask for every multicast group as well
 * @param mKey of the ports
 * @param saKey of the subnet administration; without it only groups of the vantage port's partitions are seen
 */
public record FabricWish(Set<PKey> partitions, boolean allGroups, MadKey mKey, MadKey saKey) {
    public FabricWish {
        partitions = Set.copyOf(partitions);
    }
}
