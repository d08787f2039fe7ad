package dev.ibplay.rehearsal;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.recorded.HostRecording;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.journal.RehearsalRecord.Doubt;
import dev.ibplay.journal.RehearsalRecord.Outage;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabHosts;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.operations.Operations;
import dev.ibplay.lab.time.LabClock;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.mlnxos.SwitchPlaces;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The running twins of some hosts, in the twins of their fabrics. */
public final class Twins implements AutoCloseable {
    /** One thing may have to be there before another can be set: a child before its MTU. */
    private static final int ROUNDS = 5;

    private static final Duration MOST_WAIT = Duration.ofMinutes(2);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration SWEEPS = Duration.ofSeconds(30);

    private final Observed real;
    private final Lab lab;
    private final LabClock clock;
    private final Map<String, LateFiles> later;
    private final List<Doubt> doubts = new ArrayList<>();

    private Twins(Observed real, Lab lab, LabClock clock, Map<String, LateFiles> later) {
        this.real = real;
        this.lab = lab;
        this.clock = clock;
        this.later = Map.copyOf(later);
    }

    /**
     * Makes and boots them.
     *
     * @param real without the hosts of {@link #without}
     * @param recordings what the hosts have answered, by host
     */
    public static Twins start(Observed real, Map<String, HostRecording> recordings, LabFolder folder, LabClock clock)
            throws IOException, InterruptedException {
        return startPlaced(SwitchPlaces.placed(real), recordings, folder, clock);
    }

    /** Hosts that there are no twins of, and why. */
    public static Map<String, String> without(Observed real) {
        Observed placed = SwitchPlaces.placed(real);
        Map<String, String> all = new TreeMap<>();
        for (HostFacts facts : placed.hosts().values()) {
            if (facts.windows().isPresent()) {
                all.put(facts.host(), "there are no twins of Windows hosts");
            }
            facts.mlnxos()
                    .filter(seen -> new SwitchTwin(facts, seen, placed).host().isEmpty())
                    .ifPresent(seen -> all.put(
                            facts.host(),
                            "there is no twin of a switch whose configuration or place in a fabric is not known"));
        }
        return all;
    }

    private static Twins startPlaced(
            Observed real, Map<String, HostRecording> recordings, LabFolder folder, LabClock clock)
            throws IOException, InterruptedException {
        List<LabHost> hosts = new ArrayList<>();
        Map<String, LateFiles> later = new HashMap<>();
        Set<PortGuid> ports = new HashSet<>();
        for (HostFacts facts : new TreeMap<>(real.hosts()).values()) {
            var recording = Optional.ofNullable(recordings.get(facts.host()))
                    .orElseGet(() -> new HostRecording(facts.host(), List.of()));
            LateFiles own = LateFiles.of(real, facts);
            later.put(facts.host(), own);
            ports.addAll(TwinHost.guids(facts));
            if (facts.mlnxos().isPresent()) {
                new SwitchTwin(facts, facts.mlnxos().get(), real)
                        .host()
                        .ifPresent(sw -> hosts.add(new LabHost(sw, List.of(), Map.of())));
                continue;
            }
            hosts.add(facts.esxi()
                    .map(esxi -> new LabHost(own.until(new EsxiTwin(facts, esxi, real).host()), List.of(), Map.of()))
                    .orElseGet(
                            () -> new LabHost(own.until(new TwinHost(facts, recording).host()), List.of(), Map.of())));
        }
        var layout = new LabLayout(
                TwinFabrics.of(
                        real.fabrics(), hosts.stream().map(LabHost::model).toList()),
                hosts);
        Lab lab = Lab.start(
                layout, folder, clock, all -> outsiders(real, all, ports).forEach(Outsiders::startManagers));
        Twins made = new Twins(real, lab, clock, later);
        outsiders(real, lab.hosts(), ports).forEach(Outsiders::join);
        return made;
    }

    private static List<Outsiders> outsiders(Observed real, LabHosts hosts, Set<PortGuid> twins) {
        List<Outsiders> all = new ArrayList<>();
        for (int i = 0; i < real.fabrics().size(); i++) {
            all.add(new Outsiders(real.fabrics().get(i), hosts.fabrics().get(i), twins));
        }
        return all;
    }

    public Lab lab() {
        return lab;
    }

    /** Has them run as their hosts do, and holds them against those. */
    public void settle(Looking looking) throws IOException, InterruptedException {
        Observed twins = SwitchPlaces.placed(looking.look());
        for (int round = 1; round <= ROUNDS; round++) {
            Set<Doubt> failures = new LinkedHashSet<>();
            boolean done = true;
            Set<PortGuid> usurpers = usurpers(twins);
            for (SimulatedHost machine : lab.hosts().machines()) {
                List<Operation> operations = operations(machine.machine().name(), twins, usurpers);
                failures.addAll(perform(machine.machine(), operations));
                done &= operations.isEmpty();
            }
            // What failed before may have been done since.
            doubts.clear();
            if (done) {
                break;
            }
            doubts.addAll(failures);
            lab.hosts().awaitMasters();
            awaitTheSameMasters();
            twins = SwitchPlaces.placed(looking.look());
        }
        if (layLateFiles()) {
            twins = SwitchPlaces.placed(looking.look());
        }
        doubts.addAll(TwinDoubts.between(real, twins));
    }

    /** Lays them when no sweep is under way any more that would make them live: false where there are none. */
    private boolean layLateFiles() throws IOException, InterruptedException {
        if (later.values().stream().allMatch(LateFiles::isEmpty)) {
            return false;
        }
        long until = clock.nanos() + MOST_WAIT.toNanos();
        List<Long> before;
        do {
            before = timesServed();
            clock.sleep(SWEEPS);
        } while (!timesServed().equals(before) && clock.nanos() < until);
        for (SimulatedHost machine : lab.hosts().machines()) {
            later.getOrDefault(machine.machine().name(), LateFiles.NONE).write(machine.machine());
        }
        return true;
    }

    private List<Long> timesServed() {
        return lab.hosts().fabrics().stream().map(SimulatedFabric::timesServed).toList();
    }

    /** A master that finds one with a higher priority hands over with its next sweep; waits for at most two minutes of the lab. */
    private void awaitTheSameMasters() throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        while (!areTheSame() && clock.nanos() < until) {
            clock.sleep(LOOK_AGAIN);
        }
    }

    private boolean areTheSame() {
        for (int i = 0; i < real.fabrics().size(); i++) {
            SimulatedFabric twin = lab.hosts().fabrics().get(i);
            boolean all = real.fabrics().get(i).masters().stream()
                    .flatMap(guid -> twin.port(guid).stream())
                    .allMatch(twin::isMaster);
            if (!all) {
                return false;
            }
        }
        return true;
    }

    private Set<PortGuid> usurpers(Observed twins) {
        Set<PortGuid> rightful = real.fabrics().stream()
                .flatMap(fabric -> fabric.masters().stream())
                .collect(Collectors.toUnmodifiableSet());
        return twins.fabrics().stream()
                .flatMap(fabric -> fabric.masters().stream())
                .filter(master -> !rightful.contains(master))
                .collect(Collectors.toUnmodifiableSet());
    }

    private List<Operation> operations(String host, Observed twins, Set<PortGuid> usurpers) {
        Optional<HostFacts> wanted = Optional.ofNullable(real.hosts().get(host))
                .filter(its -> its.mlnxos().isEmpty());
        Optional<HostFacts> twin = Optional.ofNullable(twins.hosts().get(host));
        return wanted.flatMap(its -> twin.map(there -> its.esxi().isPresent()
                        ? EsxiSettled.operations(its, there, usurpers)
                        : RunningState.operations(its, there, usurpers)))
                .orElse(List.of());
    }

    /** Reads the twins as the real hosts were read. */
    @FunctionalInterface
    public interface Looking {
        Observed look();
    }

    private static Set<Doubt> perform(Machine machine, List<Operation> operations) throws InterruptedException {
        Set<Doubt> failures = new LinkedHashSet<>();
        SimulatedProcess own = machine.processes().start(1, 0, List.of("twin"));
        try (Operations far = new Operations(machine, own, Map.of("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"))) {
            for (Operation operation : operations) {
                Outcome outcome = far.perform(operation);
                RunningState.failure(outcome)
                        .ifPresent(why -> failures.add(new Doubt(machine.name(), "its running state: " + why)));
            }
        } finally {
            machine.processes().end(own.pid(), 0);
        }
        return failures;
    }

    /** In what they are not as their hosts; known after {@link #settle}. */
    public List<Doubt> doubts() {
        return List.copyOf(doubts);
    }

    /** What the fabrics lacked while a run was carried out. */
    public List<Outage> outages(Timeline timeline) {
        List<Outage> all = new ArrayList<>();
        for (int i = 0; i < real.fabrics().size(); i++) {
            all.addAll(timeline.outages(
                    TwinDoubts.nameOf(real.fabrics().get(i)),
                    lab.hosts().fabrics().get(i)));
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        lab.close();
    }
}
