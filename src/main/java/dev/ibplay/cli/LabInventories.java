package dev.ibplay.cli;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.inventory.ConnectionVariables;
import dev.ibplay.inventory.ConnectionVariables.Platform;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.layout.LabInventory;
import dev.ibplay.lab.layout.LabSystem;
import dev.ibplay.lab.windows.WindowsRelease;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.report.FlowYaml;
import dev.ibplay.source.Node;
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

    /** Which release an ESXi host of the lab is to have. */
    private static final String RELEASE = "lab_esxi_release";

    /** The same of a Windows host. */
    private static final String WINDOWS_RELEASE = "lab_windows_release";

    /** The same of a managed switch. */
    private static final String SWITCH_RELEASE = "lab_mlnxos_release";

    private static final String OLD_LAYOUT = "3.6";
    private static final String NEW_LAYOUT = "3.10";

    /** What a host of the inventory is in the lab. */
    private sealed interface Part {
        record Simulated(LabSystem system, List<PortGuid> ports) implements Part {}

        record None(String why) implements Part {}
    }

    /**
     * The inventory without how to reach its hosts; nothing when something in it is wrong. Hosts of systems that the lab does not have,
     * or that there is no way to, are not simulated, and named.
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
            Part part = part(host.name(), scope, hasGuids);
            if (part instanceof Part.None none) {
                console.say(host.name() + ": not simulated: " + none.why());
            }
            boolean simulated = !(part instanceof Part.None);
            Map<String, String> variables = variables(inventory, host.name(), simulated, hasGuids);
            hosts.add(
                    switch (part) {
                        case Part.Simulated of ->
                            new LabInventory.Host(host.name(), variables, true, of.system(), of.ports());
                        case Part.None ignored -> new LabInventory.Host(host.name(), variables, false);
                    });
        }
        List<LabInventory.Group> groups = inventory.groups().stream()
                .map(group -> new LabInventory.Group(group.name(), group.hosts(), group.children()))
                .toList();
        return Optional.of(new LabInventory(hosts, groups));
    }

    private static Part part(String host, Scope scope, boolean hasGuids) {
        Problems own = new Problems();
        Optional<ConnectionVariables> variables =
                ConnectionVariables.resolve(host, name -> Templates.variable(name, scope, own), own);
        if (own.hasErrors() || variables.isEmpty()) {
            return new Part.None(own.sorted().stream()
                    .findFirst()
                    .map(Diagnostic::message)
                    .orElse("how to reach it cannot be told"));
        }
        List<PortGuid> ports = hasGuids ? ports(variables.get()) : List.of();
        Platform platform = variables.get().platform().orElse(Platform.LINUX);
        return switch (platform) {
            case LINUX -> new Part.Simulated(new LabSystem.Linux(), ports);
            case ESXI -> esxi(release(RELEASE, "5.5", scope), ports, hasGuids);
            case MLNXOS -> managedSwitch(release(SWITCH_RELEASE, NEW_LAYOUT, scope), ports);
            case WINDOWS -> windows(release(WINDOWS_RELEASE, "2012r2", scope), ports);
        };
    }

    private static List<PortGuid> ports(ConnectionVariables variables) {
        return variables.portGuids().stream()
                .flatMap(text -> PortGuid.parse(text.guid().value()).stream())
                .toList();
    }

    private static Part esxi(String release, List<PortGuid> ports, boolean hasGuids) {
        if (hasGuids && ports.isEmpty()) {
            return new Part.None("no adapter tells that it is an ESXi host's; " + PORT_GUIDS + " would");
        }
        return EsxiRelease.parse(release)
                .<Part>map(known -> new Part.Simulated(new LabSystem.Esxi(known), ports))
                .orElseGet(() ->
                        new Part.None("the lab has no ESXi %s; %s is 5.5, 6.7 or 8.0".formatted(release, RELEASE)));
    }

    private static Part windows(String release, List<PortGuid> ports) {
        return WindowsRelease.parse(release)
                .<Part>map(known -> new Part.Simulated(new LabSystem.Windows(known), ports))
                .orElseGet(() -> new Part.None(
                        "the lab has no Windows %s; %s is 7, 2012r2 or 2022".formatted(release, WINDOWS_RELEASE)));
    }

    private static Part managedSwitch(String release, List<PortGuid> ports) {
        return switch (release) {
            case OLD_LAYOUT, NEW_LAYOUT -> new Part.Simulated(new LabSystem.Switch(release.equals(OLD_LAYOUT)), ports);
            default ->
                new Part.None("the lab has no MLNX-OS %s; %s is %s or %s"
                        .formatted(release, SWITCH_RELEASE, OLD_LAYOUT, NEW_LAYOUT));
        };
    }

    /**
     * What the inventory says.
     *
     * @param usual where it does not: of ESXi the last release with a driver of its own for InfiniBand
     */
    private static String release(String variable, String usual, Scope scope) {
        return Templates.variable(variable, scope, new Problems())
                .flatMap(node -> node instanceof Node.Scalar scalar ? Optional.of(scalar.text()) : Optional.empty())
                .orElse(usual);
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
