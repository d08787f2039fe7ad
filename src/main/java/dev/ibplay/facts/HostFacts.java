package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;

/**
 * What is known of one host.
 *
 * @param opensm absent where no OpenSM is installed
 */
public record HostFacts(
        String host, List<AdapterPort> ports, List<IpoibObserved> interfaces, Fact<OpensmObserved> opensm) {
    public HostFacts {
        ports = List.copyOf(ports);
        interfaces = List.copyOf(interfaces);
    }

    public Optional<IpoibObserved> ipoib(String name) {
        return interfaces.stream().filter(i -> i.name().equals(name)).findFirst();
    }

    /** The ports that a fabric may be swept from. */
    public List<AdapterPort> vantagePorts() {
        return ports.stream()
                .filter(p -> p.infiniband() && p.active() && p.queryable())
                .toList();
    }
}
