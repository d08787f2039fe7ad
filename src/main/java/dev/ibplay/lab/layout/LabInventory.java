package dev.ibplay.lab.layout;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What an inventory that somebody wrote says of hosts, without how to reach them: the lab's own inventory says the same. */
public record LabInventory(List<Host> hosts, List<Group> groups) {
    public LabInventory {
        hosts = List.copyOf(hosts);
        groups = List.copyOf(groups);
    }

    /**
     * A host.
     *
     * @param variables their values as YAML on one line
     * @param isSimulated false for one that is in the inventory only
     */
    public record Host(String name, Map<String, String> variables, boolean isSimulated) {
        public Host {
            variables = Map.copyOf(variables);
        }
    }

    /**
     * A group.
     *
     * @param hosts its own, without those of its children
     */
    public record Group(String name, List<String> hosts, List<String> children) {
        public Group {
            hosts = List.copyOf(hosts);
            children = List.copyOf(children);
        }
    }

    /** The hosts that the lab has. */
    List<String> simulated() {
        return hosts.stream().filter(Host::isSimulated).map(Host::name).toList();
    }

    /** The hosts of a group and of its children that the lab has; none where there is no such group. */
    List<String> simulatedOf(String group) {
        Map<String, Group> byName = new LinkedHashMap<>();
        groups.forEach(each -> byName.put(each.name(), each));
        Set<String> found = new LinkedHashSet<>();
        Set<String> seen = new LinkedHashSet<>(Set.of(group));
        ArrayDeque<String> next = new ArrayDeque<>(seen);
        while (!next.isEmpty()) {
            Group each = byName.get(next.remove());
            if (each != null) {
                found.addAll(each.hosts());
                each.children().stream().filter(seen::add).forEach(next::add);
            }
        }
        List<String> order = new ArrayList<>(found);
        order.retainAll(Set.copyOf(simulated()));
        return order;
    }

    /** The groups that name a host themselves. */
    List<String> groupsOf(String host) {
        return groups.stream()
                .filter(group -> group.hosts().contains(host))
                .map(Group::name)
                .toList();
    }
}
