package dev.ibplay.rehearsal;

import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.opensm.OpensmHost;
import dev.ibplay.lab.opensm.SimulatedOpensm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What lives in a fabric besides the twins: subnet managers of switches and of hosts that nobody has read, and ports that have
 * joined groups, as far as the fabric tells of them.
 */
final class Outsiders {
    private static final String FOLDER = "/etc/opensm";

    private final FabricFacts facts;
    private final SimulatedFabric fabric;
    private final Set<PortGuid> twins;

    /**
     * Those of one fabric.
     *
     * @param twins the ports of hosts that have a twin
     */
    Outsiders(FabricFacts facts, SimulatedFabric fabric, Set<PortGuid> twins) {
        this.facts = facts;
        this.fabric = fabric;
        this.twins = Set.copyOf(twins);
    }

    /** Starts the subnet managers. */
    void startManagers() {
        var found = new AsFound(facts);
        for (PortGuid guid : found.managers()) {
            Optional<PortRef> place = facts.port(guid).map(FabricPort::ref);
            if (!twins.contains(guid) && place.isPresent()) {
                Map<String, String> files = Map.of(
                        FOLDER + "/opensm.conf", found.conf("", guid), FOLDER + "/partitions.conf", found.partitions());
                OpensmHost host = path -> Optional.ofNullable(files.get(path));
                new SimulatedOpensm(fabric, place.get(), host, List.of("opensm")).start();
            }
        }
    }

    /** The members of the groups, where a trusted question was told of them; the kernel of each joins anew when it is asked to. */
    void join() {
        for (int base : facts.groups().keySet()) {
            var pkey = new PKey(base);
            facts.multicast().joined(Gid.ipoibBroadcast(pkey)).stream()
                    .flatMap(Set::stream)
                    .filter(guid -> !twins.contains(guid))
                    .flatMap(guid -> fabric.port(guid).stream())
                    .forEach(port -> {
                        fabric.onChange(port, () -> fabric.join(port, pkey));
                        fabric.join(port, pkey);
                    });
        }
    }
}
