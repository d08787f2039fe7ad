package dev.ibplay.apply;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Does one step over a host's session. */
public final class StepExecutor {
    private static final Duration BATCH_LIMIT = Duration.ofSeconds(150);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    private final HostSession session;
    private final Patience patience;

    public StepExecutor(HostSession session, Patience patience) {
        this.session = session;
        this.patience = patience;
    }

    /** Does the step; the session is that of {@link Step#host}. */
    public StepResult run(Step step) throws TransportException {
        return switch (step) {
            case Step.Act act -> act(act);
            case Step.Await await -> await(await);
            case Step.Guarded guarded -> throw new UnsupportedOperationException(guarded.what());
        };
    }

    private StepResult act(Step.Act act) throws TransportException {
        boolean reached = !act.restsOn().isEmpty();
        List<Outcome> now = act.restsOn().isEmpty()
                ? List.of()
                : session.run(
                        Batch.of(act.restsOn().stream().map(Fingerprint::read).toList()), BATCH_LIMIT);
        for (int i = 0; i < now.size(); i++) {
            Fingerprint fingerprint = act.restsOn().get(i);
            Fingerprint.Verdict verdict = fingerprint.verdict(now.get(i));
            if (verdict == Fingerprint.Verdict.MOVED) {
                return new StepResult.Failed(
                        "%s has changed since the plan was made: it is %s now"
                                .formatted(fingerprint.what(), Fingerprint.canonical(now.get(i))),
                        true);
            }
            reached &= verdict == Fingerprint.Verdict.REACHED;
        }
        return reached ? new StepResult.Ok() : change(act);
    }

    private StepResult change(Step.Act act) throws TransportException {
        List<Outcome> outcomes = session.run(new Batch(act.operations(), true), BATCH_LIMIT);
        for (int i = 0; i < outcomes.size(); i++) {
            Optional<String> failure = failure(act.operations().get(i), outcomes.get(i));
            if (failure.isPresent()) {
                boolean untouched = i == 0 && isWholeOrNothing(act.operations().getFirst());
                return new StepResult.Failed(failure.get(), untouched || undo(act));
            }
        }
        return new StepResult.Changed();
    }

    /** A command that fails may have done half of its work; all other operations do theirs or leave things alone. */
    private static boolean isWholeOrNothing(Operation operation) {
        return !(operation instanceof Operation.RunCommand);
    }

    /**
     * Runs the whole undo: each of its operations holds against what the step made, so one that was never done is refused
     * by itself.
     */
    private boolean undo(Step.Act act) throws TransportException {
        List<Outcome> outcomes = act.undo().isEmpty() ? List.of() : session.run(Batch.of(act.undo()), BATCH_LIMIT);
        return !act.undo().isEmpty() && outcomes.stream().noneMatch(StepExecutor::isUndoFailure);
    }

    private static boolean isUndoFailure(Outcome outcome) {
        return outcome instanceof Outcome.OperationFailed
                || (outcome instanceof Outcome.CommandEnded ended && !ended.succeeded());
    }

    private static Optional<String> failure(Operation operation, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Done ignored -> Optional.empty();
            case Outcome.CommandEnded ended ->
                ended.succeeded() ? Optional.empty() : Optional.of(describe(operation, ended));
            case Outcome.Moved moved ->
                Optional.of(name(operation) + " has changed since the plan was made: " + moved.found());
            case Outcome.OperationFailed failed -> Optional.of(name(operation) + ": " + failed.message());
            case Outcome.Skipped ignored -> Optional.of(name(operation) + ": not tried");
            case Outcome.FileAbsent ignored -> Optional.of(name(operation) + " does not exist");
            default -> Optional.of(name(operation) + ": unexpected answer");
        };
    }

    private static String describe(Operation operation, Outcome.CommandEnded ended) {
        String how = switch (ended.end()) {
            case CommandEnd.Exited exited -> "ended with status " + exited.status();
            case CommandEnd.Signalled signalled -> "was ended by signal " + signalled.signal();
            case CommandEnd.TimedOut ignored -> "did not end in time";
        };
        String said = ended.stderr().lossyText().strip();
        return "`" + name(operation) + "` " + how + (said.isEmpty() ? "" : ": " + said);
    }

    private static String name(Operation operation) {
        return switch (operation) {
            case Operation.RunCommand command -> String.join(" ", command.arguments());
            case Operation.ReplaceFile file -> file.path();
            case Operation.RemoveFile file -> file.path();
            case Operation.WriteAttribute attribute -> attribute.path();
            case Operation.SetLinkMtu link -> "MTU of " + link.interfaceName();
            case Operation.SendSignal signal -> "signal " + signal.signal() + " to process " + signal.pid();
            case Operation.ReadFile file -> file.path();
            case Operation.ReadMatching files -> files.pattern();
            case Operation.ResolvePath path -> path.path();
            case Operation.ListProcesses ignored -> "list of processes";
            case Operation.SubnetQuery ignored -> "port query";
            case Operation.AdministrationQuery ignored -> "query of the subnet administration";
            case Operation.TakeLock lock -> lock.path();
            case Operation.ArmGuard guard -> "guard " + guard.folder();
            case Operation.RenewGuard guard -> "guard " + guard.folder();
            case Operation.ConfirmGuard guard -> "guard " + guard.folder();
            case Operation.FireGuard guard -> "guard " + guard.folder();
            case Operation.Ping ping -> "ping " + ping.address();
        };
    }

    private StepResult await(Step.Await await) throws TransportException {
        long start = patience.nanoTime();
        long stableSince = start;
        boolean held = false;
        OptionalLong firstActivity = OptionalLong.empty();
        while (true) {
            List<Outcome> outcomes = session.run(
                    Batch.of(await.answers().stream().map(Step.Awaited::query).toList()), BATCH_LIMIT);
            Optional<String> complaint = complaint(await, outcomes);
            long now = patience.nanoTime();
            if (complaint.isPresent()) {
                held = false;
            } else if (!held) {
                held = true;
                stableSince = now;
                firstActivity = activity(await, outcomes);
            }
            boolean longEnough = held && now - stableSince >= await.stable().toNanos();
            if (longEnough && hasMoved(firstActivity, activity(await, outcomes), await)) {
                return new StepResult.Ok();
            }
            if (patience.isStopping()) {
                return new StepResult.Failed("interrupted while waiting: " + await.what(), false);
            }
            if (now - start >= await.limit().toNanos()) {
                return new StepResult.Failed(
                        "%s: not so after %d s: %s"
                                .formatted(
                                        await.what(),
                                        await.limit().toSeconds(),
                                        complaint.orElse("it does not stay so")),
                        false);
            }
            patience.pause(POLL_INTERVAL);
        }
    }

    private static Optional<String> complaint(Step.Await await, List<Outcome> outcomes) {
        List<String> complaints = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Step.Awaited awaited = await.answers().get(i);
            awaited.expectation()
                    .complaint(outcomes.get(i))
                    .ifPresent(text -> complaints.add(awaited.subject() + ": " + text));
        }
        return complaints.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", complaints));
    }

    private static OptionalLong activity(Step.Await await, List<Outcome> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            OptionalLong count = await.answers().get(i).expectation().activity(outcomes.get(i));
            if (count.isPresent()) {
                return count;
            }
        }
        return OptionalLong.empty();
    }

    /** A master that works counts up while it is watched (IBA vol. 1, SMInfo.ActCount). */
    private static boolean hasMoved(OptionalLong first, OptionalLong now, Step.Await await) {
        return await.stable().isZero() || first.isEmpty() || !first.equals(now);
    }
}
