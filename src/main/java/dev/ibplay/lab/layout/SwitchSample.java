package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.mlnxos.SwitchModel;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import dev.ibplay.lab.mlnxos.SwitchSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How managed switches of a lab are set up where nothing says otherwise: as they leave the factory, with their subnet managers off. */
final class SwitchSample {
    static final String SWITCHES = "switches";

    /** The factory's; it opens nothing but a simulated switch on loopback. */
    private static final String FACTORY_PASSWORD = "admin";

    private static final String OLD_CRYPTO = "ibplay_ssh_legacy_crypto";

    /** {@code MF0;sw1:SX6036/U1}. */
    private static final Pattern WRITTEN = Pattern.compile("MF\\d+;([^:;]+):.*");

    private SwitchSample() {}

    static SwitchModel model(String name, boolean isOld) {
        return isOld ? SwitchModel.old(name) : SwitchModel.current(name);
    }

    /** The switch that is a node of a fabric. */
    static SwitchHost host(SwitchModel model, FabricNode node, SwitchSettings settings) {
        return new SwitchHost(model, node.guid(), node.ports(), settings);
    }

    /** The node of a fabric that is the switch, by its GUID or by what it tells: its name, alone or as MLNX-OS writes it. */
    static Optional<FabricNode> find(Fabric fabric, LabInventory.Host host) {
        List<FabricNode> switches =
                fabric.nodes().stream().filter(FabricNode::isSwitch).toList();
        Optional<FabricNode> byGuid = switches.stream()
                .filter(node -> host.ports().contains(new PortGuid(node.guid().value())))
                .findFirst();
        List<FabricNode> byName = switches.stream()
                .filter(node -> hostName(node.description()).equals(host.name()))
                .toList();
        return byGuid.or(() -> byName.size() == 1 ? Optional.of(byName.getFirst()) : Optional.empty());
    }

    private static String hostName(String description) {
        Matcher written = WRITTEN.matcher(description.strip());
        return written.matches() ? written.group(1) : description.strip();
    }

    /** One of somebody's inventory, which runs a subnet manager where it has an order among them. */
    static SwitchHost host(String name, FabricNode node, boolean isOld, Optional<Integer> order) {
        SwitchSettings settings = order.map(SampleSettings::priority)
                .map(SwitchSettings::managing)
                .orElse(SwitchSettings.FACTORY);
        return host(model(name, isOld), node, settings);
    }

    /** A host whose inventory says the rest: with what is needed to log in at a switch. */
    static LabHost withLogin(HostModel model, List<String> groups) {
        return new LabHost(model, groups, model instanceof HostModel.Switch sw ? login(sw.host()) : Map.of());
    }

    /** What an inventory says to reach it, and to know it in the fabric. */
    static Map<String, String> variables(SwitchHost host) {
        Map<String, String> variables = new TreeMap<>();
        variables.put(EsxiSample.PORT_GUIDS, "0x%016x".formatted(host.node().value()));
        variables.putAll(login(host));
        return variables;
    }

    /** The GUID of port 0 as YAML, which is its node's. */
    static String portGuid(NodeGuid node) {
        return "\"0x%016x\"".formatted(node.value());
    }

    /** How one is let in: old servers take no key that the lab has. */
    static Map<String, String> login(SwitchHost host) {
        return host.model().has(Quirk.OLD_SSH)
                ? Map.of(LabHost.PASSWORD, FACTORY_PASSWORD, OLD_CRYPTO, "true")
                : Map.of();
    }

    /** The same fabric, in which the nodes of managed switches have their names. */
    static Fabric named(Fabric fabric, List<LabHost> hosts) {
        Map<NodeGuid, String> names = new HashMap<>();
        for (LabHost host : hosts) {
            if (host.model() instanceof HostModel.Switch sw) {
                names.put(sw.host().node(), sw.host().description());
            }
        }
        return new Fabric(
                fabric.nodes().stream()
                        .map(node -> EsxiSample.described(node, names.getOrDefault(node.guid(), node.description())))
                        .toList(),
                fabric.ports(),
                fabric.links());
    }
}
