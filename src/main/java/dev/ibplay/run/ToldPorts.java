package dev.ibplay.run;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ports of a host that cannot tell them itself, as ESXi or Windows without InfiniBand tools, or a switch's port 0, from the
 * inventory ({@code ibplay_port_guids}). What they are like, the fabric says.
 */
final class ToldPorts {
    /** Where the inventory does not say which adapter a port belongs to. */
    private static final String NAMELESS = "port";

    private ToldPorts() {}

    /**
     * The same facts, with ports where there were none.
     *
     * @param told GUIDs by adapter port, such as {@code mlx4_0/1}; by a number where the inventory does not name it
     */
    static HostFacts complete(HostFacts facts, Map<String, PortGuid> told) {
        boolean tellsItself =
                facts.system().kind() == HostSystem.Kind.LINUX || !facts.ports().isEmpty();
        if (tellsItself || told.isEmpty()) {
            return facts;
        }
        List<AdapterPort> ports = new ArrayList<>();
        told.forEach((name, guid) -> ports.add(new AdapterPort(port(name), Optional.of(guid), false, true, false)));
        return facts.withPorts(ports);
    }

    private static MadPort port(String name) {
        int slash = name.lastIndexOf('/');
        return slash < 0
                ? new MadPort(NAMELESS, Integer.parseInt(name))
                : new MadPort(name.substring(0, slash), Integer.parseInt(name.substring(slash + 1)));
    }
}
