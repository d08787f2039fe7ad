package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All that a lab is made of: fabrics without a cable between them, and hosts.
 *
 * @param inventory what the lab's inventory is to say, where somebody has written one; else it is made of the hosts
 */
public record LabLayout(List<Fabric> fabrics, List<LabHost> hosts, Optional<LabInventory> inventory) {
    /** So many nodes fit beside the two subnet managers. */
    public static final int MOST_NODES = LeafSpine.mostHosts() - 2;

    public LabLayout {
        fabrics = List.copyOf(fabrics);
        hosts = List.copyOf(hosts);
    }

    /** A layout whose inventory is made of its hosts. */
    public LabLayout(List<Fabric> fabrics, List<LabHost> hosts) {
        this(fabrics, hosts, Optional.empty());
    }

    /**
     * Two subnet managers and a number of nodes on one fabric at 2K, in the groups of the sample playbook. All ports could do
     * 4K.
     *
     * @param nodes 1 to {@link #MOST_NODES}
     */
    public static LabLayout sample(int nodes) {
        int digits = Math.max(2, Integer.toString(nodes).length());
        List<String> names = new ArrayList<>(List.of("sm1", "sm2"));
        IntStream.rangeClosed(1, nodes).forEach(n -> names.add(("node%0" + digits + "d").formatted(n)));
        List<LabHost> hosts = new ArrayList<>();
        hosts.add(manager(0, "sm1"));
        hosts.add(manager(1, "sm2"));
        IntStream.range(2, names.size()).forEach(i -> hosts.add(node(i, names.get(i))));
        return new LabLayout(List.of(LeafSpine.of(0, names)), hosts);
    }

    private static LabHost manager(int number, String name) {
        return new LabHost(
                host(number, name, List.of(), Optional.of(SampleSettings.opensm(SampleSettings.priority(number)))),
                List.of(SampleSettings.MANAGERS),
                Map.of("sm_priority", Integer.toString(SampleSettings.wanted(number))));
    }

    private static LabHost node(int number, String name) {
        List<LinuxHost.Interface> interfaces = List.of(SampleSettings.ipoib("ib0", number));
        return new LabHost(host(number, name, interfaces, Optional.empty()), List.of(SampleSettings.LINUX), Map.of());
    }

    private static LinuxHost host(
            int number, String name, List<LinuxHost.Interface> interfaces, Optional<LinuxHost.Opensm> opensm) {
        var adapter = new LinuxHost.Adapter("mlx5_0", "mlx5_core", LeafSpine.adapter(0, number), 1);
        return new LinuxHost(name, List.of(adapter), interfaces, SampleSettings.stack(number), opensm);
    }
}
