package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Planner;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.resource.DesiredHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One run over the hosts of some playbooks: check, then perhaps apply and verify. */
public final class Run implements AutoCloseable {
    private final DesiredState desired;
    private final HostStates states;
    private final Forks forks;
    private final Gathering gathering;
    private final Patience patience;

    /** A run that opens sessions as it needs them, {@code forks} hosts at a time. */
    public Run(DesiredState desired, SessionOpener opener, int forks, Patience patience, RunListener listener) {
        this.desired = desired;
        this.states =
                new HostStates(desired.hosts().stream().map(DesiredHost::host).toList(), listener);
        this.forks = new Forks(forks);
        this.gathering = new Gathering(opener, states, this.forks);
        this.patience = patience;
    }

    /** Reads hosts and fabrics and makes the plan. Changes nothing. */
    public Plan plan() {
        Observed observed = gathering.gather(desired.hosts());
        Plan plan = Planner.plan(desired.hosts(), observed);
        plan.unsupported().forEach((host, why) -> states.mark(host, HostStatus.UNSUPPORTED, why));
        return plan;
    }

    /** The record of a run that has only planned. */
    public RunRecord planned(Plan plan) {
        return record(plan, plan.differences(), List.of(), Optional.empty());
    }

    /** Carries the plan out, then looks again. */
    public RunRecord apply(Plan plan) {
        Optional<String> stopped = new Applying(desired.plays(), states, forks, patience).apply(plan);
        if (stopped.isPresent()) {
            return record(plan, plan.differences(), List.of(), stopped);
        }
        states.tell(new RunEvent.PhaseBegan("verify", desired.hosts().size()));
        Plan after = plan();
        Set<String> changeable = desired.hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .collect(Collectors.toSet());
        after.differences().stream()
                .map(Difference::host)
                .filter(changeable::contains)
                .forEach(host -> states.mark(host, HostStatus.UNVERIFIED, ""));
        return record(plan, after.differences(), after.diagnostics(), stopped);
    }

    private RunRecord record(
            Plan plan, List<Difference> remaining, List<Diagnostic> further, Optional<String> stopped) {
        List<Diagnostic> diagnostics = new ArrayList<>(states.diagnostics());
        diagnostics.addAll(further);
        return new RunRecord(states.records(), plan, remaining, diagnostics, stopped.orElse(""));
    }

    @Override
    public void close() {
        states.close();
        forks.close();
    }
}
