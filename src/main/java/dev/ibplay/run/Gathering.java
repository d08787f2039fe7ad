package dev.ibplay.run;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.gather.FabricQueries;
import dev.ibplay.gather.FabricWish;
import dev.ibplay.gather.FactsWanted;
import dev.ibplay.gather.Gathered;
import dev.ibplay.gather.HostGatherer;
import dev.ibplay.ib.PKey;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Observed;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads all hosts at once, then each fabric from one port of one host. */
final class Gathering {
    private final SessionOpener opener;
    private final HostStates states;
    private final Forks forks;
    private final Map<String, HostFacts> facts = new ConcurrentHashMap<>();
    /** How each host is reached; a session that a guard had opened anew comes the same way. */
    private final Map<String, Fact<ManagementRoute>> routes = new ConcurrentHashMap<>();

    private final Map<String, String> silent = new HashMap<>();
    private final Vantage vantage;
    private final BooleanSupplier stop;
    private Set<String> dispensable = Set.of();

    /** Reads what it is asked to, whatever happens. */
    Gathering(SessionOpener opener, HostStates states, Forks forks) {
        this(opener, states, forks, Vantage.ANY);
    }

    /** Reads fabrics only from where the vantage says. */
    Gathering(SessionOpener opener, HostStates states, Forks forks, Vantage vantage) {
        this(opener, states, forks, vantage, () -> false);
    }

    /** Reads until {@code stop} says that nobody wants to know any more. */
    Gathering(SessionOpener opener, HostStates states, Forks forks, Vantage vantage, BooleanSupplier stop) {
        this.stop = stop;
        this.opener = opener;
        this.states = states;
        this.forks = forks;
        this.vantage = vantage;
    }

    Observed gather(List<DesiredHost> hosts) {
        dispensable = OnlyForMembers.dispensable(hosts);
        return gather(hosts, Gathering::wanted);
    }

    /** Reads of each host all that can be read, and the kernel modules that its plays name. */
    Observed gatherAll(List<DesiredHost> hosts) {
        return gather(hosts, host -> new FactsWanted(true, true, wanted(host).modules()));
    }

    /** Reads of each host what is asked for. */
    Observed gather(List<DesiredHost> hosts, Function<DesiredHost, FactsWanted> wanted) {
        states.tell(new RunEvent.PhaseBegan("gather", hosts.size()));
        read(hosts, wanted, "read the host's state");
        return new Observed(facts, stop.getAsBoolean() ? List.of() : fabrics(hosts), silent);
    }

    /** Reads some hosts once more, for themselves; those that cannot be read any more are lost, and missing. */
    Map<String, HostFacts> again(List<DesiredHost> hosts) {
        List<String> names = hosts.stream().map(DesiredHost::host).toList();
        names.forEach(facts::remove);
        Map<String, DesiredHost> byName =
                hosts.stream().collect(Collectors.toMap(DesiredHost::host, host -> host, (first, second) -> first));
        forks.forEachUntil(
                stop,
                names,
                name -> Optional.ofNullable(byName.get(name))
                        .ifPresent(host -> gather(name, wanted(host), "verify the batch")));
        Map<String, HostFacts> read = new HashMap<>(facts);
        read.keySet().retainAll(names);
        return read;
    }

    /**
     * Reads the hosts without their fabrics.
     *
     * @param step what this is to the user
     */
    Map<String, HostFacts> read(List<DesiredHost> hosts, Function<DesiredHost, FactsWanted> wanted, String step) {
        facts.clear();
        Map<String, DesiredHost> byName =
                hosts.stream().collect(Collectors.toMap(DesiredHost::host, host -> host, (first, second) -> first));
        forks.forEachUntil(
                stop,
                hosts.stream().map(DesiredHost::host).toList(),
                name -> Optional.ofNullable(byName.get(name)).ifPresent(host -> {
                    states.tell(new RunEvent.HostBegan(name, step));
                    gather(name, wanted.apply(host), step);
                    states.tell(new RunEvent.HostDone(name));
                }));
        return Map.copyOf(facts);
    }

    private static FactsWanted wanted(DesiredHost host) {
        boolean hasSwitches = !host.all(VirtualSwitch.class).isEmpty();
        // What a vSwitch's uplink can do depends on it, where no port query tells.
        Stream<String> below = hasSwitches ? Stream.of("mlx4_core") : Stream.of();
        return new FactsWanted(
                !host.all(SubnetManager.class).isEmpty(),
                !host.all(IpoibInterface.class).isEmpty()
                        || hasSwitches
                        || !host.all(VmkernelInterface.class).isEmpty(),
                Stream.concat(below, host.all(DriverOptions.class).stream().map(DriverOptions::module))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private void gather(String host, FactsWanted wanted, String step) {
        try {
            Optional<HostSession> session = session(host);
            if (session.isPresent()) {
                switch (HostGatherer.gather(
                        session.get(), host, routes.containsKey(host) ? wanted.withoutRoute() : wanted)) {
                    case Gathered.Known known -> facts.put(host, complete(host, known.facts(), wanted));
                    case Gathered.UnknownSystem unknown ->
                        unsupported(host, "its system, " + unknown.system() + ", is not supported yet");
                }
            }
        } catch (TransportException failure) {
            if (stop.getAsBoolean()) {
                return; // its session was closed under it
            }
            if (failure.kind() == TransportException.Kind.NOT_MANAGED) {
                unsupported(host, String.valueOf(failure.getMessage()));
            } else {
                lost(host, failure, step);
            }
        }
    }

    /** With the ports that the user has told, and the route as it was when the host was asked first. */
    private HostFacts complete(String host, HostFacts read, FactsWanted wanted) {
        HostFacts complete = ToldPorts.complete(read, opener.toldPorts(host));
        if (!wanted.route()) {
            return complete;
        }
        Fact<ManagementRoute> first =
                routes.computeIfAbsent(host, name -> complete.network().route());
        return complete.withNetwork(complete.network().withRoute(first));
    }

    private void unsupported(String host, String because) {
        if (dispensable.contains(host)) {
            states.missed(host, because);
        } else {
            states.mark(host, HostStatus.UNSUPPORTED, because);
        }
    }

    private void lost(String host, TransportException failure, String step) {
        if (dispensable.contains(host)) {
            states.missed(host, String.valueOf(failure.getMessage()));
        } else {
            states.lost(failure, step, Optional.empty());
        }
    }

    private Optional<HostSession> session(String host) throws TransportException {
        Optional<HostSession> known = states.session(host);
        if (known.isPresent() || states.status(host) != HostStatus.OK || states.isMissed(host)) {
            return known;
        }
        Optional<String> unsupported = opener.unsupported(host);
        if (unsupported.isPresent()) {
            unsupported(host, unsupported.get());
            return Optional.empty();
        }
        HostSession opened = opener.open(host);
        states.opened(host, opened);
        routes.remove(host);
        return Optional.of(opened);
    }

    /** A port to look at a fabric from. */
    private record Way(String host, AdapterPort port) {}

    /**
     * One sweep for each fabric of the hosts that were read: a port that an earlier sweep has found lies in that one's fabric.
     */
    List<FabricFacts> fabrics(List<DesiredHost> hosts) {
        silent.clear();
        Set<PKey> partitions = partitions(hosts);
        List<FabricFacts> fabrics = new ArrayList<>();
        for (Way way : ways(hosts)) {
            Optional<HostSession> session = states.session(way.host());
            boolean swept = way.port()
                    .guid()
                    .map(guid -> fabrics.stream().anyMatch(f -> f.port(guid).isPresent()))
                    .orElse(true);
            if (session.isPresent() && !swept && !stop.getAsBoolean()) {
                sweep(session.get(), way.host(), way.port().port(), partitions).ifPresent(fabrics::add);
            }
        }
        return fabrics;
    }

    /**
     * Hosts with a subnet manager go first, since the subnet administration tells a port only of groups whose P_Key it has, and
     * ports that are Active before others, which it tells nothing.
     */
    private List<Way> ways(List<DesiredHost> hosts) {
        List<Way> ways = new ArrayList<>();
        List<DesiredHost> order = hosts.stream()
                .filter(host -> vantage.takes(host.host()))
                .sorted(Comparator.comparing(this::hasNoSubnetManager))
                .toList();
        for (DesiredHost host : order) {
            HostFacts known = facts.get(host.host());
            if (known == null || states.session(host.host()).isEmpty()) {
                continue;
            }
            List<AdapterPort> ports = vantage.of(known);
            if (ports.isEmpty()) {
                silent.put(host.host(), vantage.whyNone(known));
            }
            ports.forEach(port -> ways.add(new Way(host.host(), port)));
        }
        ways.sort(Comparator.comparing(way -> !way.port().active()));
        return ways;
    }

    private boolean hasNoSubnetManager(DesiredHost host) {
        boolean runsOne = Optional.ofNullable(facts.get(host.host()))
                .flatMap(known -> known.opensm().ifKnown())
                .filter(opensm -> opensm.instances().stream()
                        .anyMatch(instance -> instance.process().isPresent()))
                .isPresent();
        return host.all(SubnetManager.class).isEmpty() && !runsOne;
    }

    private Optional<FabricFacts> sweep(HostSession session, String host, MadPort port, Set<PKey> partitions) {
        MadKeys keys = opener.keys(host);
        try {
            FabricFacts found = FabricQueries.run(
                    session, host, port, new FabricWish(partitions, vantage.survey(), keys, vantage.outstanding()));
            if (found.fabric().nodes().isEmpty()) {
                silent.put(host, FabricQueries.whySilent(session, port, keys.mKey()));
                return Optional.empty();
            }
            return Optional.of(found);
        } catch (TransportException failure) {
            lost(host, failure, "query the fabric from " + port);
            return Optional.empty();
        }
    }

    /** The partitions that plays describe, and those that interfaces are in. */
    private Set<PKey> partitions(List<DesiredHost> hosts) {
        Set<PKey> partitions = new HashSet<>();
        for (DesiredHost host : hosts) {
            host.all(SubnetManager.class).stream()
                    .flatMap(opensm -> opensm.partitions().stream())
                    .map((Partition p) -> p.pkey().value().asLimitedMember())
                    .forEach(partitions::add);
            host.all(IpoibInterface.class).stream()
                    .flatMap(i -> i.child().stream())
                    .map(child -> child.pkey().asLimitedMember())
                    .forEach(partitions::add);
            Optional.ofNullable(facts.get(host.host())).map(HostFacts::interfaces).orElse(List.of()).stream()
                    .map((IpoibObserved i) ->
                            i.pkey().ifKnown().orElse(PKey.DEFAULT).asLimitedMember())
                    .forEach(partitions::add);
        }
        return partitions;
    }
}
