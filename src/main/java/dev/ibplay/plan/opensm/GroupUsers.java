package dev.ibplay.plan.opensm;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.Set;

/**
 * Which ports use IPoIB groups: those that have joined them, and those whose interfaces plays describe. A member that does
 * neither loses nothing by a group that is too large for it.
 */
final class GroupUsers {
    private final FabricFacts fabric;
    private final Set<PortGuid> managed;

    /**
     * The users of a fabric's groups.
     *
     * @param managed ports of hosts whose interfaces plays describe
     */
    GroupUsers(FabricFacts fabric, Set<PortGuid> managed) {
        this.fabric = fabric;
        this.managed = Set.copyOf(managed);
    }

    /** Whether a port uses a partition's group; while nobody tells who has joined, any port may. */
    boolean uses(PortGuid port, PKey partition) {
        return managed.contains(port)
                || fabric.joined(partition).map(joined -> joined.contains(port)).orElse(true);
    }
}
