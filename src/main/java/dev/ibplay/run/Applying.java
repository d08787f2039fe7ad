package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Carries a plan out: shrinking interfaces in batches, the fabric step by step, growing interfaces in batches. */
final class Applying {
    private static final String INTERRUPTED = "interrupted";

    private final HostStates states;
    private final HostLocks locks;
    private final Forks forks;
    private final Patience patience;
    private final Consent consent;
    private final StepRunner steps;
    private final AroundChanges around;
    private final BatchRuns batches;
    private final Together together;

    Applying(
            HostStates states,
            HostLocks locks,
            Forks forks,
            Patience patience,
            Consent consent,
            StepRunner steps,
            AroundChanges around,
            BatchRuns batches,
            Together together) {
        this.states = states;
        this.locks = locks;
        this.forks = forks;
        this.patience = patience;
        this.consent = consent;
        this.steps = steps;
        this.around = around;
        this.batches = batches;
        this.together = together;
    }

    /** Does it all; gives why it ended early, if it did. */
    Optional<String> apply(Plan plan) {
        int hosts = (int) Stream.concat(plan.shrinking().stream(), plan.growing().stream())
                .map(HostSteps::host)
                .distinct()
                .count();
        states.tell(new RunEvent.PhaseBegan("apply", hosts));
        Optional<String> stopped = together.lock(() -> lock(plan.locks()))
                .or(() -> batches.run(AroundChanges.Stage.SHRINKING, plan.shrinking()))
                .or(() -> shrunk(plan))
                .or(() -> together.fabric(() -> fabric(plan)))
                .or(() -> batches.run(AroundChanges.Stage.GROWING, plan.growing()));
        Optional<String> why = stopped.flatMap(because -> states.unrecorded().or(() -> stopped));
        why.ifPresent(because -> {
            together.stopped(because, false);
            skipTheRest(plan);
            states.tell(new RunEvent.Stopped(because));
        });
        around.owed().forEach(host -> states.mark(host, HostStatus.OK, HostRecord.AFTER_NOT_RUN));
        return why;
    }

    /** Hosts that the run's end has kept from their steps: none of these is counted as done. */
    private void skipTheRest(Plan plan) {
        all(plan)
                // What is waited for is asked by any host of the fabric, which need not be the one that it is about.
                .filter(step -> !(step instanceof Step.Await) && !steps.isDone(step))
                .map(Step::host)
                .distinct()
                .forEach(this::leave);
    }

    private static Stream<Step> all(Plan plan) {
        return Stream.concat(
                plan.fabric().stream(),
                Stream.concat(plan.shrinking().stream(), plan.growing().stream())
                        .flatMap(ofHost -> ofHost.steps().stream()));
    }

    private void leave(String host) {
        switch (states.status(host)) {
            case OK -> states.mark(host, HostStatus.SKIPPED, "the run ended before its turn");
            case CHANGED -> states.mark(host, HostStatus.UNVERIFIED, "the run ended before the rest was done");
            case SKIPPED, UNSUPPORTED, HELD, UNVERIFIED, REVERTED, UNREACHABLE, FAILED -> {}
        }
    }

    /** A group is not lowered while an interface that was to shrink first is not known to have shrunk. */
    private Optional<String> shrunk(Plan plan) {
        List<String> left = plan.shrinking().stream()
                .filter(ofHost -> FailurePolicy.isFailure(states.status(ofHost.host()))
                        || !ofHost.steps().stream().allMatch(steps::isDone))
                .map(HostSteps::host)
                .distinct()
                .toList();
        return left.isEmpty() || (plan.fabric().isEmpty() && !together.waitsForFabric())
                ? Optional.empty()
                : Optional.of("the subnet managers are left alone, since these hosts did not shrink first: "
                        + String.join(", ", left));
    }

    /** The fabric's own steps, with the commands of the plays that want them around all of these. */
    private Optional<String> fabric(Plan plan) {
        if (plan.fabric().isEmpty()) {
            return Optional.empty();
        }
        Collection<String> hosts = around.hostsOfFabric();
        Optional<String> stopped = stopping()
                .or(() -> before(hosts))
                // Behind the commands, which may break connections, and a lock goes with its connection.
                .or(() -> lock(plan.locks()))
                .or(() -> run(plan.fabric()));
        if (stopped.isEmpty()) {
            forks.forEach(hosts, around::leaveFabric);
        }
        return stopped;
    }

    /** A fabric is locked at all of its subnet managers, those that this run only reads included. */
    private Optional<String> lock(List<FabricLock> wanted) {
        for (FabricLock lock : wanted) {
            Optional<HostSession> session = states.session(lock.host());
            if (session.isEmpty()) {
                return Optional.of("the fabric cannot be locked at " + lock.host());
            }
            try {
                Optional<String> refused = locks.take(lock, session.get());
                if (refused.isPresent()) {
                    states.failed(lock.host(), "lock the fabric", Optional.empty(), refused.get());
                    return Optional.of("the subnet managers are left alone: " + refused.get());
                }
            } catch (TransportException failure) {
                states.lost(failure, "lock the fabric", Optional.empty());
                return Optional.of("the fabric cannot be locked at " + lock.host());
            }
        }
        return Optional.empty();
    }

    private Optional<String> before(Collection<String> hosts) {
        forks.forEach(hosts, host -> {
            if (steps.lock(host) && around.enterFabric(host)) {
                steps.renew(host);
            }
        });
        String failed = hosts.stream()
                .filter(host -> FailurePolicy.isFailure(states.status(host)))
                .collect(Collectors.joining(", "));
        return stopping()
                .or(() -> failed.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                "the subnet managers are left alone, since commands of before failed for " + failed));
    }

    private Optional<String> run(List<Step> fabric) {
        for (Step step : fabric) {
            Optional<String> stopping = stopping();
            if (stopping.isPresent()) {
                return stopping;
            }
            if (!(step instanceof Step.Await) && !consent.to(step.host() + ": " + step.what())) {
                return stopping()
                        .or(() -> Optional.of("the user said no to \"%s: %s\", and what follows rests on it"
                                .formatted(step.host(), step.what())));
            }
            if (!steps.run(step)) {
                return stopping()
                        .or(() -> Optional.of("the subnet managers are not as planned, so no further host is changed"));
            }
        }
        return Optional.empty();
    }

    /** Why nothing further is begun, whatever came before. */
    private Optional<String> stopping() {
        return patience.isStopping() ? Optional.of(INTERRUPTED) : states.unrecorded();
    }
}
