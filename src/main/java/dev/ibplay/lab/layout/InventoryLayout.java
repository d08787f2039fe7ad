package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.esxi.EsxiHost;
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
     * Managed switches are the leaves, in their order.
     *
     * @throws IllegalArgumentException when the inventory has none at a leaf that can be simulated, or more than {@link LeafSpine#mostHosts}
     */
    public static LabLayout of(LabInventory inventory) {
        List<String> names = inventory.simulated().stream()
                .filter(name -> !inventory.host(name).isSwitch())
                .toList();
        List<String> switches = inventory.simulated().stream()
                .filter(name -> !names.contains(name))
                .toList();
        Map<String, Integer> managers = managers(inventory);
        Fabric fabric = LeafSpine.of(0, names, switches.size());
        List<LabHost> hosts = new ArrayList<>();
        Map<String, String> guids = new HashMap<>();
        Set<NodeGuid> silent = new HashSet<>();
        for (String name : inventory.simulated()) {
            Optional<Integer> order = Optional.ofNullable(managers.get(name));
            int number = names.indexOf(name);
            NodeGuid node = LeafSpine.adapter(0, number);
            HostModel model = switch (inventory.host(name).system()) {
                case LabSystem.Linux ignored -> new HostModel.Linux(linux(name, node, number, order));
                case LabSystem.Esxi esxi -> {
                    List<EsxiHost.Adapter> adapters = EsxiSample.adapters(List.of(node));
                    guids.put(name, EsxiSample.portGuids(adapters));
                    silent.add(node);
                    yield new HostModel.Esxi(EsxiSample.host(name, esxi.release(), adapters, number, manner(order)));
                }
                case LabSystem.Windows windows ->
                    new HostModel.Windows(WindowsSample.host(
                            name,
                            windows.release(),
                            WindowsSample.adapters(Map.of(node, 1)),
                            number,
                            WindowsSample.TWO_K,
                            order.map(SampleSettings::priority).map(WindowsSample::opensm)));
                case LabSystem.Switch sw -> {
                    NodeGuid leaf = LeafSpine.leaf(0, switches.indexOf(name));
                    guids.put(name, SwitchSample.portGuid(leaf));
                    yield new HostModel.Switch(
                            SwitchSample.host(name, fabric.node(leaf).orElseThrow(), sw.isOld(), order));
                }
            };
            hosts.add(SwitchSample.withLogin(model, inventory.groupsOf(name)));
        }
        return new LabLayout(
                List.of(SwitchSample.named(EsxiSample.withoutNames(fabric, silent), hosts)),
                hosts,
                Optional.of(inventory.withPortGuids(guids)));
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

    /** Where the inventory does not say who they are, others than Linux hosts come last, and switches are none. */
    private static Map<String, Integer> managers(LabInventory inventory) {
        List<String> named = inventory.simulatedOf(SampleSettings.MANAGERS);
        List<String> linuxFirst = inventory.simulated().stream()
                .filter(name -> !inventory.host(name).isSwitch())
                .sorted(Comparator.comparing(name -> !inventory.host(name).isLinux()))
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
