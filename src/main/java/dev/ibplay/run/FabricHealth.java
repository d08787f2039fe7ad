package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.Observed;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Whether fabrics still have the one master that they had when a stage began: SMInfo of each known subnet manager, asked in one
 * batch from one host. A fabric that had no single master then is not judged.
 */
final class FabricHealth {
    private static final int TRIES = 3;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);

    /** A port that questions can leave by, and whether routes of the sweep begin there. */
    private record Way(HostSession session, String host, MadPort port, boolean isVantage) {}

    private final Observed observed;
    private final HostStates states;
    private final Patience patience;
    private final Map<FabricFacts, PortGuid> masters = new HashMap<>();

    FabricHealth(Observed observed, HostStates states, Patience patience) {
        this.observed = observed;
        this.states = states;
        this.patience = patience;
    }

    /** Notes the masters that there are now. */
    void begin() {
        masters.clear();
        for (FabricFacts fabric : observed.fabrics()) {
            Optional<Set<PortGuid>> now = mastersNow(fabric);
            now.filter(found -> found.size() == 1)
                    .ifPresent(found -> masters.put(fabric, found.iterator().next()));
        }
    }

    /** What is wrong with the fabrics that these hosts have ports in; nothing where each has its master. */
    Optional<String> complaint(Collection<String> hosts) {
        for (FabricFacts fabric : observed.fabrics()) {
            PortGuid master = masters.get(fabric);
            if (master != null && hosts.stream().anyMatch(host -> liesIn(fabric, host))) {
                Optional<String> complaint = complaint(fabric, master);
                if (complaint.isPresent()) {
                    return complaint;
                }
            }
        }
        return Optional.empty();
    }

    private boolean liesIn(FabricFacts fabric, String host) {
        return Optional.ofNullable(observed.hosts().get(host))
                .map(facts -> facts.ports().stream()
                        .flatMap(port -> port.guid().stream())
                        .anyMatch(guid -> fabric.port(guid).isPresent()))
                .orElse(false);
    }

    /** Packets get lost, and a handover takes a moment: only what stays so is told. */
    private Optional<String> complaint(FabricFacts fabric, PortGuid master) {
        String name = fabric.fabric().nameOf(master);
        Optional<String> complaint = Optional.empty();
        for (int tries = 0; tries < TRIES; tries++) {
            if (tries > 0) {
                patience.pause(BETWEEN_TRIES);
            }
            Optional<Set<PortGuid>> now = mastersNow(fabric);
            if (now.isPresent() && now.get().equals(Set.of(master))) {
                return Optional.empty();
            }
            complaint = Optional.of(now.map(found -> words(fabric, found, name))
                    .orElse("whether %s is still the fabric's only master cannot be told: no host can ask"
                            .formatted(name)));
        }
        return complaint;
    }

    private static String words(FabricFacts fabric, Set<PortGuid> found, String master) {
        String names = found.stream().map(fabric.fabric()::nameOf).collect(Collectors.joining(", "));
        return switch (found.size()) {
            case 0 -> "%s is master of its fabric no more, and no other known subnet manager is".formatted(master);
            case 1 -> "the master of the fabric is %s now, and was %s".formatted(names, master);
            default -> "the fabric has %d masters: %s".formatted(found.size(), names);
        };
    }

    /** Nothing where nobody could ask. */
    private Optional<Set<PortGuid>> mastersNow(FabricFacts fabric) {
        List<PortGuid> managers = fabric.subnetManagers().keySet().stream()
                .filter(guid -> fabric.port(guid).isPresent())
                .sorted()
                .toList();
        Optional<Way> way = managers.isEmpty() ? Optional.empty() : way(fabric);
        if (way.isEmpty()) {
            return Optional.empty();
        }
        List<Operation> questions = new ArrayList<>();
        for (PortGuid guid : managers) {
            fabric.port(guid)
                    .ifPresent(port -> questions.add(
                            question(way.get(), port, fabric.keys().mKey())));
        }
        try {
            List<Outcome> outcomes =
                    way.get().session().run(Batch.of(questions), MadTiming.DEFAULT.limit(questions.size()));
            Set<PortGuid> found = new TreeSet<>();
            for (int i = 0; i < managers.size(); i++) {
                if (isMaster(outcomes.get(i))) {
                    found.add(managers.get(i));
                }
            }
            return Optional.of(found);
        } catch (TransportException failure) {
            states.lost(failure, "ask for the fabric's master", Optional.empty());
            return Optional.empty();
        }
    }

    private static boolean isMaster(Outcome outcome) {
        return outcome instanceof Outcome.AttributeRead read
                && SmInfo.decode(read.data().toArray()).state() == SmState.MASTER;
    }

    /** By the sweep's own route where it began there, else by LID. */
    private static Operation question(Way way, FabricPort port, MadKey mKey) {
        SmpAddress to = way.isVantage()
                ? new SmpAddress.ByRoute(port.route())
                : new SmpAddress.ByLid(port.info().lid().value());
        return new Operation.SubnetQuery(way.port(), to, Attribute.SM_INFO.id(), 0, mKey, MadTiming.DEFAULT);
    }

    private Optional<Way> way(FabricFacts fabric) {
        Optional<HostSession> vantage = states.session(fabric.vantageHost());
        if (vantage.isPresent()) {
            return Optional.of(new Way(vantage.get(), fabric.vantageHost(), fabric.vantage(), true));
        }
        List<HostFacts> others = observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .toList();
        for (HostFacts other : others) {
            Optional<AdapterPort> port = other.vantagePorts().stream()
                    .filter(p -> p.guid().flatMap(fabric::port).isPresent())
                    .findFirst();
            Optional<HostSession> session = states.session(other.host());
            if (port.isPresent() && session.isPresent()) {
                return Optional.of(
                        new Way(session.get(), other.host(), port.get().port(), false));
            }
        }
        return Optional.empty();
    }
}
