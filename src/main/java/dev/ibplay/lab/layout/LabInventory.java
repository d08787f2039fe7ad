package dev.ibplay.lab.layout;

import dev.ibplay.ib.PortGuid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

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
     * @param system that it runs in the lab
     * @param ports the GUIDs of its ports, where the inventory tells them and the lab's ports have the real ones
     */
    public record Host(
            String name, Map<String, String> variables, boolean isSimulated, LabSystem system, List<PortGuid> ports) {
        public Host {
            variables = Map.copyOf(variables);
            ports = List.copyOf(ports);
        }

        /** A Linux host that tells its ports itself. */
        public Host(String name, Map<String, String> variables, boolean isSimulated) {
            this(name, variables, isSimulated, new LabSystem.Linux(), List.of());
        }

        boolean isLinux() {
            return system instanceof LabSystem.Linux;
        }

        /** Whether it is a part of the fabric, and no host at its edge. */
        public boolean isSwitch() {
            return system instanceof LabSystem.Switch;
        }

        /** The same with another variable, unless it has one of that name. */
        private Host with(String variable, String value) {
            Map<String, String> more = new TreeMap<>(variables);
            more.putIfAbsent(variable, value);
            return new Host(name, more, isSimulated, system, ports);
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

    /**
     * The same in which hosts have the GUIDs of their ports, unless they say those themselves.
     *
     * @param guids as YAML on one line, by host
     */
    LabInventory withPortGuids(Map<String, String> guids) {
        return new LabInventory(
                hosts.stream()
                        .map(host -> Optional.ofNullable(guids.get(host.name()))
                                .map(of -> host.with(EsxiSample.PORT_GUIDS, of))
                                .orElse(host))
                        .toList(),
                groups);
    }

    /** The host of this name, which the lab has. */
    Host host(String name) {
        return hosts.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The groups that name a host themselves. */
    List<String> groupsOf(String host) {
        return groups.stream()
                .filter(group -> group.hosts().contains(host))
                .map(Group::name)
                .toList();
    }
}
