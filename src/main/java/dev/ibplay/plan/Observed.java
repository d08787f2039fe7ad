package dev.ibplay.plan;

import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that was found out for a plan.
 *
 * @param hosts facts by host; a host that could not be asked is missing
 * @param silent why the ports of a host could not query their fabric, by host
 */
public record Observed(Map<String, HostFacts> hosts, List<FabricFacts> fabrics, Map<String, String> silent) {
    public Observed {
        hosts = Map.copyOf(hosts);
        fabrics = List.copyOf(fabrics);
        silent = Map.copyOf(silent);
    }

    public Observed(Map<String, HostFacts> hosts, List<FabricFacts> fabrics) {
        this(hosts, fabrics, Map.of());
    }

    /** The host that has a port. */
    public Optional<HostFacts> hostOf(PortGuid guid) {
        return hosts.values().stream()
                .filter(host -> host.port(guid).isPresent())
                .findFirst();
    }

    /** The fabric that a port lies in. */
    public Optional<FabricFacts> fabricOf(PortGuid guid) {
        return fabrics.stream().filter(f -> f.port(guid).isPresent()).findFirst();
    }

    /** The port that an interface sits on, where its hardware address says so, or else the host. */
    public Optional<PortGuid> portOf(HostFacts host, IpoibObserved found) {
        String name = host.slaves(found.name()).stream()
                .map(IpoibObserved::name)
                .findFirst()
                .orElse(found.name());
        Optional<IpoibLink> link = host.network().links().link(name);
        return link.flatMap(l -> l.hardwareAddress().ifKnown())
                .flatMap(IpoibAddress::portGuid)
                .or(() -> link.flatMap(IpoibLink::port)
                        .flatMap(port -> host.ports().stream()
                                .filter(p -> p.port().equals(port))
                                .findFirst()
                                .flatMap(AdapterPort::guid)));
    }

    /** The fabric of an interface's port; where its hardware address does not say, the host's only one. */
    public Optional<FabricFacts> fabricOf(HostFacts host, IpoibObserved found) {
        return portOf(host, found).flatMap(this::fabricOf).or(() -> onlyFabricOf(host));
    }

    /** The only fabric that a host lies in; nothing for none, or for several. */
    public Optional<FabricFacts> onlyFabricOf(HostFacts host) {
        List<FabricFacts> found = host.ports().stream()
                .flatMap(p -> p.guid().flatMap(this::fabricOf).stream())
                .distinct()
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }
}
