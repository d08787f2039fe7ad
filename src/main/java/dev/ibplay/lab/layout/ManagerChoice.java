package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Who runs the subnet managers of a fabric that does not tell. */
final class ManagerChoice {
    private ManagerChoice() {}

    /**
     * Two hosts of each fabric, by their names: the second one on another switch if there is one. With each its order in its fabric,
     * from 0; a host on several fabrics has the one of the first that chose it.
     */
    static Map<String, Integer> of(List<Fabric> fabrics, List<FabricHost> hosts) {
        Map<String, Integer> chosen = new LinkedHashMap<>();
        for (Fabric fabric : fabrics) {
            List<FabricHost> cabled = hosts.stream()
                    .filter(host -> !peers(fabric, host).isEmpty())
                    .sorted(Comparator.comparing(FabricHost::name))
                    .toList();
            List<FabricHost> two = two(fabric, cabled);
            IntStream.range(0, two.size())
                    .forEach(i -> chosen.putIfAbsent(two.get(i).name(), i));
        }
        return chosen;
    }

    private static List<FabricHost> two(Fabric fabric, List<FabricHost> hosts) {
        List<FabricHost> two = new ArrayList<>();
        hosts.stream().findFirst().ifPresent(first -> {
            two.add(first);
            Set<NodeGuid> near = peers(fabric, first);
            List<FabricHost> others = hosts.subList(1, hosts.size());
            others.stream()
                    .filter(host -> peers(fabric, host).stream().noneMatch(near::contains))
                    .findFirst()
                    .or(() -> others.stream().findFirst())
                    .ifPresent(two::add);
        });
        return two;
    }

    /** The nodes at the other ends of a host's cables. */
    private static Set<NodeGuid> peers(Fabric fabric, FabricHost host) {
        return host.adapters().stream()
                .flatMap(ManagerChoice::ports)
                .flatMap(port -> fabric.peer(port).stream())
                .map(PortRef::node)
                .collect(Collectors.toSet());
    }

    /** All ports of an adapter. */
    static Stream<PortRef> ports(LinuxHost.Adapter adapter) {
        return IntStream.rangeClosed(1, adapter.ports()).mapToObj(number -> new PortRef(adapter.node(), number));
    }
}
