package dev.ibplay.fabric;

import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import java.util.List;
import java.util.Optional;

/**
 * A port as a sweep has seen it.
 *
 * @param guid for ports that have one: those of adapters and routers, and port 0 of a switch
 * @param route the directed route from the vantage port to its node
 */
public record FabricPort(PortRef ref, Optional<PortGuid> guid, PortInfo info, List<Integer> route) {
    public FabricPort {
        route = List.copyOf(route);
    }
}
