package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.apply.StepExecutor;
import dev.ibplay.apply.StepResult;
import dev.ibplay.diag.Span;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import dev.ibplay.playbook.DesiredState.ResolvedPlay;
import dev.ibplay.playbook.Play;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Carries a plan out: shrinking interfaces in batches, the fabric step by step, growing interfaces in batches. */
final class Applying {
    private final List<ResolvedPlay> plays;
    private final SessionOpener opener;
    private final HostStates states;
    private final HostLocks locks;
    private final Forks forks;
    private final Patience patience;
    private List<Difference> differences = List.of();
    /** Steps that were done, or found to be. */
    private final Set<Step> ended = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    Applying(
            List<ResolvedPlay> plays,
            SessionOpener opener,
            HostStates states,
            HostLocks locks,
            Forks forks,
            Patience patience) {
        this.plays = plays;
        this.opener = opener;
        this.states = states;
        this.locks = locks;
        this.forks = forks;
        this.patience = patience;
    }

    /** Does it all; gives why it ended early, if it did. */
    Optional<String> apply(Plan plan) {
        differences = plan.differences();
        int hosts = (int) Stream.concat(plan.shrinking().stream(), plan.growing().stream())
                .map(HostSteps::host)
                .distinct()
                .count();
        states.tell(new RunEvent.PhaseBegan("apply", hosts));
        Optional<String> stopped = batches(plan.shrinking())
                .or(() -> shrunk(plan))
                .or(() -> plan.fabric().isEmpty() ? Optional.empty() : lock(plan.locks()))
                .or(() -> fabric(plan.fabric()))
                .or(() -> batches(plan.growing()));
        Optional<String> why = stopped.flatMap(because -> states.unrecorded().or(() -> stopped));
        why.ifPresent(because -> {
            skipTheRest(plan);
            states.tell(new RunEvent.Stopped(because));
        });
        return why;
    }

    /** Hosts that the run's end has kept from their steps: none of these is counted as done. */
    private void skipTheRest(Plan plan) {
        Stream.concat(
                        plan.fabric().stream(),
                        Stream.concat(plan.shrinking().stream(), plan.growing().stream())
                                .flatMap(steps -> steps.steps().stream()))
                // What is waited for is asked by any host of the fabric, which need not be the one that it is about.
                .filter(step -> !(step instanceof Step.Await) && !ended.contains(step))
                .map(Step::host)
                .distinct()
                .forEach(this::leave);
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
        List<String> failed = plan.shrinking().stream()
                .map(HostSteps::host)
                .filter(host -> isFailure(states.status(host)))
                .distinct()
                .toList();
        return failed.isEmpty() || plan.fabric().isEmpty()
                ? Optional.empty()
                : Optional.of("the subnet managers are left alone, since these hosts did not shrink first: "
                        + String.join(", ", failed));
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

    private Optional<String> fabric(List<Step> steps) {
        for (Step step : steps) {
            Optional<String> stopping = stopping();
            if (stopping.isPresent()) {
                return stopping;
            }
            if (!run(step)) {
                return Optional.of("the subnet managers are not as planned, so no further host is changed");
            }
        }
        return Optional.empty();
    }

    private Optional<String> batches(List<HostSteps> steps) {
        for (int number = 0; number < plays.size(); number++) {
            int play = number;
            List<HostSteps> ofPlay =
                    steps.stream().filter(s -> s.play() == play).toList();
            if (ofPlay.isEmpty()) {
                continue;
            }
            Play written = plays.get(play).play();
            for (List<String> batch : Batches.of(plays.get(play).hosts(), written.serial())) {
                forks.forEach(
                        batch,
                        host -> ofPlay.stream()
                                .filter(s -> s.host().equals(host))
                                .forEach(this::run));
                Optional<String> stopped = stop(written, batch);
                if (stopped.isPresent()) {
                    return stopped;
                }
            }
        }
        return Optional.empty();
    }

    /** Why nothing further is begun, whatever came before. */
    private Optional<String> stopping() {
        return patience.isStopping() ? Optional.of("interrupted") : states.unrecorded();
    }

    /** Why the run ends after this batch, if it does. */
    private Optional<String> stop(Play play, List<String> batch) {
        Optional<String> stopping = stopping();
        if (stopping.isPresent()) {
            return stopping;
        }
        long failed =
                batch.stream().map(states::status).filter(Applying::isFailure).count();
        if (failed > 0 && play.anyErrorsFatal()) {
            return Optional.of("any_errors_fatal: %d of %d hosts of a batch failed".formatted(failed, batch.size()));
        }
        Optional<Integer> percentage = play.maxFailPercentage();
        if (percentage.isPresent() && failed * 100 > (long) percentage.get() * batch.size()) {
            return Optional.of("max_fail_percentage: %d of %d hosts of a batch failed, more than %d %%"
                    .formatted(failed, batch.size(), percentage.get()));
        }
        return failed == batch.size()
                ? Optional.of("all %d hosts of a batch failed".formatted(batch.size()))
                : Optional.empty();
    }

    private static boolean isFailure(HostStatus status) {
        return switch (status) {
            case FAILED, UNREACHABLE, REVERTED -> true;
            case OK, CHANGED, SKIPPED, UNSUPPORTED, HELD, UNVERIFIED -> false;
        };
    }

    private void run(HostSteps steps) {
        for (Step step : steps.steps()) {
            if (!run(step)) {
                return;
            }
        }
    }

    /** Whether the step was done. */
    private boolean run(Step step) {
        Optional<HostSession> session = states.session(step.host());
        if (session.isEmpty()) {
            return false;
        }
        if (!states.tell(new RunEvent.StepBegan(step))) {
            states.mark(step.host(), HostStatus.FAILED, "not begun, since it cannot be recorded: " + step.what());
            return false;
        }
        try {
            Optional<String> locked = locks.take(step.host(), session.get());
            StepResult result = locked.isPresent()
                    ? new StepResult.Failed(locked.get(), true)
                    : new StepExecutor(session.get(), () -> reconnect(step.host()), patience).run(step);
            states.tell(new RunEvent.StepEnded(step, word(result), because(result)));
            return switch (result) {
                case StepResult.Ok ignored -> {
                    ended.add(step);
                    yield true;
                }
                case StepResult.Changed ignored -> {
                    ended.add(step);
                    states.mark(step.host(), HostStatus.CHANGED, "");
                    yield true;
                }
                case StepResult.Reverted reverted -> {
                    states.reverted(step.host(), step.what(), askedBy(step), reverted.because());
                    yield false;
                }
                case StepResult.Failed failed -> {
                    states.failed(step.host(), step.what(), askedBy(step), because(failed));
                    yield false;
                }
            };
        } catch (TransportException failure) {
            states.lost(failure, step.what(), askedBy(step));
            return false;
        }
    }

    /** A session over a connection of its own; it has the lock before the old one gives it up. */
    private HostSession reconnect(String host) throws TransportException {
        HostSession session = opener.open(host);
        boolean locked = false;
        try {
            Optional<String> refused = locks.takeAgain(host, session);
            if (refused.isPresent()) {
                throw new TransportException(
                        host, TransportException.Kind.FAR_END_BROKEN, refused.get(), Optional.empty());
            }
            locked = true;
            states.opened(host, session);
            return session;
        } finally {
            if (!locked) {
                session.close();
            }
        }
    }

    /** The place in a playbook that asks for what a step does: for its resource, or else for something on its host. */
    private Optional<Span> askedBy(Step step) {
        List<Difference> ofHost =
                differences.stream().filter(d -> d.host().equals(step.host())).toList();
        return ofHost.stream()
                .filter(d -> step.what().contains(d.resource()))
                .findFirst()
                .or(() -> ofHost.stream().findFirst())
                .map(Difference::askedBy);
    }

    private static String word(StepResult result) {
        return switch (result) {
            case StepResult.Ok ignored -> "ok";
            case StepResult.Changed ignored -> "changed";
            case StepResult.Reverted ignored -> "reverted";
            case StepResult.Failed ignored -> "failed";
        };
    }

    private static String because(StepResult result) {
        return switch (result) {
            case StepResult.Ok ignored -> "";
            case StepResult.Changed ignored -> "";
            case StepResult.Reverted reverted -> reverted.because() + JournalEvent.StepEnded.OLD_STATE_IS_BACK;
            case StepResult.Failed failed ->
                failed.because() + (failed.undone() ? JournalEvent.StepEnded.OLD_STATE_IS_BACK : "");
        };
    }
}
