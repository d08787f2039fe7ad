package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Which port of a fabric is whose: hosts that were read tell their port GUIDs, for others the inventory may. */
public final class FabricNames {
    private final Observed observed;
    private final Map<PortGuid, String> told;

    /**
     * The names of ports.
     *
     * @param told the hosts of ports that the inventory names ({@code ibplay_port_guids})
     */
    public FabricNames(Observed observed, Map<PortGuid, String> told) {
        this.observed = observed;
        this.told = Map.copyOf(told);
    }

    /** The host of a port, with the device and port number as the host calls them where that is known. */
    Optional<String> hostOf(PortGuid guid) {
        return observed.hostOf(guid)
                .map(host -> host.host()
                        + host.port(guid).map(port -> " " + port.port()).orElse(""))
                .or(() -> Optional.ofNullable(told.get(guid)));
    }

    /** The same, or {@code -}. */
    String hostOrDash(FabricPort port) {
        return port.guid().flatMap(this::hostOf).orElse("-");
    }

    /** The Active ports of adapters that belong to no host of the inventory. */
    List<FabricPort> unknown(Fabric fabric) {
        return fabric.activeAdapterPorts().stream()
                .filter(port -> port.guid().flatMap(this::hostOf).isEmpty())
                .toList();
    }

    /** Hosts that were read and have InfiniBand ports, but none in any fabric that was looked at, each with the reason. */
    public Map<String, String> outside() {
        Map<String, String> outside = new LinkedHashMap<>();
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .filter(host -> host.ports().stream()
                        .noneMatch(
                                port -> port.guid().flatMap(observed::fabricOf).isPresent()))
                .forEach(host -> outside.put(host.host(), why(host)));
        return outside;
    }

    private static String why(HostFacts host) {
        if (host.ports().isEmpty()) {
            return "it has no adapter";
        }
        if (host.ports().stream().noneMatch(AdapterPort::infiniband)) {
            return "its ports are Ethernet (RoCE or iWARP)";
        }
        return host.ports().stream().noneMatch(AdapterPort::active)
                ? "none of its ports is Active"
                : "its ports were found in no fabric that was looked at";
    }

    /** The fabrics in the order in which they are numbered. */
    public List<FabricFacts> fabrics() {
        return observed.fabrics();
    }

    /** All that was read. */
    public Observed observed() {
        return observed;
    }

    /** The hosts with ports in a fabric, in the order of their names. */
    List<String> hostsIn(Fabric fabric) {
        var hosts = new TreeSet<String>();
        fabric.activeAdapterPorts().stream()
                .flatMap(port -> port.guid().stream())
                .forEach(guid -> observed.hostOf(guid)
                        .map(HostFacts::host)
                        .or(() -> Optional.ofNullable(told.get(guid)))
                        .ifPresent(hosts::add));
        return List.copyOf(hosts);
    }
}
