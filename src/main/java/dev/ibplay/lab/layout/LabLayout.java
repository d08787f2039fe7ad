package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** All that a lab is made of: fabrics without a cable between them, and hosts. */
public record LabLayout(List<Fabric> fabrics, List<LabHost> hosts) {
    /** So many nodes fit beside the two subnet managers. */
    public static final int MOST_NODES = LeafSpine.mostHosts() - 2;

    private static final String TWO_K =
            "# One partition for everybody\nDefault=0x7fff, ipoib, mtu=4 : ALL=full, SELF=full;\n";
    private static final int TWO_K_MTU = 2044;

    public LabLayout {
        fabrics = List.copyOf(fabrics);
        hosts = List.copyOf(hosts);
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
        hosts.add(manager(0, "sm1", 3, 4));
        hosts.add(manager(1, "sm2", 1, 1));
        IntStream.range(2, names.size()).forEach(i -> hosts.add(node(i, names.get(i))));
        return new LabLayout(List.of(LeafSpine.of(0, names)), hosts);
    }

    private static LabHost manager(int number, String name, int has, int wanted) {
        var opensm = new LinuxHost.Opensm(
                Optional.of("# Subnet manager of the lab\nsm_priority %d\nsweep_interval 10\n".formatted(has)),
                Optional.of(TWO_K),
                true);
        return new LabHost(
                host(number, name, List.of(), Optional.of(opensm)),
                List.of("subnet_managers"),
                Map.of("sm_priority", Integer.toString(wanted)));
    }

    private static LabHost node(int number, String name) {
        String address = "10.44.%d.%d/16".formatted(number / 250, number % 250 + 1);
        var ib0 = new LinuxHost.Interface("ib0", IpoibMode.DATAGRAM, Optional.of(TWO_K_MTU), address);
        return new LabHost(host(number, name, List.of(ib0), Optional.empty()), List.of("linux"), Map.of());
    }

    private static LinuxHost host(
            int number, String name, List<LinuxHost.Interface> interfaces, Optional<LinuxHost.Opensm> opensm) {
        var adapter = new LinuxHost.Adapter("mlx5_0", "mlx5_core", LeafSpine.adapter(0, number), 1);
        LinuxHost.Stack stack = number % 2 == 0 ? LinuxHost.Stack.IFUPDOWN : LinuxHost.Stack.NETWORKD;
        return new LinuxHost(name, List.of(adapter), interfaces, stack, opensm);
    }
}
