package dev.ibplay.apply;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a change under a guard: armed and set over the session that is there, proven and confirmed over a new connection. Who
 * can log in anew after the change is not locked out by it.
 */
final class GuardedChange {
    private static final Duration BATCH_LIMIT = Duration.ofSeconds(150);
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    /** For which running values may take to show themselves: a join of the group and its answer. */
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);

    /** What a guard may need to undo everything when its time is over. */
    private static final Duration UNDO_LIMIT = Duration.ofSeconds(30);

    private static final String CONFIRMED = "confirmed";
    private static final String UNDOING = "undoing";
    private static final String UNDONE = "undone";

    /** What a far end says of a guard that is not there. */
    private static final String NO_GUARD = "ENOENT";

    private final Step.Guarded step;
    private final Reconnection reconnection;
    private final Patience patience;
    private HostSession session;
    private boolean isNewConnection;
    private Optional<String> complaint = Optional.empty();

    GuardedChange(Step.Guarded step, HostSession session, Reconnection reconnection, Patience patience) {
        this.step = step;
        this.session = session;
        this.reconnection = reconnection;
        this.patience = patience;
    }

    StepResult make() throws TransportException {
        List<Operation> operations = new ArrayList<>(step.prepare());
        operations.add(new Operation.ArmGuard(step.guard(), step.record(), step.window(), step.commit(), step.undo()));
        int armed = operations.size();
        operations.addAll(step.set());
        List<Outcome> outcomes;
        try {
            outcomes = session.run(new Batch(operations, true), BATCH_LIMIT);
        } catch (TransportException lost) {
            return prove(Optional.of(lost));
        }
        for (int i = 0; i < outcomes.size(); i++) {
            Optional<String> failure = OperationWords.failure(operations.get(i), outcomes.get(i));
            if (failure.isPresent()) {
                return i < armed ? new StepResult.Failed(failure.get(), true) : fire(failure.get());
            }
        }
        return prove(Optional.empty());
    }

    /** Asks over a new connection, for as long as the guard may wait and undo; a run that is to stop asks once. */
    private StepResult prove(Optional<TransportException> before) throws TransportException {
        long start = patience.nanoTime();
        Optional<TransportException> lost = before;
        while (true) {
            Optional<StepResult> result = Optional.empty();
            try {
                result = ask(patience.isStopping() || patience.nanoTime() - start >= SETTLE_LIMIT.toNanos());
            } catch (TransportException failure) {
                isNewConnection = false;
                lost = Optional.of(failure);
            }
            if (result.isPresent()) {
                return result.get();
            }
            Duration waited = Duration.ofNanos(patience.nanoTime() - start);
            if (patience.isStopping() || waited.compareTo(step.window().plus(UNDO_LIMIT)) >= 0) {
                throw outOfReach(lost);
            }
            patience.pause(POLL_INTERVAL);
        }
    }

    /** One look; nothing while it is too early to say. */
    private Optional<StepResult> ask(boolean isLate) throws TransportException {
        if (!isNewConnection) {
            session = reconnection.open();
            isNewConnection = true;
        }
        List<Operation> operations = new ArrayList<>();
        operations.add(new Operation.RenewGuard(step.guard(), step.window()));
        operations.addAll(Answers.queries(step.answers()));
        List<Outcome> outcomes = session.run(Batch.of(operations), BATCH_LIMIT);
        Outcome renewed = outcomes.getFirst();
        if (!(renewed instanceof Outcome.Done)) {
            return ended(renewed);
        }
        complaint = Answers.complaint(step.answers(), outcomes.subList(1, outcomes.size()));
        if (complaint.isEmpty()) {
            return ended(session.run(Batch.of(List.of(new Operation.ConfirmGuard(step.guard()))), BATCH_LIMIT)
                    .getFirst());
        }
        return isLate ? Optional.of(fire(complaint.get())) : Optional.empty();
    }

    /** What the guard's answer means for the change. */
    private Optional<StepResult> ended(Outcome guard) {
        return switch (guard) {
            case Outcome.Done ignored -> Optional.of(new StepResult.Changed());
            case Outcome.Moved moved -> moved(moved.found());
            case Outcome.OperationFailed failed ->
                Optional.of(
                        failed.errno().equals(NO_GUARD)
                                ? new StepResult.Failed("the connection broke before the change began", true)
                                : new StepResult.Failed("guard " + step.guard() + ": " + failed.message(), false));
            default -> Optional.of(new StepResult.Failed("the guard gave no answer", false));
        };
    }

    /** A state, and behind a colon what led to it. */
    private Optional<StepResult> moved(String found) {
        String[] words = found.split(": ", 2);
        String reason = words.length > 1 ? words[1] : "the change was not confirmed in time";
        return switch (words[0]) {
            case CONFIRMED -> Optional.of(new StepResult.Changed());
            case UNDOING -> Optional.empty();
            case UNDONE ->
                Optional.of(new StepResult.Reverted(complaint.map(c -> c + "; ").orElse("") + reason));
            default -> Optional.of(new StepResult.Failed("the guard says: " + found, false));
        };
    }

    /** Has the guard undo the change at once, over the session that is there. */
    private StepResult fire(String because) throws TransportException {
        Outcome outcome = session.run(Batch.of(List.of(new Operation.FireGuard(step.guard()))), BATCH_LIMIT)
                .getFirst();
        return outcome instanceof Outcome.Done
                ? new StepResult.Reverted(because)
                : new StepResult.Failed(
                        because + "; and the change could not be undone: "
                                + OperationWords.failure(new Operation.FireGuard(step.guard()), outcome)
                                        .orElse(""),
                        false);
    }

    private TransportException outOfReach(Optional<TransportException> last) {
        String why = last.map(Throwable::getMessage).orElse("no answer");
        return new TransportException(
                step.host(),
                last.map(TransportException::kind).orElse(TransportException.Kind.CONNECTION_LOST),
                "the host did not come back after \"%s\": %s".formatted(step.what(), why),
                Optional.of("unless the host itself is down, its guard has undone the change after %d s; see %s there"
                        .formatted(step.window().toSeconds(), step.guard())));
    }
}
