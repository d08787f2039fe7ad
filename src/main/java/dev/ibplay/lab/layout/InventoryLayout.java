package dev.ibplay.lab.layout;

import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A lab of the hosts that an inventory names, with one adapter each, on leaf and spine switches. */
public final class InventoryLayout {
    private static final int MANAGERS_WITHOUT_GROUP = 2;

    private InventoryLayout() {}

    /**
     * Makes it. The hosts of the group {@code subnet_managers}, else the first two (of Linux, if there are so many), run the subnet managers.
     *
     * @throws IllegalArgumentException when the inventory has none that can be simulated, or more than {@link LeafSpine#mostHosts}
     */
    public static LabLayout of(LabInventory inventory) {
        List<String> names = inventory.simulated();
        Map<String, Integer> managers = managers(inventory);
        List<LabHost> hosts = new ArrayList<>();
        Map<String, List<EsxiHost.Adapter>> esxi = new HashMap<>();
        Set<NodeGuid> silent = new HashSet<>();
        for (int number = 0; number < names.size(); number++) {
            String name = names.get(number);
            NodeGuid node = LeafSpine.adapter(0, number);
            Optional<Integer> order = Optional.ofNullable(managers.get(name));
            Optional<EsxiRelease> release = inventory.host(name).esxi();
            if (release.isPresent()) {
                esxi.put(name, EsxiSample.adapters(List.of(node)));
                silent.add(node);
            }
            int place = number;
            HostModel model = release.<HostModel>map(of -> new HostModel.Esxi(
                            EsxiSample.host(name, of, EsxiSample.adapters(List.of(node)), place, manner(order))))
                    .orElseGet(() -> new HostModel.Linux(linux(name, node, place, order)));
            hosts.add(new LabHost(model, inventory.groupsOf(name), Map.of()));
        }
        return new LabLayout(
                List.of(EsxiSample.withoutNames(LeafSpine.of(0, names), silent)),
                hosts,
                Optional.of(inventory.withPortGuids(esxi)));
    }

    private static LinuxHost linux(String name, NodeGuid node, int number, Optional<Integer> order) {
        return new LinuxHost(
                name,
                List.of(new LinuxHost.Adapter("mlx5_0", "mlx5_core", node, 1)),
                List.of(SampleSettings.ipoib("ib0", number)),
                SampleSettings.stack(number),
                order.map(SampleSettings::priority).map(SampleSettings::opensm));
    }

    /** An ESXi host that is to run a subnet manager has the community package. */
    static EsxiSample.Manner manner(Optional<Integer> order) {
        return order.map(SampleSettings::priority)
                .map(EsxiSample.Manner::withOpensm)
                .orElse(EsxiSample.Manner.USUAL);
    }

    /** Where the inventory does not say who they are, ESXi hosts come last. */
    private static Map<String, Integer> managers(LabInventory inventory) {
        List<String> named = inventory.simulatedOf(SampleSettings.MANAGERS);
        List<String> linuxFirst = inventory.simulated().stream()
                .sorted(Comparator.comparing(name -> inventory.host(name).esxi().isPresent()))
                .toList();
        return numbered(
                named.isEmpty()
                        ? linuxFirst.stream().limit(MANAGERS_WITHOUT_GROUP).toList()
                        : named);
    }

    /** Managers with their order. */
    static Map<String, Integer> numbered(List<String> names) {
        Map<String, Integer> managers = new LinkedHashMap<>();
        names.forEach(name -> managers.put(name, managers.size()));
        return managers;
    }
}
