package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.PlanSettings;
import dev.ibplay.plan.Turn;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One run over the hosts of some playbooks: check, then perhaps apply and verify. */
public final class Run implements AutoCloseable {
    private final DesiredState desired;
    private final HostStates states;
    private final Forks forks;
    private final Gathering gathering;
    private final Patience patience;
    private final SessionOpener opener;
    private final RunIdentity identity;
    private Consent consent = Consent.GIVEN;
    private Observed last = new Observed(Map.of(), List.of());
    private final Optional<Restoration> restoration;
    private Together together = Together.ALONE;
    private JobPlan job;

    /** A run that opens sessions as it needs them, {@code forks} hosts at a time. */
    public Run(
            DesiredState desired,
            SessionOpener opener,
            RunIdentity identity,
            int forks,
            Patience patience,
            RunListener listener) {
        this(desired, opener, identity, forks, patience, RunRecorder.none(), listener);
    }

    /** A run that is recorded: a step begins only when its beginning is written down. */
    public Run(
            DesiredState desired,
            SessionOpener opener,
            RunIdentity identity,
            int forks,
            Patience patience,
            RunRecorder recorder,
            RunListener listener) {
        this(Optional.empty(), desired, opener, identity, forks, patience, recorder, listener);
    }

    /**
     * A run that undoes an earlier one where there is a restoration; {@code desired} then has its plays in the order of the
     * undo, and the hosts to be read.
     */
    public Run(
            Optional<Restoration> restoration,
            DesiredState desired,
            SessionOpener opener,
            RunIdentity identity,
            int forks,
            Patience patience,
            RunRecorder recorder,
            RunListener listener) {
        this.restoration = restoration;
        this.desired = desired;
        this.job = new JobPlan(desired.hosts(), together);
        this.opener = opener;
        this.identity = identity;
        this.states =
                new HostStates(desired.hosts().stream().map(DesiredHost::host).toList(), recorder, listener);
        this.forks = new Forks(forks);
        this.patience = patience;
        this.gathering = new Gathering(opener, states, this.forks, Vantage.ANY, patience::isStopping);
    }

    /** From now on somebody is asked before each batch, and before each step of a fabric. */
    public void asks(Consent asked) {
        consent = asked;
    }

    /** From now on this run is a part of a job, and does its part together with the others. */
    public void joins(Together others) {
        together = others;
        job = new JobPlan(desired.hosts(), others);
    }

    /** Whether it has to wait for others while they apply, even if it has no step itself. */
    public boolean waitsForOthers() {
        return together.waitsForFabric();
    }

    /** Reads hosts and fabrics and makes the plan; an empty one when it is interrupted. Changes nothing. */
    public Plan plan() {
        return plan(gathering.gather(desired.hosts()));
    }

    /** The same, but of each host all is read that can be, not only what its plays are about. */
    public Plan planFromAll() {
        return plan(gathering.gatherAll(desired.hosts()));
    }

    private Plan plan(Observed observed) {
        if (patience.isStopping()) {
            return Plan.EMPTY;
        }
        last = observed;
        Plan plan = restoration.isPresent() ? planOf(observed) : job.agreed(observed, settings());
        if (patience.isStopping()) {
            return Plan.EMPTY;
        }
        plan.unsupported().forEach((host, why) -> states.mark(host, HostStatus.UNSUPPORTED, why));
        plan.held()
                .forEach(held -> states.mark(held.host(), HostStatus.HELD, held.resource() + ": held " + held.until()));
        return plan;
    }

    private Plan planOf(Observed observed) {
        return restoration
                .map(undone -> undone.plan(observed, new FileReading(states, forks).read(undone), settings()))
                .orElseGet(() -> job.of(observed, settings()));
    }

    /** The turns of the plays in a plan: in which batches, and what ends the run. */
    public List<Turn> rollout(Plan plan) {
        return new Turns(desired.plays(), states).of(plan);
    }

    /** What has become of the hosts so far. */
    public List<HostRecord> hosts() {
        return states.records();
    }

    /** The record of a run that was interrupted while it read hosts, before anything was changed. */
    public RunRecord cutShort() {
        Set<String> read = last.hosts().keySet();
        desired.hosts().stream()
                .map(DesiredHost::host)
                .filter(host -> !read.contains(host))
                .forEach(host -> states.mark(host, HostStatus.SKIPPED, "the run was interrupted before it was read"));
        return record(Plan.EMPTY, Plan.EMPTY, List.of(), Optional.of("interrupted; nothing was changed"));
    }

    /** What the last plan rests on. */
    public Observed observed() {
        return last;
    }

    private PlanSettings settings() {
        return new PlanSettings(
                identity.run(),
                identity.owner(),
                desired.plays().stream()
                        .map(play -> play.play().confirm().window())
                        .toList(),
                identity.allowRemoval());
    }

    /** Lets the hosts of the last plan ping each other over the interfaces that plays describe. */
    public PingResult ping() {
        return new Pinging(states, forks).ping(desired.hosts(), last);
    }

    /** Waits for a sweep of the last plan's fabrics and asks whether they hold still. */
    public List<Diagnostic> lookAgain() {
        return new LookingAgain(states, patience).look(desired.hosts(), last);
    }

    /** The record of a run that has only planned. */
    public RunRecord planned(Plan plan) {
        return record(plan, plan, List.of(), Optional.empty());
    }

    /**
     * Carries the plan out, then looks again: also where it came to an early end, unless that is what the user wants, the journal
     * cannot be written, or a subnet manager was lost. Of a run that ended early only the hosts that it has changed are held to
     * the plan.
     */
    public RunRecord apply(Plan plan) {
        RunRecord record = carryOutAndLook(plan);
        // The locks go with the sessions, and others may rest on them.
        together.awaitOthers();
        return record;
    }

    private RunRecord carryOutAndLook(Plan plan) {
        Optional<String> stopped = carryOut(plan);
        if (stopped.isPresent() && !canLookAgain()) {
            states.unverified("the run ended before it was looked at again");
            return record(plan, plan, List.of(), stopped);
        }
        states.tell(new RunEvent.PhaseBegan("verify", desired.hosts().size()));
        Plan after = plan();
        if (patience.isStopping()) {
            states.unverified("the run was interrupted while it was looked at again");
            return record(plan, plan, List.of(), stopped.or(() -> Optional.of("interrupted")));
        }
        for (Difference difference : ofChangeableHosts(after.differences())) {
            boolean isExplained = held(plan, after).stream().anyMatch(held -> held.explains(difference))
                    || after.verifyOnly().contains(difference);
            HostStatus status = states.status(difference.host());
            // What the user has left out of a run that went on is neither done nor in doubt.
            boolean wasDone = stopped.isEmpty() ? status != HostStatus.SKIPPED : status == HostStatus.CHANGED;
            if (!isExplained && wasDone) {
                states.mark(difference.host(), HostStatus.UNVERIFIED, "");
            }
        }
        return record(plan, after, after.diagnostics(), stopped);
    }

    private Optional<String> carryOut(Plan plan) {
        var locks = new HostLocks(identity.run(), identity.owner());
        try (var delegates = new Delegates(opener)) {
            var steps = new StepRunner(opener, states, locks, patience, plan.differences());
            var commands = new CommandRunner(states, delegates, patience, identity.hide());
            var around = new AroundChanges(desired, plan, commands, states);
            var batches = new BatchRuns(
                    desired,
                    states,
                    steps,
                    around,
                    new HostHealth(gathering, this::planOf, last, plan, states, patience),
                    new FabricHealth(last, states, patience),
                    forks,
                    patience,
                    consent,
                    together);
            return new Applying(states, locks, forks, patience, consent, steps, around, batches, together).apply(plan);
        }
    }

    /** What a plan holds is as it was, also where nobody can tell afterwards that it still waits. */
    private static List<Held> held(Plan plan, Plan last) {
        return Stream.concat(plan.held().stream(), last.held().stream())
                .distinct()
                .toList();
    }

    /** A fabric is not judged while one of its subnet managers is out of reach. */
    private boolean canLookAgain() {
        return !patience.isStopping()
                && states.unrecorded().isEmpty()
                && desired.hosts().stream()
                        .filter(host -> !host.all(SubnetManager.class).isEmpty())
                        .allMatch(host -> states.session(host.host()).isPresent());
    }

    private RunRecord record(Plan plan, Plan last, List<Diagnostic> further, Optional<String> stopped) {
        List<Diagnostic> diagnostics = new ArrayList<>(states.diagnostics());
        diagnostics.addAll(further);
        states.unrecorded().ifPresent(why -> diagnostics.add(Diagnostic.error(Code.JOURNAL, new Location.Run(), why)));
        return new RunRecord(
                states.records(),
                plan,
                ofChangeableHosts(last.differences()),
                held(plan, last),
                diagnostics,
                stopped.orElse(""));
    }

    /** What differs on a host outside the limit is shown with the plan, and is not this run's business. */
    private List<Difference> ofChangeableHosts(List<Difference> differences) {
        Set<String> changeable = desired.hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .collect(Collectors.toSet());
        return differences.stream().filter(d -> changeable.contains(d.host())).toList();
    }

    @Override
    public void close() {
        states.close();
        forks.close();
    }
}
