package dev.ibplay.opensm;

import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the ports of a fabric get from a partitions.conf.
 *
 * @param pkeys the P_Keys of each port, with the full member bit
 * @param atIndexZero the P_Key at index 0 of those ports for which the file asks for one
 * @param groups the multicast groups that exist once partitions without a member in this fabric are gone
 */
public record PortTables(Map<PortGuid, Set<PKey>> pkeys, Map<PortGuid, PKey> atIndexZero, List<MulticastGroup> groups) {
    public PortTables {
        pkeys = Map.copyOf(pkeys);
        atIndexZero = Map.copyOf(atIndexZero);
        groups = List.copyOf(groups);
    }

    /** The P_Keys of one port; none for a port that was not among those asked about. */
    public Set<PKey> pkeysOf(PortGuid port) {
        return pkeys.getOrDefault(port, Set.of());
    }
}
