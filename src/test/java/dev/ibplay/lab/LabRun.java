package dev.ibplay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Problems;
import dev.ibplay.gather.ToolQueries;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedPlay;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.RunState;
import dev.ibplay.journal.UndoneSteps;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.layout.HostModel;
import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Faults;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.operations.HelperProgram;
import dev.ibplay.lab.time.ScaledClock;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.run.Run;
import dev.ibplay.run.RunIdentity;
import dev.ibplay.run.RunListener;
import dev.ibplay.run.SessionOpener;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.cli.SwitchSession;
import dev.ibplay.transport.helper.HelperChoice;
import dev.ibplay.transport.helper.HelperOpening;
import dev.ibplay.transport.helper.HelperSession;
import dev.ibplay.transport.posix.PosixSession;
import dev.ibplay.transport.powershell.PowerShellSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A lab in the test's own process, and whole runs on it: the helper's frames through pipes, without SSH. */
public final class LabRun implements AutoCloseable {
    private static final double PACE = 20;
    private static final Duration MOST_WAIT = Duration.ofMinutes(2);
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(30);
    private static final RunListener QUIET = event -> {};
    private static final String KILLED = "the controller ends here";
    private static final Duration STILL = Duration.ofSeconds(3);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    public final LabLayout layout;
    public final ScaledClock clock = new ScaledClock(PACE);
    public final LabHosts hosts;
    private final Set<String> unreachable = ConcurrentHashMap.newKeySet();
    private int runs;

    /** What came of a run, and what its journal says. */
    public record Finished(RunRecord record, RecordedRun journal) {
        public HostStatus status(String host) {
            return record.hosts().stream()
                    .filter(h -> h.host().equals(host))
                    .findFirst()
                    .orElseThrow()
                    .status();
        }
    }

    public LabRun(LabLayout layout) throws Errno, InterruptedException {
        this.layout = layout;
        hosts = LabHosts.boot(layout, clock);
        hosts.awaitMasters();
        awaitQuiet();
    }

    /** Waits until the fabrics have not changed for a while: of two subnet managers that start, one gives way. */
    public void awaitQuiet() throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        LabLook before = LabLook.at(hosts);
        boolean quiet = false;
        while (!quiet && clock.nanos() < until) {
            clock.sleep(STILL);
            LabLook now = LabLook.at(hosts);
            quiet = now.equals(before);
            before = now;
        }
    }

    public Machine machine(String name) {
        return hosts.machine(name).orElseThrow().machine();
    }

    /** Nobody gets to the host's SSH port, or everybody does again. */
    public void reachable(String host, boolean yes) {
        if (yes) {
            unreachable.remove(host);
        } else {
            unreachable.add(host);
        }
    }

    /** Everything works again; hosts that are on their way up are waited for. */
    public void withoutFaults() throws InterruptedException {
        unreachable.clear();
        for (LabHost host : layout.hosts()) {
            machine(host.name()).faults(Faults.NONE);
            awaitUp(host.name());
        }
    }

    /** Reboots a host, and waits until it is up and its ports are Active. */
    public void reboot(String host) throws InterruptedException {
        machine(host).reboot();
        awaitUp(host);
    }

    private void awaitUp(String host) throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        while (!(machine(host).isUp() && hosts.machine(host).orElseThrow().isSettled()) && clock.nanos() < until) {
            clock.sleep(LOOK_AGAIN);
        }
    }

    /** Reads a file, or an attribute of the kernel. */
    public String read(String host, String path) throws Errno {
        return machine(host).disk().read(path).lossyText();
    }

    /** Waits until a file says something, for at most two minutes of the lab. */
    public void await(String host, String path, String text) throws InterruptedException {
        long until = clock.nanos() + MOST_WAIT.toNanos();
        while (!text.equals(readOr(host, path)) && clock.nanos() < until) {
            clock.sleep(LOOK_AGAIN);
        }
        assertThat(readOr(host, path)).as("%s: %s", host, path).isEqualTo(text);
    }

    /** The same, or the name of the error. */
    public String readOr(String host, String path) {
        try {
            return read(host, path);
        } catch (Errno unreadable) {
            return unreadable.name();
        }
    }

    DesiredState desired(String playbook) {
        var problems = new Problems();
        StringBuilder inventory = new StringBuilder();
        layout.hosts()
                .forEach(host -> host.groups()
                        .forEach(group -> inventory
                                .append("[%s]\n%s".formatted(group, host.name()))
                                .append(host.variables().entrySet().stream()
                                        .map(v -> " " + v.getKey() + "=" + v.getValue())
                                        .reduce("", String::concat))
                                .append('\n')));
        var files = new MapFiles()
                .with("hosts.ini", inventory + "[esxi]\n[windows]\n[switches]\n")
                .with("site.yml", playbook);
        var read = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        var parsed = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        DesiredState state = Resolver.resolve(List.of(parsed), read, Map.of(), Selection.ALL, problems);
        assertThat(problems.sorted()).isEmpty();
        return state;
    }

    HostSession open(String host) throws TransportException {
        if (unreachable.contains(host)) {
            throw new TransportException(
                    host, TransportException.Kind.UNREACHABLE, "connection refused", Optional.empty());
        }
        var connection = new PipedConnection(machine(host));
        HostModel model = layout.hosts().stream()
                .filter(each -> each.name().equals(host))
                .findFirst()
                .orElseThrow()
                .model();
        if (model instanceof HostModel.Esxi) {
            return new ToolQueries(PosixSession.open(host, connection, Optional.of("VMkernel")));
        }
        if (model instanceof HostModel.Windows) {
            return PowerShellSession.open(host, connection);
        }
        if (model instanceof HostModel.Switch) {
            return SwitchSession.open(host, connection);
        }
        var choice = new HelperChoice.AtPath(HelperProgram.PATH);
        return switch (HelperSession.open(host, connection, choice, OPEN_LIMIT)) {
            case HelperOpening.Opened opened -> opened.session();
            case HelperOpening.Unusable unusable -> throw new AssertionError(unusable.reason());
        };
    }

    /** Each host by its own way, and the ports that the inventory tells. */
    private final class Opener implements SessionOpener {
        @Override
        public HostSession open(String host) throws TransportException {
            return LabRun.this.open(host);
        }

        @Override
        public Map<String, PortGuid> toldPorts(String host) {
            return layout.hosts().stream()
                    .filter(each -> each.name().equals(host))
                    .flatMap(each -> Optional.ofNullable(each.variables().get("ibplay_port_guids")).stream())
                    .flatMap(text -> PortGuid.parse(text).stream())
                    .findFirst()
                    .map(guid -> Map.of("1", guid))
                    .orElse(Map.of());
        }
    }

    private Run run(
            Optional<Restoration> undone,
            DesiredState desired,
            RunName name,
            RunRecorder recorder,
            RunListener listener) {
        return new Run(
                undone,
                desired,
                new Opener(),
                new RunIdentity(name.text(), "alice@control", true),
                4,
                new LabPatience(),
                recorder,
                listener);
    }

    private RunName nextName() {
        return new RunName("20261201T100000-%04x".formatted(++runs));
    }

    public Plan plan(String playbook) {
        try (Run run = run(Optional.empty(), desired(playbook), nextName(), RunRecorder.none(), QUIET)) {
            return run.plan();
        }
    }

    /** What a plan would rest on. */
    public Observed observed(String playbook) {
        try (Run run = run(Optional.empty(), desired(playbook), nextName(), RunRecorder.none(), QUIET)) {
            run.plan();
            return run.observed();
        }
    }

    /** Plans for hosts that are reached in another way; always by the same name of a run. */
    Plan plan(DesiredState desired, SessionOpener opener) {
        try (Run run = new Run(
                desired, opener, new RunIdentity("r", "alice@control", true), 4, new LabPatience(), event -> {})) {
            return run.plan();
        }
    }

    public RunRecord apply(String playbook) {
        return run(playbook).record();
    }

    /** Applies a playbook, and keeps the journal. */
    public Finished run(String playbook) {
        return carryOut(Optional.empty(), desired(playbook));
    }

    /** Undoes a run. */
    public Finished rollback(RecordedRun earlier, String playbook) {
        DesiredState asked = desired(playbook);
        JournalEvent.Plays plays = earlier.plays().orElseThrow();
        Restoration restoration = Restoration.of(
                earlier.name().text(),
                UndoneSteps.of(earlier),
                asked.hosts().stream()
                        .map(host -> new Restoration.Target(
                                host.host(), true, plays.subnetManagers().contains(host.host())))
                        .toList());
        return carryOut(
                Optional.of(restoration),
                new DesiredState(asked.plays().reversed(), restoration.hosts(), asked.scopes()));
    }

    private Finished carryOut(Optional<Restoration> undone, DesiredState desired) {
        RunName name = nextName();
        List<JournalEvent> events = Collections.synchronizedList(new ArrayList<>(List.of(plays(desired))));
        var recorder = new RunRecorder(events::add);
        try (Run run = run(undone, desired, name, recorder, QUIET)) {
            Plan plan = run.plan();
            assertThat(recorder.planned(plan)).isTrue();
            RunRecord record = plan.isRefused() ? run.planned(plan) : run.apply(plan);
            return new Finished(record, journal(name, events));
        }
    }

    private static RecordedRun journal(RunName name, List<JournalEvent> events) {
        return RecordedRun.of(
                name,
                new RunState.Killed(),
                events.stream()
                        .map(event -> new RecordedEvent(Instant.EPOCH, event, Map.of()))
                        .toList(),
                List.of());
    }

    /** Applies a playbook with a controller that is killed when it has written down that a step begins; gives the journal. */
    public RecordedRun killed(String playbook, int atStep) {
        DesiredState desired = desired(playbook);
        RunName name = nextName();
        List<JournalEvent> events = Collections.synchronizedList(new ArrayList<>(List.of(plays(desired))));
        var recorder = new RunRecorder(events::add);
        var begun = new AtomicInteger();
        RunListener ending = event -> {
            if (event instanceof RunEvent.StepBegan && begun.incrementAndGet() >= atStep) {
                throw new IllegalStateException(KILLED);
            }
        };
        try (Run run = run(Optional.empty(), desired, name, recorder, ending)) {
            Plan plan = run.plan();
            assertThat(recorder.planned(plan)).isTrue();
            run.apply(plan);
        } catch (IllegalStateException killed) {
            assertThat(killed).hasStackTraceContaining(KILLED);
        }
        return journal(name, events);
    }

    private static JournalEvent.Plays plays(DesiredState desired) {
        return new JournalEvent.Plays(
                desired.plays().stream()
                        .map(play -> new RecordedPlay(
                                play.play().title(),
                                play.hosts(),
                                List.of(),
                                OptionalInt.empty(),
                                false,
                                OptionalInt.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                OptionalInt.empty()))
                        .toList(),
                desired.hosts().stream()
                        .filter(host -> !host.all(SubnetManager.class).isEmpty())
                        .map(DesiredHost::host)
                        .toList());
    }

    /** Waits in the lab's time. */
    private final class LabPatience implements Patience {
        @Override
        public long nanoTime() {
            return clock.nanos();
        }

        @Override
        public void pause(Duration duration) {
            try {
                clock.sleep(duration);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public boolean isStopping() {
            return Thread.currentThread().isInterrupted();
        }
    }

    @Override
    public void close() {
        clock.close();
    }
}
