package dev.ibplay.apply;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.KeptFiles;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Does one step over a host's session. */
public final class StepExecutor {
    private static final Duration BATCH_LIMIT = Duration.ofSeconds(150);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    private final HostSession session;
    private final Reconnection reconnection;
    private final Patience patience;

    public StepExecutor(HostSession session, Reconnection reconnection, Patience patience) {
        this.session = session;
        this.reconnection = reconnection;
        this.patience = patience;
    }

    /** Does the step; the session is that of {@link Step#host}. */
    public StepResult run(Step step) throws TransportException {
        return switch (step) {
            case Step.Act act -> act(act);
            case Step.Await await -> await(await);
            case Step.Guarded guarded -> guarded(guarded);
        };
    }

    private StepResult act(Step.Act act) throws TransportException {
        Optional<StepResult> settled = look(act.restsOn(), act.operations());
        return settled.isPresent() ? settled.get() : change(act);
    }

    private StepResult guarded(Step.Guarded guarded) throws TransportException {
        Optional<StepResult> settled = look(guarded.restsOn(), guarded.commit());
        return settled.isPresent() ? settled.get() : new GuardedChange(guarded, session, reconnection, patience).make();
    }

    /**
     * Looks again at what a change rests on: a result when there is nothing to do, or when something has moved. Running values
     * may have come to their targets by themselves, as an interface's MTU does with its group; files never do.
     */
    private Optional<StepResult> look(List<Fingerprint> restsOn, List<Operation> change) throws TransportException {
        if (restsOn.isEmpty()) {
            return Optional.empty();
        }
        boolean reached = true;
        List<Outcome> now =
                session.run(Batch.of(restsOn.stream().map(Fingerprint::read).toList()), BATCH_LIMIT);
        for (int i = 0; i < now.size(); i++) {
            Fingerprint fingerprint = restsOn.get(i);
            Fingerprint.Verdict verdict = fingerprint.verdict(now.get(i));
            if (verdict == Fingerprint.Verdict.MOVED) {
                return Optional.of(new StepResult.Failed(
                        "%s has changed since the plan was made: it is %s now"
                                .formatted(
                                        fingerprint.what(),
                                        fingerprint.reading().value(now.get(i))),
                        true));
            }
            reached &= verdict == Fingerprint.Verdict.REACHED;
        }
        return reached && change.stream().noneMatch(StepExecutor::isOfFile)
                ? Optional.of(new StepResult.Ok())
                : Optional.empty();
    }

    private static boolean isOfFile(Operation operation) {
        return (operation instanceof Operation.ReplaceFile || operation instanceof Operation.RemoveFile)
                && !KeptFiles.prepares(operation);
    }

    private StepResult change(Step.Act act) throws TransportException {
        List<Outcome> outcomes = session.run(new Batch(act.operations(), true), BATCH_LIMIT);
        for (int i = 0; i < outcomes.size(); i++) {
            Optional<String> failure = OperationWords.failure(act.operations().get(i), outcomes.get(i));
            if (failure.isPresent()) {
                boolean untouched = isWholeOrNothing(act.operations().get(i))
                        && act.operations().subList(0, i).stream().allMatch(KeptFiles::prepares);
                return new StepResult.Failed(failure.get(), untouched || undo(act));
            }
        }
        return new StepResult.Changed();
    }

    /** A command that fails may have done half of its work; all other operations do theirs or leave things alone. */
    private static boolean isWholeOrNothing(Operation operation) {
        return !(operation instanceof Operation.RunCommand) || KeptFiles.prepares(operation);
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

    private StepResult await(Step.Await await) throws TransportException {
        long start = patience.nanoTime();
        long stableSince = start;
        boolean held = false;
        OptionalLong firstActivity = OptionalLong.empty();
        while (true) {
            List<Outcome> outcomes = session.run(Batch.of(Answers.queries(await.answers())), BATCH_LIMIT);
            Optional<String> complaint = Answers.complaint(await.answers(), outcomes);
            long now = patience.nanoTime();
            if (complaint.isPresent()) {
                held = false;
            } else if (!held) {
                held = true;
                stableSince = now;
                firstActivity = Answers.activity(await.answers(), outcomes);
            }
            boolean longEnough = held && now - stableSince >= await.stable().toNanos();
            if (longEnough && hasMoved(firstActivity, Answers.activity(await.answers(), outcomes), await)) {
                return new StepResult.Ok();
            }
            if (patience.isStopping()) {
                return new StepResult.Interrupted("interrupted while waiting: " + await.what());
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

    /** A master that works counts up while it is watched (IBA vol. 1, SMInfo.ActCount). */
    private static boolean hasMoved(OptionalLong first, OptionalLong now, Step.Await await) {
        return await.stable().isZero() || first.isEmpty() || !first.equals(now);
    }
}
