package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.mlnxos.SwitchModel;
import dev.ibplay.lab.mlnxos.SwitchSettings;
import dev.ibplay.lab.windows.WindowsRelease;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * All that a lab is made of: fabrics without a cable between them, and hosts.
 *
 * @param inventory what the lab's inventory is to say, where somebody has written one; else it is made of the hosts
 */
public record LabLayout(List<Fabric> fabrics, List<LabHost> hosts, Optional<LabInventory> inventory) {
    /** So many nodes fit beside the two subnet managers. */
    public static final int MOST_NODES = LeafSpine.mostHosts() - 2;

    /** So many run ESXi in a mixed lab. */
    public static final int ESXI_HOSTS = 2;

    /** And so many Windows. */
    public static final int WINDOWS_HOSTS = 1;

    /** What VMware's own labs have; it opens nothing but a simulated host on loopback. */
    private static final String WELL_KNOWN = "VMware1!";

    private static final int USUAL_MTU = 1500;
    private static final String PRIORITY = "sm_priority";

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

    /**
     * The same with two ESXi hosts more, esx1 of release 5.5 and esx2 of 6.7, whose drivers let ports do 2K only. As at many sites
     * esx2 takes no key, but a password. A Windows host, win1, whose driver is told 2044 bytes. One of the switches is managed, sw1; its
     * subnet manager is the third one, and waits.
     *
     * @param nodes 1 to {@link #MOST_NODES} - {@link #ESXI_HOSTS} - {@link #WINDOWS_HOSTS}
     */
    public static LabLayout mixed(int nodes) {
        return mixed(nodes, EsxiSample.Manner.USUAL);
    }

    /**
     * The mixed one with ESXi hosts that were prepared: since their last boot their ports can do 4K, and their vSwitches and
     * VMkernel interfaces are still as ESXi makes them, at 1500.
     *
     * @param nodes 1 to {@link #MOST_NODES} - {@link #ESXI_HOSTS} - {@link #WINDOWS_HOSTS}
     */
    public static LabLayout prepared(int nodes) {
        return mixed(nodes, new EsxiSample.Manner(USUAL_MTU, EsxiHost.Traits.USUAL.with4k(), Optional.empty()));
    }

    private static LabLayout mixed(int nodes, EsxiSample.Manner manner) {
        List<LabHost> hosts = new ArrayList<>(sample(nodes).hosts());
        Set<NodeGuid> silent = new HashSet<>();
        for (EsxiRelease release : List.of(EsxiRelease.V5_5, EsxiRelease.V6_7)) {
            int number = hosts.size();
            List<EsxiHost.Adapter> adapters = EsxiSample.adapters(List.of(LeafSpine.adapter(0, number)));
            silent.add(LeafSpine.adapter(0, number));
            EsxiHost host = EsxiSample.host("esx" + silent.size(), release, adapters, number, manner);
            Map<String, String> variables = new TreeMap<>();
            variables.put(EsxiSample.PORT_GUIDS, EsxiSample.firstPortGuid(adapters));
            if (silent.size() == ESXI_HOSTS) {
                variables.put(LabHost.PASSWORD, WELL_KNOWN);
            }
            hosts.add(new LabHost(host, List.of(EsxiSample.ESXI), variables));
        }
        hosts.add(new LabHost(
                new HostModel.Windows(WindowsSample.host(
                        "win1",
                        WindowsRelease.SERVER_2012_R2,
                        WindowsSample.adapters(Map.of(LeafSpine.adapter(0, hosts.size()), 1)),
                        hosts.size(),
                        WindowsSample.TWO_K,
                        Optional.empty())),
                List.of(WindowsSample.WINDOWS),
                Map.of()));
        List<String> names = hosts.stream().map(LabHost::name).toList();
        Fabric fabric = EsxiSample.withoutNames(LeafSpine.of(0, names), silent);
        FabricNode leaf = fabric.node(LeafSpine.leaf(0, 1)).orElseThrow();
        SwitchHost sw = SwitchSample.host(SwitchModel.current("sw1"), leaf, SwitchSettings.managing(0));
        Map<String, String> variables = new TreeMap<>(SwitchSample.variables(sw));
        variables.put(PRIORITY, "0");
        hosts.add(new LabHost(sw, List.of(SampleSettings.MANAGERS, SwitchSample.SWITCHES), variables));
        return new LabLayout(List.of(SwitchSample.named(fabric, hosts)), hosts);
    }

    /** The fabric of the post that ibplay starts from; see {@link PostFabric}. */
    public static LabLayout post() {
        SwitchHost sw = PostFabric.managedSwitch();
        List<LabHost> hosts = new ArrayList<>(PostFabric.hosts());
        hosts.add(new LabHost(sw, List.of(SwitchSample.SWITCHES), SwitchSample.variables(sw)));
        return new LabLayout(List.of(SwitchSample.named(PostFabric.fabric(), hosts)), hosts);
    }

    private static LabHost manager(int number, String name) {
        return new LabHost(
                host(number, name, List.of(), Optional.of(SampleSettings.opensm(SampleSettings.priority(number)))),
                List.of(SampleSettings.MANAGERS),
                Map.of(PRIORITY, Integer.toString(SampleSettings.wanted(number))));
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
