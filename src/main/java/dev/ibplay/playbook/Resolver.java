package dev.ibplay.playbook;

import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.HostCommands;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.source.Node;
import dev.ibplay.source.Scope;
import dev.ibplay.source.Templates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Works out what each host is to be, from plays, inventory and variables. All mistakes of all hosts are reported. */
public final class Resolver {
    private final Inventory inventory;
    private final Map<String, Node> extraVariables;
    private final Selection selection;
    private final Problems problems;
    private final Map<String, List<DesiredHost.Wanted>> wanted = new LinkedHashMap<>();
    private final Map<String, StateConflicts> conflicts = new LinkedHashMap<>();
    private final Map<String, Scope> scopes = new LinkedHashMap<>();
    private final Set<String> changeable = new HashSet<>();
    private final List<String> hostNames;
    private final MemberHosts members;

    private Resolver(Inventory inventory, Map<String, Node> extraVariables, Selection selection, Problems problems) {
        this.inventory = inventory;
        this.extraVariables = extraVariables;
        this.selection = selection;
        this.problems = problems;
        this.hostNames = inventory.hosts().stream().map(Host::name).toList();
        this.members = new MemberHosts(inventory, this::ofInventory, problems);
    }

    /** The desired state of all hosts that the playbooks name. */
    public static DesiredState resolve(
            List<Playbook> playbooks,
            Inventory inventory,
            Map<String, Node> extraVariables,
            Selection selection,
            Problems problems) {
        return new Resolver(inventory, extraVariables, selection, problems).resolve(playbooks);
    }

    /** Hosts of which nothing is wanted: they are only looked at. */
    public static DesiredState onlyRead(
            Inventory inventory, List<Host> hosts, Map<String, Node> extraVariables, Problems problems) {
        var resolver = new Resolver(inventory, extraVariables, Selection.ALL, problems);
        Map<String, Scope> scopes = new LinkedHashMap<>();
        hosts.forEach(host -> scopes.put(host.name(), resolver.ofInventory(host.name())));
        List<DesiredHost> read = hosts.stream()
                .map(host -> new DesiredHost(host.name(), false, List.of()))
                .toList();
        return new DesiredState(List.of(), read, scopes);
    }

    /** The hosts of the ports whose GUIDs the inventory tells ({@code ibplay_port_guids}). */
    public static Map<PortGuid, String> knownPorts(DesiredState hosts, Problems problems) {
        Map<PortGuid, String> known = new LinkedHashMap<>();
        hosts.hosts()
                .forEach(host -> Optional.ofNullable(hosts.scopes().get(host.host()))
                        .ifPresent(scope -> KnownPortGuids.of(host.host(), scope, problems)
                                .all()
                                .forEach(guid -> known.putIfAbsent(guid, host.host()))));
        return known;
    }

    private DesiredState resolve(List<Playbook> playbooks) {
        Optional<Set<String>> limit = selection
                .limit()
                .map(pattern -> pattern.select(inventory, problems).stream()
                        .map(Host::name)
                        .collect(Collectors.toSet()));
        List<DesiredState.ResolvedPlay> plays = new ArrayList<>();
        for (Playbook playbook : playbooks) {
            for (Play play : playbook.plays()) {
                plays.add(play(plays.size(), play, limit));
            }
        }
        List<DesiredHost> hosts = wanted.entrySet().stream()
                .filter(e -> changeable.contains(e.getKey()) || managesFabric(e.getValue()))
                .map(e -> new DesiredHost(e.getKey(), changeable.contains(e.getKey()), e.getValue()))
                .toList();
        List<DesiredHost> all = withMembers(hosts);
        return new DesiredState(plays, all, scopes, delegates(plays));
    }

    /** The hosts that run commands for others, with the variables by which they are reached. */
    private Set<String> delegates(List<DesiredState.ResolvedPlay> plays) {
        Set<String> delegates = plays.stream()
                .flatMap(play -> play.commands().values().stream())
                .flatMap(HostCommands::delegates)
                .collect(Collectors.toSet());
        delegates.forEach(host -> scopes.computeIfAbsent(
                host, name -> inventory.host(name).isPresent() ? ofInventory(name) : Scope.of(controlNode(name))));
        return delegates;
    }

    /** As Ansible's implicit localhost: reached without a network. */
    private static Map<String, Node> controlNode(String name) {
        return Map.of("ansible_connection", Node.Scalar.quoted("local", Span.startOf(name)));
    }

    /** Hosts that partitions name are read for their ports, whether or not a play is for them. */
    private List<DesiredHost> withMembers(List<DesiredHost> hosts) {
        Map<String, DesiredHost> all = new LinkedHashMap<>();
        hosts.forEach(host -> all.put(host.host(), host));
        for (DesiredHost host : hosts) {
            host.all(SubnetManager.class).stream()
                    .flatMap(SubnetManager::namedHosts)
                    .forEach(ports -> {
                        all.computeIfAbsent(ports.host(), name -> new DesiredHost(name, false, List.of()));
                        scopes.computeIfAbsent(ports.host(), this::ofInventory);
                    });
        }
        return List.copyOf(all.values());
    }

    /** A host outside the limit is still read when it runs a subnet manager: a fabric is planned as a whole. */
    private static boolean managesFabric(List<DesiredHost.Wanted> resources) {
        return resources.stream().anyMatch(w -> w.resource() instanceof SubnetManager);
    }

    private DesiredState.ResolvedPlay play(int number, Play play, Optional<Set<String>> limit) {
        boolean tagged = selection.takes(play.tags());
        List<String> named = new ArrayList<>();
        List<String> mayChange = new ArrayList<>();
        Map<String, HostCommands> commands = new LinkedHashMap<>();
        for (Host host : HostPattern.parse(play.hosts(), problems).select(inventory, problems)) {
            Scope scope = scope(host.name(), play);
            if (!applies(play, scope)) {
                continue;
            }
            scopes.putIfAbsent(host.name(), scope);
            named.add(host.name());
            boolean change =
                    tagged && limit.map(names -> names.contains(host.name())).orElse(true);
            List<Resource> resources = resources(play, scope);
            resources.forEach(resource -> {
                conflicts
                        .computeIfAbsent(host.name(), name -> new StateConflicts(name, problems))
                        .add(resource);
                // A play that the tags leave out is of interest only as far as it says how a fabric is to be.
                if (tagged || resource instanceof SubnetManager) {
                    add(wanted.computeIfAbsent(host.name(), name -> new ArrayList<>()), number, resource, change);
                }
            });
            if (change) {
                wanted.computeIfAbsent(host.name(), name -> new ArrayList<>());
                changeable.add(host.name());
                mayChange.add(host.name());
                HostCommands around = commands(play, host.name(), scope);
                if (!around.isEmpty()) {
                    commands.put(host.name(), around);
                }
            }
        }
        return new DesiredState.ResolvedPlay(play, mayChange, named, commands);
    }

    private HostCommands commands(Play play, String host, Scope scope) {
        if (play.before().isEmpty() && play.after().isEmpty()) {
            return HostCommands.NONE;
        }
        var parser = new CommandParser(inventory, host, scope, problems);
        return new HostCommands(parser.parse(play.before()), parser.parse(play.after()));
    }

    /** Several plays may say something of one thing: it is planned as one, in the turn of the first of them. */
    private static void add(List<DesiredHost.Wanted> wishes, int play, Resource resource, boolean change) {
        for (int i = 0; i < wishes.size(); i++) {
            DesiredHost.Wanted earlier = wishes.get(i);
            Optional<Resource> joined =
                    earlier.changeable() == change ? join(earlier.resource(), resource) : Optional.empty();
            if (joined.isPresent()) {
                wishes.set(i, new DesiredHost.Wanted(earlier.play(), joined.get(), change));
                return;
            }
        }
        wishes.add(new DesiredHost.Wanted(play, resource, change));
    }

    private static Optional<Resource> join(Resource earlier, Resource later) {
        if (!earlier.key().equals(later.key())) {
            return Optional.empty();
        }
        return switch (earlier) {
            case SubnetManager opensm -> Optional.of(opensm.with((SubnetManager) later));
            case IpoibInterface ipoib -> Optional.of(ipoib.with((IpoibInterface) later));
            case DriverOptions ignored -> Optional.empty();
            case VirtualSwitch ignored -> Optional.empty();
            case VmkernelInterface ignored -> Optional.empty();
        };
    }

    private boolean applies(Play play, Scope scope) {
        return play.when()
                .map(condition -> Templates.test(condition, scope, problems).orElse(false))
                .orElse(true);
    }

    private List<Resource> resources(Play play, Scope scope) {
        return Templates.render(play.state(), scope, problems)
                .filter(Node.Mapping.class::isInstance)
                .map(state -> StateParser.parse(
                        (Node.Mapping) state,
                        new StateContext(PortChoice.fabrics(scope, problems), Optional.of(members), problems)))
                .orElse(List.of());
    }

    private Scope ofInventory(String host) {
        return scope(inventory, hostNames, host, Map.of(), extraVariables);
    }

    private Scope scope(String host, Play play) {
        return scope(inventory, hostNames, host, play.variables(), extraVariables);
    }

    /** Ansible's order: inventory, play, files of the play, {@code -e}; what the inventory itself knows wins over all. */
    public static Scope scope(
            Inventory inventory,
            List<String> hostNames,
            String host,
            Map<String, Node> ofPlay,
            Map<String, Node> extraVariables) {
        Map<String, Node> variables = new LinkedHashMap<>(inventory.variables(host));
        variables.putAll(ofPlay);
        variables.putAll(extraVariables);
        variables.putAll(inventory.magicVariables(host));
        return new Scope(
                variables,
                hostNames,
                name -> inventory.host(name).map(other -> Scope.of(inventory.variables(other.name()))));
    }
}
