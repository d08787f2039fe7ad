package dev.ibplay.opensm;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Deals the P_Keys out to the ports (osm_prtn.c, osm_prtn_add_port; osm_prtn_config.c, manage_membership_change). */
final class PortTableBuilder {
    private final List<EndPort> ports;
    private final boolean allowBoth;
    private final Map<PortGuid, Set<PKey>> pkeys = new HashMap<>();
    private final Map<PortGuid, PKey> indexZero = new HashMap<>();
    private final List<MulticastGroup> groups = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();

    /** An entry that a port belongs to a partition by. */
    private record Placed(MemberEntry entry, PortGuid guid, PKey pkey) {}

    PortTableBuilder(List<EndPort> ports, boolean allowBoth) {
        this.ports = ports;
        this.allowBoth = allowBoth;
        ports.forEach(p -> pkeys.put(p.guid(), new TreeSet<>()));
    }

    /** Adds a partition; one that no port of the fabric is in goes away, with its groups. */
    void add(Partition partition, boolean defaultIsOpen) {
        Set<PortGuid> full = new HashSet<>();
        Set<PortGuid> limited = new HashSet<>();
        if (partition.isDefault()) {
            ports.forEach(p -> (p.isSmPort() || defaultIsOpen ? full : limited).add(p.guid()));
        }
        for (MemberEntry entry : partition.members()) {
            for (EndPort port : ports) {
                if (entry.who().matches(port)) {
                    place(entry, port.guid(), full, limited);
                    placed.add(new Placed(entry, port.guid(), partition.pkey()));
                }
            }
        }
        full.forEach(g -> keysOf(g).add(partition.pkey().asFullMember()));
        limited.forEach(g -> keysOf(g).add(partition.pkey().asLimitedMember()));
        if (!full.isEmpty() || !limited.isEmpty()) {
            groups.addAll(partition.groups());
        }
    }

    private Set<PKey> keysOf(PortGuid guid) {
        return pkeys.computeIfAbsent(guid, g -> new TreeSet<>());
    }

    private void place(MemberEntry entry, PortGuid guid, Set<PortGuid> full, Set<PortGuid> limited) {
        boolean both = entry.membership() == Membership.BOTH && allowBoth;
        boolean isFull = entry.membership() != Membership.LIMITED;
        boolean isLimited = both || !isFull;
        if (isFull) {
            full.add(guid);
        } else {
            full.remove(guid);
        }
        if (isLimited) {
            limited.add(guid);
        } else {
            limited.remove(guid);
        }
    }

    private void setIndexZero(MemberEntry entry, PortGuid guid, PKey pkey) {
        PKey key = entry.membership() == Membership.LIMITED || (entry.membership() == Membership.BOTH && allowBoth)
                ? pkey.asLimitedMember()
                : pkey.asFullMember();
        if (entry.indexZero()) {
            indexZero.put(guid, key);
        } else if (indexZero.containsKey(guid) && indexZero.get(guid).samePartition(pkey)) {
            indexZero.remove(guid);
        }
    }

    /** The last entry of the file that asks for index 0 gets it, whatever partition it is in. */
    PortTables build() {
        placed.stream()
                .sorted(Comparator.comparing(p -> p.entry().span()))
                .forEach(p -> setIndexZero(p.entry(), p.guid(), p.pkey()));
        var copies = new HashMap<PortGuid, Set<PKey>>();
        pkeys.forEach((guid, keys) -> copies.put(guid, Set.copyOf(keys)));
        return new PortTables(copies, indexZero, groups);
    }
}
