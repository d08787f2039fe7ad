package dev.ibplay.run;

import dev.ibplay.diag.Problems;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.Secret;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.inventory.ConnectionVariables;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Play;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.source.Scope;
import dev.ibplay.source.Templates;
import dev.ibplay.transport.Connection;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SudoConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.local.LocalConnection;
import dev.ibplay.transport.ssh.SshArguments;
import dev.ibplay.transport.ssh.SshConnector;
import dev.ibplay.transport.ssh.SshTarget;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the sessions of a run from what inventory, plays and command line say: connection, then sudo, then the far end that
 * the host can run. As in Ansible, variables win over plays, and plays over the command line.
 */
public final class HostConnector implements SessionOpener, AutoCloseable {
    /** All that is decided about one host before it is contacted. */
    private record Way(ConnectionVariables variables, Play.PlayConnection play, SshArguments sshArguments) {}

    private final Map<String, Way> ways;
    private final Map<String, String> noWay;
    private final ConnectionOverrides overrides;
    private final SshWays sshWays;
    private final SshConnector ssh = SshConnector.start();
    private volatile Optional<Map<String, StandIn>> standIns = Optional.empty();

    private HostConnector(
            Map<String, Way> ways, Map<String, String> noWay, ConnectionOverrides overrides, SshWays sshWays) {
        this.ways = Map.copyOf(ways);
        this.noWay = Map.copyOf(noWay);
        this.overrides = overrides;
        this.sshWays = sshWays;
    }

    /**
     * Reads the connection variables of all hosts; nothing when some are wrong, then {@code problems} says which. A host that
     * nothing is wanted of may well be one that cannot be reached from here.
     *
     * @param second how many hosts have a second connection at a time, over which they are asked to confirm
     */
    public static Optional<HostConnector> of(
            DesiredState desired, ConnectionOverrides overrides, int second, Problems problems) {
        SshWays sshWays = new SshWays(overrides, System.getenv());
        Map<String, Way> ways = new HashMap<>();
        Map<String, String> noWay = new HashMap<>();
        for (DesiredHost host : withDelegates(desired)) {
            Problems own = new Problems();
            way(desired, host, sshWays, overrides, own).ifPresent(way -> ways.put(host.host(), way));
            if (host.isOnlyRead() && own.hasErrors()) {
                noWay.put(host.host(), own.sorted().getFirst().message());
            } else {
                own.sorted().forEach(problems::add);
            }
        }
        sshWays.checkConfigurations(problems);
        OpenFiles.ofThisProcess()
                .flatMap(files -> files.objection(ways.size() + Math.min(second, ways.size())))
                .ifPresent(problems::add);
        return problems.hasErrors()
                ? Optional.empty()
                : Optional.of(new HostConnector(ways, noWay, overrides, sshWays));
    }

    /** Hosts that run commands for others are reached like hosts that are only read. */
    private static List<DesiredHost> withDelegates(DesiredState desired) {
        Set<String> known = desired.hosts().stream().map(DesiredHost::host).collect(Collectors.toSet());
        return Stream.concat(
                        desired.hosts().stream(),
                        desired.delegates().stream()
                                .filter(host -> !known.contains(host))
                                .sorted()
                                .map(host -> new DesiredHost(host, false, List.of())))
                .toList();
    }

    private static Optional<Way> way(
            DesiredState desired, DesiredHost host, SshWays sshWays, ConnectionOverrides overrides, Problems problems) {
        Scope scope = desired.scopes().getOrDefault(host.host(), Scope.of(Map.of()));
        return ConnectionVariables.resolve(
                        host.host(),
                        name -> Templates.variable(name, scope, problems).or(() -> overrides.variable(name)),
                        problems)
                .map(variables ->
                        new Way(variables, playOf(desired, host), sshWays.arguments(host.host(), variables, problems)));
    }

    /** The first play that concerns the host; one outside the limit, which no play may change, is still read as it says. */
    private static Play.PlayConnection playOf(DesiredState desired, DesiredHost host) {
        Optional<Integer> wanting =
                host.wanted().stream().map(DesiredHost.Wanted::play).findFirst();
        return wanting.map(desired.plays()::get)
                .or(() -> desired.plays().stream()
                        .filter(play -> play.named().contains(host.host()))
                        .findFirst())
                .map(play -> play.play().connection())
                .orElse(Play.PlayConnection.UNSAID);
    }

    /**
     * From now on no host is contacted, but what stands in for it; hosts without such are unreachable. What inventory and
     * plays say of sudo goes for the stand-ins, too.
     */
    public void replaceHosts(Map<String, StandIn> byHost) {
        standIns = Optional.of(Map.copyOf(byHost));
    }

    /**
     * What is contacted instead of a host.
     *
     * @param helper how its far end comes about, unless the inventory says that the host has none
     * @param keys with which its fabric is asked
     */
    public record StandIn(SshTarget target, HelperChoice helper, MadKeys keys) {}

    @Override
    public HostSession open(String host) throws TransportException {
        Way way = Optional.ofNullable(ways.get(host)).orElseThrow();
        ConnectionVariables.Become become = way.variables().become();
        return open(host, way, become.wanted().or(() -> way.play().become()).orElse(overrides.become()));
    }

    @Override
    public HostSession openFor(String host, Optional<Boolean> become) throws TransportException {
        Way way = Optional.ofNullable(ways.get(host)).orElseThrow();
        return open(
                host, way, become.or(() -> way.variables().become().wanted()).orElse(false));
    }

    private HostSession open(String host, Way way, boolean byOther) throws TransportException {
        Connection connection = connect(host, way);
        boolean opened = false;
        try {
            Connection asUser = byOther ? become(host, way, connection) : connection;
            HostSession session = farEnd(host, way, connection, asUser);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                connection.close();
            }
        }
    }

    /** What is known of passwords and passphrases, so that it can be kept out of all records. */
    public Set<Secret> secrets() {
        Set<Secret> secrets = new HashSet<>();
        overrides.password().ifPresent(secrets::add);
        overrides.becomePassword().ifPresent(secrets::add);
        for (Way way : ways.values()) {
            way.variables().login().password().ifPresent(secrets::add);
            way.variables().login().passphrase().ifPresent(secrets::add);
            way.variables().become().password().ifPresent(secrets::add);
        }
        return secrets;
    }

    private Connection connect(String host, Way way) throws TransportException {
        if (standIns.isPresent()) {
            Optional<StandIn> standIn = standIn(host);
            if (standIn.isEmpty()) {
                throw new TransportException(
                        host,
                        TransportException.Kind.UNREACHABLE,
                        "it could not be read, and so nothing stands in for it",
                        Optional.empty());
            }
            return ssh.connect(standIn.get().target());
        }
        boolean local = way.variables()
                .kind()
                .map(kind -> kind == ConnectionVariables.Kind.LOCAL)
                .orElse(way.play().connection().equals(Optional.of("local")));
        if (local) {
            return LocalConnection.of(host);
        }
        try {
            return ssh.connect(sshWays.target(host, way.variables(), way.play(), way.sshArguments()));
        } catch (TransportException failure) {
            throw FarEnds.explained(failure, way.variables().platform());
        }
    }

    private Optional<StandIn> standIn(String host) {
        return standIns.flatMap(all -> Optional.ofNullable(all.get(host)));
    }

    private Connection become(String host, Way way, Connection connection) {
        ConnectionVariables.Become become = way.variables().become();
        String user = become.user()
                .or(() -> way.play().becomeUser())
                .or(overrides::becomeUser)
                .orElse("root");
        return new SudoConnection(
                connection, host, user, overrides.becomePassword().or(become::password));
    }

    private HostSession farEnd(String host, Way way, Connection login, Connection user) throws TransportException {
        Optional<HelperChoice> instead = standIn(host).map(StandIn::helper);
        HelperChoice choice = switch (way.variables().helper()) {
            case ConnectionVariables.Helper.Auto ignored -> instead.orElseGet(HelperChoice.Automatic::new);
            case ConnectionVariables.Helper.At at -> instead.orElseGet(() -> new HelperChoice.AtPath(at.path()));
            case ConnectionVariables.Helper.None ignored -> new HelperChoice.None();
        };
        return new FarEnds(host, way.variables().platform(), choice, login, user).open();
    }

    /** A host that is only read and that the inventory gives no way to is left alone. */
    @Override
    public Optional<String> unsupported(String host) {
        return Optional.ofNullable(noWay.get(host));
    }

    @Override
    public MadKeys keys(String host) {
        if (standIns.isPresent()) {
            return standIn(host).map(StandIn::keys).orElse(MadKeys.NONE);
        }
        return Optional.ofNullable(ways.get(host))
                .map(way -> way.variables().keys())
                .orElse(MadKeys.NONE);
    }

    @Override
    public Map<String, PortGuid> toldPorts(String host) {
        Map<String, PortGuid> told = new TreeMap<>();
        List<ConnectionVariables.PortGuidText> texts = Optional.ofNullable(ways.get(host))
                .map(way -> way.variables().portGuids())
                .orElse(List.of());
        for (ConnectionVariables.PortGuidText text : texts) {
            String name = text.port().orElse(Integer.toString(told.size() + 1));
            PortGuid.parse(text.guid().value()).ifPresent(guid -> told.put(name, guid));
        }
        return told;
    }

    @Override
    public void close() {
        ssh.close();
    }
}
