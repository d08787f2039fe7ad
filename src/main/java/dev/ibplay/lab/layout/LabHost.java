package dev.ibplay.lab.layout;

import dev.ibplay.lab.linux.LinuxHost;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A host of a lab, and what its inventory says of it.
 *
 * @param groups of the inventory
 * @param variables of the host, besides those that say how to reach it
 */
public record LabHost(LinuxHost host, List<String> groups, Map<String, String> variables) {
    public LabHost {
        groups = List.copyOf(groups);
        variables = Map.copyOf(new TreeMap<>(variables));
    }

    public String name() {
        return host.name();
    }
}
