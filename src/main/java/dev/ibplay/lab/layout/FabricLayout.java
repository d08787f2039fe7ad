package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.windows.WindowsHost;
import dev.ibplay.lab.windows.WindowsRelease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A lab in the shape of a fabric that was seen: its nodes and cables, GUIDs, widths and speeds, with a simulated host behind
 * each adapter. What the hosts themselves are is not known, so they are set up as the sample's.
 */
public final class FabricLayout {
    /** Groups have these names. */
    private static final Set<String> RESERVED =
            Set.of("all", "ungrouped", "subnet_managers", "linux", "esxi", "windows", "switches");

    private final List<Fabric> fabrics;
    private final List<LabHost> hosts = new ArrayList<>();
    private final Map<String, Integer> managers;
    /** Of the ports of hosts that do not tell them, as YAML. */
    private final Map<String, String> guids = new HashMap<>();

    private FabricLayout(List<Fabric> fabrics, Map<String, Integer> managers) {
        this.fabrics = fabrics;
        this.managers = managers;
    }

    /**
     * All hosts of a fabric, in the groups of the sample playbook; two of them run the subnet managers. Where parts of the fabric
     * are not connected, each has its own.
     */
    public static LabLayout of(Fabric fabric) {
        List<Fabric> parts = SeparateFabrics.of(fabric);
        List<FabricHost> found = FabricHost.of(fabric, RESERVED);
        var layout = new FabricLayout(parts, ManagerChoice.of(parts, found));
        for (FabricHost host : found) {
            boolean manages = layout.managers.containsKey(host.name());
            layout.add(
                    host,
                    manages ? List.of(SampleSettings.MANAGERS, SampleSettings.LINUX) : List.of(SampleSettings.LINUX));
        }
        return new LabLayout(parts, layout.hosts);
    }

    /**
     * The hosts of an inventory on a fabric, found by what their adapters tell. Adapters of others are there without hosts.
     *
     * @throws HostsNotFound when the fabric does not tell of some
     */
    public static LabLayout of(Fabric fabric, LabInventory inventory) throws HostsNotFound {
        List<Fabric> parts = SeparateFabrics.of(fabric);
        List<FabricHost> told = FabricHost.of(fabric, Set.of());
        Map<String, FabricHost> found = new LinkedHashMap<>();
        Map<String, FabricNode> switches = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (String name : inventory.simulated()) {
            LabInventory.Host host = inventory.host(name);
            if (host.isSwitch()) {
                SwitchSample.find(fabric, host)
                        .ifPresentOrElse(node -> switches.put(name, node), () -> missing.add(name));
            } else {
                byPort(fabric, host.ports(), told)
                        .or(() -> find(name, told))
                        .ifPresentOrElse(
                                at -> found.put(name, new FabricHost(name, at.adapters())), () -> missing.add(name));
            }
        }
        if (!missing.isEmpty()) {
            throw new HostsNotFound(missing);
        }
        List<String> named = inventory.simulatedOf(SampleSettings.MANAGERS);
        var layout = new FabricLayout(
                parts,
                named.isEmpty()
                        ? ManagerChoice.of(parts, List.copyOf(found.values()))
                        : InventoryLayout.numbered(named));
        layout.addAll(inventory, found, switches);
        return new LabLayout(
                parts.stream()
                        .map(part -> SwitchSample.named(part, layout.hosts))
                        .toList(),
                layout.hosts,
                Optional.of(inventory.withPortGuids(layout.guids)));
    }

    private void addAll(LabInventory inventory, Map<String, FabricHost> found, Map<String, FabricNode> switches) {
        for (String name : inventory.simulated()) {
            List<String> groups = inventory.groupsOf(name);
            Optional<FabricHost> host = Optional.ofNullable(found.get(name));
            Optional<FabricNode> node = Optional.ofNullable(switches.get(name));
            switch (inventory.host(name).system()) {
                case LabSystem.Linux ignored -> host.ifPresent(of -> add(of, groups));
                case LabSystem.Esxi esxi -> host.ifPresent(of -> addEsxi(of, esxi.release(), groups));
                case LabSystem.Windows windows -> host.ifPresent(of -> addWindows(of, windows.release(), groups));
                case LabSystem.Switch sw -> node.ifPresent(of -> addSwitch(name, of, sw.isOld(), groups));
            }
        }
    }

    private void addSwitch(String name, FabricNode node, boolean isOld, List<String> groups) {
        guids.put(name, SwitchSample.portGuid(node.guid()));
        SwitchHost host = SwitchSample.host(name, node, isOld, Optional.ofNullable(managers.get(name)));
        hosts.add(SwitchSample.withLogin(new HostModel.Switch(host), groups));
    }

    /** The host of a port that the inventory tells the GUID of. */
    private static Optional<FabricHost> byPort(Fabric fabric, List<PortGuid> ports, List<FabricHost> told) {
        return told.stream()
                .filter(host -> host.adapters().stream()
                        .flatMap(ManagerChoice::ports)
                        .flatMap(port -> fabric.port(port).stream())
                        .anyMatch(port -> port.guid().filter(ports::contains).isPresent()))
                .findFirst();
    }

    /** Whatever adapters they are, the lab's ESXi has the driver of one kind only. */
    private static List<EsxiHost.Adapter> adapters(FabricHost host) {
        List<EsxiHost.Adapter> adapters = new ArrayList<>();
        for (LinuxHost.Adapter each : host.adapters()) {
            adapters.add(EsxiHost.Adapter.connectX2("mlx4_" + adapters.size(), each.node(), each.ports()));
        }
        return adapters;
    }

    private void addEsxi(FabricHost found, EsxiRelease release, List<String> groups) {
        guids.put(found.name(), EsxiSample.portGuids(adapters(found)));
        EsxiSample.Manner manner = InventoryLayout.manner(Optional.ofNullable(managers.get(found.name())));
        hosts.add(new LabHost(
                EsxiSample.host(found.name(), release, adapters(found), hosts.size(), manner), groups, Map.of()));
    }

    private void addWindows(FabricHost found, WindowsRelease release, List<String> groups) {
        Map<NodeGuid, Integer> ports = new LinkedHashMap<>();
        found.adapters().forEach(adapter -> ports.put(adapter.node(), adapter.ports()));
        WindowsHost host = WindowsSample.host(
                found.name(),
                release,
                WindowsSample.adapters(ports),
                hosts.size(),
                WindowsSample.TWO_K,
                Optional.ofNullable(managers.get(found.name()))
                        .map(SampleSettings::priority)
                        .map(WindowsSample::opensm));
        hosts.add(new LabHost(new HostModel.Windows(host), groups, Map.of()));
    }

    /** By the whole name, else by what stands before the first dot if that is one host's only. */
    private static Optional<FabricHost> find(String name, List<FabricHost> told) {
        Optional<FabricHost> exact =
                told.stream().filter(host -> host.name().equals(name)).findFirst();
        List<FabricHost> alike = told.stream()
                .filter(host -> shortName(host.name()).equals(shortName(name)))
                .toList();
        return exact.or(() -> alike.size() == 1 ? Optional.of(alike.getFirst()) : Optional.empty());
    }

    private static String shortName(String name) {
        int dot = name.indexOf('.');
        return (dot < 0 ? name : name.substring(0, dot)).toLowerCase(Locale.ROOT);
    }

    private void add(FabricHost found, List<String> groups) {
        int number = hosts.size();
        Optional<Integer> order = Optional.ofNullable(managers.get(found.name()));
        var host = new LinuxHost(
                found.name(),
                found.adapters(),
                List.of(SampleSettings.ipoib(interfaceName(found), number)),
                SampleSettings.stack(number),
                order.map(SampleSettings::priority)
                        .map(SampleSettings::opensm)
                        .map(opensm -> opensm.on(served(found))));
        Map<String, String> variables = order.map(SampleSettings::wanted)
                .map(wanted -> Map.of("sm_priority", wanted.toString()))
                .orElse(Map.of());
        hosts.add(new LabHost(host, groups, variables));
    }

    /** One port on each fabric: two subnet managers of one host on one fabric are nobody's intention. */
    private List<PortGuid> served(FabricHost host) {
        return fabrics.stream()
                .flatMap(fabric -> host.adapters().stream()
                        .flatMap(ManagerChoice::ports)
                        .filter(port -> fabric.peer(port).isPresent())
                        .flatMap(port -> fabric.port(port).stream())
                        .flatMap(port -> port.guid().stream())
                        .limit(1))
                .toList();
    }

    /** Of the first port with a cable: the kernel counts the interfaces as the host's ports come. */
    private String interfaceName(FabricHost host) {
        List<PortRef> ports =
                host.adapters().stream().flatMap(ManagerChoice::ports).toList();
        Stream<PortRef> cabled = ports.stream()
                .filter(port ->
                        fabrics.stream().anyMatch(fabric -> fabric.peer(port).isPresent()));
        return "ib" + cabled.findFirst().map(ports::indexOf).orElse(0);
    }

    /** The fabric tells of no host, or of several, by these names. */
    public static final class HostsNotFound extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient List<String> hosts;

        HostsNotFound(List<String> hosts) {
            super("no adapter of the fabric tells these hosts' names: " + String.join(", ", hosts));
            this.hosts = List.copyOf(hosts);
        }

        /** In the order of the inventory. */
        public List<String> hosts() {
            return hosts;
        }
    }
}
