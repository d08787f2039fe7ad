package dev.ibplay.rehearsal;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.linux.OpensmBinary;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.linux.LinuxHost.Adapter;
import dev.ibplay.lab.linux.LinuxHost.Given;
import dev.ibplay.lab.linux.LinuxHost.OpensmBuild;
import dev.ibplay.netstack.NetstackKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the simulated twin of one host is made of. */
final class TwinHost {
    private static final String OLD_DRIVER = "mlx4_core";
    private static final String NEW_DRIVER = "mlx5_core";
    private static final String WIDE_PORTS = "set_4k_mtu";

    private final HostFacts facts;
    private final HostRecording recording;

    TwinHost(HostFacts facts, HostRecording recording) {
        this.facts = facts;
        this.recording = recording;
    }

    LinuxHost host() {
        return new LinuxHost(facts.host(), adapters(), interfaces(), stack(), Optional.empty(), given());
    }

    /** Those with an InfiniBand port; ports with another link layer are no part of the simulation. */
    private List<Adapter> adapters() {
        Map<String, List<AdapterPort>> byAdapter = new LinkedHashMap<>();
        facts.ports().stream()
                .filter(AdapterPort::infiniband)
                .forEach(port -> byAdapter
                        .computeIfAbsent(port.port().adapter(), name -> new ArrayList<>())
                        .add(port));
        return byAdapter.entrySet().stream()
                .map(each -> adapter(each.getKey(), each.getValue()))
                .toList();
    }

    private Adapter adapter(String name, List<AdapterPort> ports) {
        String driver = driver(name, ports.getFirst());
        LinuxHost.Model usual = LinuxHost.Model.of(driver);
        var said = ports.getFirst().adapter();
        boolean connects = linksOf(name).stream()
                .flatMap(link -> link.canConnect().ifKnown().stream())
                .findFirst()
                .orElse(usual.connects());
        return new Adapter(
                name,
                driver,
                node(ports),
                ports.stream().mapToInt(port -> port.port().port()).max().orElse(1),
                origin(driver),
                new LinuxHost.Model(
                        said.type().orElse(usual.type()),
                        said.firmware().orElse(usual.firmware()),
                        said.board().orElse(usual.board()),
                        connects));
    }

    /** The node GUID that sysfs tells; by Mellanox's rule a port's GUID is that of its node plus its number. */
    private static NodeGuid node(List<AdapterPort> ports) {
        return ports.stream()
                .flatMap(port -> port.adapter().nodeGuid().stream())
                .findFirst()
                .orElseGet(() -> new NodeGuid(ports.stream()
                        .flatMap(port -> port.guid().stream()
                                .map(guid -> guid.value() - port.port().port()))
                        .findFirst()
                        .orElse(1L)));
    }

    private String driver(String adapter, AdapterPort port) {
        return linksOf(adapter).stream()
                .flatMap(link -> link.driver().stream())
                .findFirst()
                .orElseGet(() -> adapter.startsWith("mlx4")
                                || port.adapter().type().filter(TwinHost::isOld).isPresent()
                        ? OLD_DRIVER
                        : NEW_DRIVER);
    }

    /** MLNX_OFED's mlx4_core has an option for ports of 4096 bytes, upstream's an attribute of each port. */
    private LinuxHost.Origin origin(String driver) {
        return Optional.ofNullable(facts.drivers().get(driver)).stream()
                        .flatMap(found -> found.known().ifKnown().stream())
                        .anyMatch(names -> names.contains(WIDE_PORTS))
                ? LinuxHost.Origin.MLNX_OFED
                : LinuxHost.Origin.UPSTREAM;
    }

    /** ConnectX to ConnectX-3 Pro, by the numbers that hca_type shows. */
    private static boolean isOld(String type) {
        return type.matches("MT(25[0-9]{3}|26[0-9]{3}|409[0-9]|410[0-4])");
    }

    private List<IpoibLink> linksOf(String adapter) {
        return facts.network().links().ipoib().stream()
                .filter(link -> link.port()
                        .filter(port -> port.adapter().equals(adapter))
                        .isPresent())
                .toList();
    }

    private List<LinuxHost.Interface> interfaces() {
        List<LinuxHost.Interface> all = new ArrayList<>();
        for (IpoibObserved observed : facts.interfaces()) {
            address(observed.name())
                    .ifPresent(address -> all.add(new LinuxHost.Interface(
                            observed.name(),
                            observed.mode().ifKnown().orElse(IpoibMode.DATAGRAM),
                            observed.mtu().ifKnown(),
                            address)));
        }
        return all;
    }

    private Optional<String> address(String name) {
        return facts.network()
                .links()
                .link(name)
                .flatMap(link -> link.addresses().ifKnown())
                .flatMap(addresses -> addresses.stream()
                        .filter(address -> address.address().matches("[0-9.]+"))
                        .map((InterfaceAddress address) -> address.address() + "/" + address.prefixLength())
                        .findFirst());
    }

    /** The stack that most interfaces belong to; which one it is matters only where it has some. */
    private LinuxHost.Stack stack() {
        Map<LinuxHost.Stack, Integer> count = new EnumMap<>(LinuxHost.Stack.class);
        for (InterfaceOwner owner : facts.network().owners().values()) {
            stack(owner).ifPresent(stack -> count.merge(stack, 1, Integer::sum));
        }
        return count.entrySet().stream()
                .max(Comparator.comparingInt(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(LinuxHost.Stack.IFUPDOWN);
    }

    private static Optional<LinuxHost.Stack> stack(InterfaceOwner owner) {
        return switch (owner) {
            case InterfaceOwner.Configured configured -> Optional.of(stack(configured.kind(), configured.by()));
            case InterfaceOwner.Unclear unclear -> Optional.of(stack(unclear.kind(), unclear.kind()));
            case InterfaceOwner.Nobody ignored -> Optional.empty();
        };
    }

    /** NetworkManager reads ifcfg files, and what netplan generates. */
    private static LinuxHost.Stack stack(NetstackKind kind, NetstackKind by) {
        boolean isNetworkManager = by == NetstackKind.NETWORK_MANAGER;
        return switch (kind) {
            case NETWORK_MANAGER -> LinuxHost.Stack.NETWORKMANAGER;
            case NETWORKD -> LinuxHost.Stack.NETWORKD;
            case NETPLAN -> isNetworkManager ? LinuxHost.Stack.NETPLAN_NETWORKMANAGER : LinuxHost.Stack.NETPLAN;
            case IFUPDOWN -> LinuxHost.Stack.IFUPDOWN;
            case IFCFG -> isNetworkManager ? LinuxHost.Stack.NETWORKMANAGER : LinuxHost.Stack.IFCFG;
            case WICKED -> LinuxHost.Stack.WICKED;
        };
    }

    private Given given() {
        Optional<OpensmObserved> opensm = facts.opensm().ifKnown();
        return new Given(
                GivenFiles.of(recording),
                Optional.of(interfaceNames()),
                opensm.map(this::build),
                opensm
                        .filter(known -> known.launcher().enabled().equals(Fact.known(true)))
                        .flatMap(known -> known.launcher().unit())
                        .stream()
                        .toList(),
                facts.network().route().ifKnown().map(route -> new LinuxHost.Way(route.peer(), route.interfaceName())));
    }

    /**
     * A port's own interface has no parent. One that does not tell its port, as old kernels and simulators have them, gets the
     * first port that is left.
     */
    private Map<MadPort, String> interfaceNames() {
        Map<MadPort, String> names = new LinkedHashMap<>();
        List<IpoibLink> own = facts.network().links().ipoib().stream()
                .filter(link -> link.parent().isEmpty())
                .toList();
        own.forEach(link -> link.port().ifPresent(port -> names.putIfAbsent(port, link.name())));
        for (IpoibLink link : own) {
            if (!names.containsValue(link.name())) {
                facts.ports().stream()
                        .filter(port -> port.infiniband() && !names.containsKey(port.port()))
                        .findFirst()
                        .ifPresent(port -> names.put(port.port(), link.name()));
            }
        }
        return names;
    }

    private OpensmBuild build(OpensmObserved opensm) {
        Optional<OpensmBinary> installed = recording
                .outcome(OpensmBinary.operation())
                .flatMap(outcome -> OpensmBinary.parse(outcome).ifKnown())
                .flatMap(all -> all.stream().findFirst());
        OpensmBuild usual = OpensmBuild.DEBIAN;
        return new OpensmBuild(
                installed.map(OpensmBinary::path).orElse(usual.path()),
                installed
                        .flatMap(OpensmBinary::version)
                        .or(() -> opensm.version().ifKnown())
                        .orElse(usual.version()),
                installed.flatMap(OpensmBinary::conf).orElse(usual.conf()),
                installed.flatMap(OpensmBinary::partitions).orElse(usual.partitions()));
    }

    /** The GUIDs of a host's InfiniBand ports. */
    static List<PortGuid> guids(HostFacts facts) {
        return facts.infinibandGuids();
    }
}
