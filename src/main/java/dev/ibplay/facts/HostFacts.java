package dev.ibplay.facts;

import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one host.
 *
 * @param opensm absent where no OpenSM is installed
 * @param drivers by the module's name as it was asked for
 * @param guards that runs have left
 * @param system what the host runs
 * @param esxi what only an ESXi host has
 * @param windows what only a Windows host has
 * @param mlnxos what only a managed switch has
 */
public record HostFacts(
        String host,
        List<AdapterPort> ports,
        List<IpoibObserved> interfaces,
        Fact<OpensmObserved> opensm,
        NetworkObserved network,
        Map<String, DriverObserved> drivers,
        List<GuardObserved> guards,
        HostSystem system,
        Optional<EsxiObserved> esxi,
        Optional<WindowsObserved> windows,
        Optional<MlnxosObserved> mlnxos) {
    public HostFacts {
        guards = List.copyOf(guards);
        ports = List.copyOf(ports);
        interfaces = List.copyOf(interfaces);
        drivers = Map.copyOf(drivers);
    }

    /** Of any host but a managed switch. */
    public HostFacts(
            String host,
            List<AdapterPort> ports,
            List<IpoibObserved> interfaces,
            Fact<OpensmObserved> opensm,
            NetworkObserved network,
            Map<String, DriverObserved> drivers,
            List<GuardObserved> guards,
            HostSystem system,
            Optional<EsxiObserved> esxi,
            Optional<WindowsObserved> windows) {
        this(host, ports, interfaces, opensm, network, drivers, guards, system, esxi, windows, Optional.empty());
    }

    /** Of a Linux or an ESXi host. */
    public HostFacts(
            String host,
            List<AdapterPort> ports,
            List<IpoibObserved> interfaces,
            Fact<OpensmObserved> opensm,
            NetworkObserved network,
            Map<String, DriverObserved> drivers,
            List<GuardObserved> guards,
            HostSystem system,
            Optional<EsxiObserved> esxi) {
        this(host, ports, interfaces, opensm, network, drivers, guards, system, esxi, Optional.empty());
    }

    /** Of a Linux host. */
    public HostFacts(
            String host,
            List<AdapterPort> ports,
            List<IpoibObserved> interfaces,
            Fact<OpensmObserved> opensm,
            NetworkObserved network,
            Map<String, DriverObserved> drivers,
            List<GuardObserved> guards) {
        this(host, ports, interfaces, opensm, network, drivers, guards, HostSystem.LINUX, Optional.empty());
    }

    /** Of a managed switch, which has one subnet manager and nothing else that is managed. */
    public static HostFacts ofSwitch(String host, HostSystem system, MlnxosObserved observed) {
        return new HostFacts(
                host,
                List.of(),
                List.of(),
                new Fact.Absent<>(),
                NetworkObserved.NOT_ASKED,
                Map.of(),
                List.of(),
                system,
                Optional.empty(),
                Optional.empty(),
                Optional.of(observed));
    }

    /** Without a look at network stacks and drivers. */
    public HostFacts(
            String host, List<AdapterPort> ports, List<IpoibObserved> interfaces, Fact<OpensmObserved> opensm) {
        this(host, ports, interfaces, opensm, NetworkObserved.NOT_ASKED, Map.of(), List.of());
    }

    /** Without a look at guards. */
    public HostFacts(
            String host,
            List<AdapterPort> ports,
            List<IpoibObserved> interfaces,
            Fact<OpensmObserved> opensm,
            NetworkObserved network,
            Map<String, DriverObserved> drivers) {
        this(host, ports, interfaces, opensm, network, drivers, List.of());
    }

    /** The same with ports that the host itself does not tell. */
    public HostFacts withPorts(List<AdapterPort> told) {
        return new HostFacts(host, told, interfaces, opensm, network, drivers, guards, system, esxi, windows, mlnxos);
    }

    /** The same with more known of its interfaces. */
    public HostFacts withInterfaces(List<IpoibObserved> known) {
        return new HostFacts(host, ports, known, opensm, network, drivers, guards, system, esxi, windows, mlnxos);
    }

    /** The same with another network. */
    public HostFacts withNetwork(NetworkObserved other) {
        return new HostFacts(host, ports, interfaces, opensm, other, drivers, guards, system, esxi, windows, mlnxos);
    }

    /** Whether the host's system is known to have no IPoIB at all, as ESXi 7 and later. */
    public boolean lacksIpoib() {
        return system.kind() == HostSystem.Kind.ESXI
                && system.version()
                        .ifKnown()
                        .filter(version -> !EsxiObserved.hasIpoib(version))
                        .isPresent();
    }

    /** The GUIDs of its InfiniBand ports, as far as they are known. */
    public List<PortGuid> infinibandGuids() {
        return ports.stream()
                .filter(AdapterPort::infiniband)
                .flatMap(port -> port.guid().stream())
                .toList();
    }

    /** The adapter port with this GUID. */
    public Optional<AdapterPort> port(PortGuid guid) {
        return ports.stream().filter(p -> p.guid().equals(Optional.of(guid))).findFirst();
    }

    public Optional<IpoibObserved> ipoib(String name) {
        return interfaces.stream().filter(i -> i.name().equals(name)).findFirst();
    }

    /** The IPoIB interfaces in a bond; empty where there is no such bond. */
    public List<IpoibObserved> slaves(String bond) {
        return network.links().bond(bond).map(BondObserved::slaves).orElse(List.of()).stream()
                .flatMap(slave -> ipoib(slave).stream())
                .toList();
    }

    /** The way back from the host to the controller, where it may run over this interface. */
    public Optional<ManagementRoute> wayInOver(String interfaceName) {
        return network.route().ifKnown().filter(route -> route.runsOver(interfaceName));
    }

    /** The one IPoIB interface that a selector means. */
    public IpoibSelector.Selection select(IpoibSelector selector) {
        return selector.select(interfaces, network.links());
    }

    /** The ports that have a link, Active or not: without a subnet manager they answer too. */
    public List<AdapterPort> linkedPorts() {
        return ports.stream()
                .filter(p -> p.infiniband() && p.queryable())
                .filter(p ->
                        p.active() || p.attributes().physicalState().equals(Optional.of(PortPhysicalState.LINK_UP)))
                .toList();
    }

    /** The ports that a fabric may be swept from. */
    public List<AdapterPort> vantagePorts() {
        return ports.stream()
                .filter(p -> p.infiniband() && p.active() && p.queryable())
                .toList();
    }
}
