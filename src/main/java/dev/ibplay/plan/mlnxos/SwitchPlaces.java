package dev.ibplay.plan.mlnxos;

import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds which node of a fabric a managed switch is, since its command line does not tell a GUID: by what the inventory says
 * ({@code ibplay_port_guids}), else by the text that the node carries. Its subnet manager is at port 0, whose GUID is the node's.
 */
public final class SwitchPlaces {
    /** MLNX-OS names its node {@code MF0;HOSTNAME:MODEL/U1}; those of a chassis have its host name, too. */
    private static final Pattern OWN_NAME = Pattern.compile("MF0;([^:]+):.*");

    private static final MadPort PORT_0 = new MadPort("switch", 0);

    private SwitchPlaces() {}

    /** The same, where managed switches have the port that they are found at. */
    public static Observed placed(Observed observed) {
        Map<String, HostFacts> hosts = new HashMap<>(observed.hosts());
        observed.hosts().values().stream()
                .filter(host -> host.mlnxos().isPresent() && host.ports().isEmpty())
                .forEach(host -> {
                    List<PortGuid> found = candidates(host, observed.fabrics());
                    if (found.size() == 1) {
                        AdapterPort port = new AdapterPort(PORT_0, Optional.of(found.getFirst()), true, true, false);
                        hosts.put(host.host(), host.withPorts(List.of(port)));
                    }
                });
        return new Observed(hosts, observed.fabrics(), observed.silent());
    }

    /** The port of its subnet manager, of a switch that {@link #placed} has found; it may lie in no fabric that is known. */
    static Optional<PortGuid> port(HostFacts host, Observed observed) {
        List<PortGuid> told = host.infinibandGuids();
        return told.stream()
                .filter(guid -> observed.fabricOf(guid).isPresent())
                .findFirst()
                .or(() -> told.stream().findFirst());
    }

    /** Why it was not found. */
    static String why(HostFacts host, Observed observed) {
        int found = candidates(host, observed.fabrics()).size();
        return found == 0
                ? "no switch of the fabric carries its name, %s".formatted(String.join(" or ", names(host)))
                : "%d switches of the fabric carry its name, %s".formatted(found, String.join(" or ", names(host)));
    }

    /** Of several that carry its name, as in a chassis, it is the one that says that a subnet manager runs there. */
    private static List<PortGuid> candidates(HostFacts host, List<FabricFacts> fabrics) {
        Set<String> names = names(host);
        List<PortGuid> all = new ArrayList<>();
        List<PortGuid> managing = new ArrayList<>();
        for (FabricFacts fabric : fabrics) {
            for (FabricNode node : fabric.fabric().nodes()) {
                if (node.type() == NodeType.SWITCH && names.contains(name(node))) {
                    PortGuid port = fabric.fabric()
                            .port(new PortRef(node.guid(), 0))
                            .flatMap(found -> found.guid())
                            .orElseGet(() -> new PortGuid(node.guid().value()));
                    all.add(port);
                    if (fabric.subnetManagers().containsKey(port)) {
                        managing.add(port);
                    }
                }
            }
        }
        return managing.size() == 1 ? managing : all.stream().distinct().toList();
    }

    private static String name(FabricNode node) {
        Matcher own = OWN_NAME.matcher(node.description());
        return own.matches() ? own.group(1) : node.description().strip();
    }

    /** What it calls itself, and what the inventory calls it. */
    private static Set<String> names(HostFacts host) {
        Set<String> names = new TreeSet<>(Set.of(host.host()));
        host.mlnxos().flatMap(its -> its.node().ifKnown()).ifPresent(names::add);
        return names;
    }
}
