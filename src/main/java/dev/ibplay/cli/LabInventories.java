package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.ConnectionVariables;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.lab.layout.LabInventory;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.report.FlowYaml;
import dev.ibplay.source.Scope;
import dev.ibplay.source.SourceFiles;
import dev.ibplay.source.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Reads somebody's own inventory for a lab. */
final class LabInventories {
    /** Of ibplay's own variables, those that do not say how to reach a host or its fabric. */
    private static final Set<String> KEPT = Set.of("ibplay_platform", "ibplay_fabrics");

    private static final String PORT_GUIDS = "ibplay_port_guids";

    /** They tell that a host is none for SSH, which it is not in the lab either. */
    private static final Set<String> CONNECTION = Set.of("ansible_connection", "ibplay_connection");

    private LabInventories() {}

    /**
     * The inventory without how to reach its hosts; nothing when something in it is wrong. Hosts that are not Linux, or that there is
     * no way to, are not simulated, and named.
     *
     * @param hasGuids whether the lab's ports have the GUIDs of the real ones
     */
    static Optional<LabInventory> read(
            List<String> sources, SourceFiles files, boolean hasGuids, Console console, Problems problems) {
        Inventory inventory = new InventoryReader(files, problems).read(sources);
        if (problems.hasErrors()) {
            return Optional.empty();
        }
        DesiredState state = Resolver.onlyRead(inventory, List.copyOf(inventory.hosts()), Map.of(), problems);
        List<LabInventory.Host> hosts = new ArrayList<>();
        for (Host host : inventory.hosts()) {
            Scope scope = state.scopes().getOrDefault(host.name(), Scope.of(Map.of()));
            Optional<String> obstacle = obstacle(host.name(), scope);
            obstacle.ifPresent(why -> console.say(host.name() + ": not simulated: " + why));
            boolean simulated = obstacle.isEmpty();
            hosts.add(new LabInventory.Host(
                    host.name(), variables(inventory, host.name(), simulated, hasGuids), simulated));
        }
        List<LabInventory.Group> groups = inventory.groups().stream()
                .map(group -> new LabInventory.Group(group.name(), group.hosts(), group.children()))
                .toList();
        return Optional.of(new LabInventory(hosts, groups));
    }

    /** Why a lab cannot have a host. */
    private static Optional<String> obstacle(String host, Scope scope) {
        Problems own = new Problems();
        Optional<ConnectionVariables> variables =
                ConnectionVariables.resolve(host, name -> Templates.variable(name, scope, own), own);
        if (own.hasErrors()) {
            return Optional.of(own.sorted().getFirst().message());
        }
        return variables
                .flatMap(ConnectionVariables::platform)
                .filter(platform -> platform != Platform.LINUX)
                .map(platform -> "its platform is " + platform.word());
    }

    private static Map<String, String> variables(
            Inventory inventory, String host, boolean simulated, boolean hasGuids) {
        Map<String, String> kept = new TreeMap<>();
        inventory.variables(host).forEach((name, value) -> {
            boolean ours = name.startsWith("ibplay_");
            boolean keeps = ours
                    ? KEPT.contains(name) || (hasGuids && name.equals(PORT_GUIDS))
                    : !name.startsWith("ansible_") && !Inventory.MAGIC.contains(name);
            if (keeps || (!simulated && CONNECTION.contains(name))) {
                kept.put(name, FlowYaml.complete(value));
            }
        });
        return kept;
    }
}
