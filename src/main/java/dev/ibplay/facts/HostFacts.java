package dev.ibplay.facts;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one host.
 *
 * @param opensm absent where no OpenSM is installed
 * @param drivers by the module's name as it was asked for
 * @param guards that runs have left
 */
public record HostFacts(
        String host,
        List<AdapterPort> ports,
        List<IpoibObserved> interfaces,
        Fact<OpensmObserved> opensm,
        NetworkObserved network,
        Map<String, DriverObserved> drivers,
        List<GuardObserved> guards) {
    public HostFacts {
        guards = List.copyOf(guards);
        ports = List.copyOf(ports);
        interfaces = List.copyOf(interfaces);
        drivers = Map.copyOf(drivers);
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

    public Optional<IpoibObserved> ipoib(String name) {
        return interfaces.stream().filter(i -> i.name().equals(name)).findFirst();
    }

    /** The one IPoIB interface that a selector means. */
    public IpoibSelector.Selection select(IpoibSelector selector) {
        return selector.select(interfaces, network.links());
    }

    /** The ports that a fabric may be swept from. */
    public List<AdapterPort> vantagePorts() {
        return ports.stream()
                .filter(p -> p.infiniband() && p.active() && p.queryable())
                .toList();
    }
}
