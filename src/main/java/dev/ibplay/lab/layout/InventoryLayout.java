package dev.ibplay.lab.layout;

import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A lab of the hosts that an inventory names, with one adapter each, on leaf and spine switches. */
public final class InventoryLayout {
    private static final int MANAGERS_WITHOUT_GROUP = 2;

    private InventoryLayout() {}

    /**
     * Makes it. The hosts of the group {@code subnet_managers}, else the first two, run the subnet managers.
     *
     * @throws IllegalArgumentException when the inventory has none that can be simulated, or more than {@link LeafSpine#mostHosts}
     */
    public static LabLayout of(LabInventory inventory) {
        List<String> names = inventory.simulated();
        List<String> named = inventory.simulatedOf(SampleSettings.MANAGERS);
        Map<String, Integer> managers = numbered(
                named.isEmpty() ? names.stream().limit(MANAGERS_WITHOUT_GROUP).toList() : named);
        List<LabHost> hosts = new ArrayList<>();
        for (int number = 0; number < names.size(); number++) {
            String name = names.get(number);
            hosts.add(new LabHost(
                    new LinuxHost(
                            name,
                            List.of(new LinuxHost.Adapter("mlx5_0", "mlx5_core", LeafSpine.adapter(0, number), 1)),
                            List.of(SampleSettings.ipoib("ib0", number)),
                            SampleSettings.stack(number),
                            Optional.ofNullable(managers.get(name))
                                    .map(SampleSettings::priority)
                                    .map(SampleSettings::opensm)),
                    inventory.groupsOf(name),
                    Map.of()));
        }
        return new LabLayout(List.of(LeafSpine.of(0, names)), hosts, Optional.of(inventory));
    }

    /** Managers with their order. */
    static Map<String, Integer> numbered(List<String> names) {
        Map<String, Integer> managers = new LinkedHashMap<>();
        names.forEach(name -> managers.put(name, managers.size()));
        return managers;
    }
}
