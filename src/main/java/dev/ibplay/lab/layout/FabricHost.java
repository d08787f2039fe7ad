package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.ib.NodeType;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A host as the adapters of a fabric tell of it.
 *
 * @param name as an inventory may have it
 */
record FabricHost(String name, List<LinuxHost.Adapter> adapters) {
    /** A part of SHARP that looks like an adapter, in a switch. */
    private static final String AGGREGATION_NODE = "Aggregation Node";

    FabricHost {
        adapters = List.copyOf(adapters);
    }

    /** One adapter on its way to a host. */
    private record Told(NodeName name, FabricNode node) {}

    /**
     * The hosts of all adapters, in the order of their first ones. Adapters that tell the same host are one host's, unless they
     * tell the same device as well: then these are several hosts that call themselves alike.
     *
     * @param reserved names that no host may have
     */
    static List<FabricHost> of(Fabric fabric, Set<String> reserved) {
        Map<String, List<List<Told>>> byText = new LinkedHashMap<>();
        for (FabricNode node : fabric.nodes()) {
            if (node.type() == NodeType.CA
                    && node.ports() > 0
                    && !node.description().contains(AGGREGATION_NODE)) {
                var told = new Told(NodeName.of(node.description()), node);
                String text = told.name()
                        .host()
                        .orElse("ca-%016x".formatted(node.guid().value()));
                place(told, byText.computeIfAbsent(text, t -> new ArrayList<>()));
            }
        }
        Set<String> taken = new HashSet<>(reserved);
        List<FabricHost> hosts = new ArrayList<>();
        byText.forEach((text, same) ->
                same.forEach(adapters -> hosts.add(new FabricHost(unique(valid(text), taken), adapters(adapters)))));
        return hosts;
    }

    private static void place(Told told, List<List<Told>> hosts) {
        Optional<List<Told>> host = hosts.stream()
                .filter(adapters -> adapters.stream()
                        .noneMatch(other ->
                                other.name().device().equals(told.name().device())))
                .findFirst();
        host.ifPresentOrElse(adapters -> adapters.add(told), () -> hosts.add(new ArrayList<>(List.of(told))));
    }

    /** Without what has a meaning in inventories and host patterns. */
    private static String valid(String text) {
        String name = text.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[-.]+|-+$", "");
        return name.isEmpty() ? "host" : name;
    }

    private static String unique(String name, Set<String> taken) {
        String free = name;
        for (int number = 2; !taken.add(free); number++) {
            free = name + "-" + number;
        }
        return free;
    }

    private static List<LinuxHost.Adapter> adapters(List<Told> told) {
        Set<String> taken = new HashSet<>();
        told.forEach(each -> each.name().kernelName().ifPresent(taken::add));
        Map<String, Integer> next = new LinkedHashMap<>();
        List<LinuxHost.Adapter> adapters = new ArrayList<>();
        for (Told each : told) {
            String driver = each.name().driver(each.node().device());
            String name = each.name().kernelName().orElseGet(() -> counted(driver, next, taken));
            adapters.add(new LinuxHost.Adapter(
                    name, driver, each.node().guid(), each.node().ports()));
        }
        return adapters;
    }

    /** The kernel's count of a driver's adapters. */
    private static String counted(String driver, Map<String, Integer> next, Set<String> taken) {
        String name;
        do {
            name = driver.replace("core", "") + (next.merge(driver, 1, Integer::sum) - 1);
        } while (!taken.add(name));
        return name;
    }
}
