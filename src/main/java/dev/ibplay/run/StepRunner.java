package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.apply.StepExecutor;
import dev.ibplay.apply.StepResult;
import dev.ibplay.diag.Span;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Step;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Does single steps: locked, recorded ahead, and told. Safe for use by several threads, one for each host. */
final class StepRunner {
    private final SessionOpener opener;
    private final HostStates states;
    private final HostLocks locks;
    private final Patience patience;
    private final List<Difference> differences;
    /** Steps that were done, or found to be. */
    private final Set<Step> ended = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    StepRunner(
            SessionOpener opener, HostStates states, HostLocks locks, Patience patience, List<Difference> differences) {
        this.opener = opener;
        this.states = states;
        this.locks = locks;
        this.patience = patience;
        this.differences = differences;
    }

    boolean isDone(Step step) {
        return ended.contains(step);
    }

    /** Takes a host's lock before anything is done for it; false when it cannot be had. */
    boolean lock(String host) {
        Optional<HostSession> session = states.session(host);
        if (session.isEmpty()) {
            return false;
        }
        try {
            Optional<String> refused = locks.take(host, session.get());
            refused.ifPresent(why -> states.failed(host, "lock the host", Optional.empty(), why));
            return refused.isEmpty();
        } catch (TransportException failure) {
            states.lost(failure, "lock the host", Optional.empty());
            return false;
        }
    }

    /** Takes another session where the old one has broken while nothing was asked of the host; false when it cannot be had. */
    boolean renew(String host) {
        Optional<HostSession> session = states.session(host);
        if (session.isEmpty() || Delegates.answers(session.get())) {
            return session.isPresent();
        }
        try {
            reconnect(host);
            return true;
        } catch (TransportException failure) {
            states.lost(failure, "connect again", Optional.empty());
            return false;
        }
    }

    /** Whether the step was done. */
    boolean run(Step step) {
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
            return noted(step, result);
        } catch (TransportException failure) {
            states.lost(failure, step.what(), askedBy(step));
            return false;
        }
    }

    private boolean noted(Step step, StepResult result) {
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
            case StepResult.Interrupted ignored -> false;
            case StepResult.Failed failed -> {
                states.failed(step.host(), step.what(), askedBy(step), because(failed));
                yield false;
            }
        };
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
            case StepResult.Interrupted ignored -> "interrupted";
            case StepResult.Failed ignored -> "failed";
        };
    }

    private static String because(StepResult result) {
        return switch (result) {
            case StepResult.Ok ignored -> "";
            case StepResult.Changed ignored -> "";
            case StepResult.Reverted reverted -> reverted.because() + JournalEvent.StepEnded.OLD_STATE_IS_BACK;
            case StepResult.Interrupted interrupted -> interrupted.because();
            case StepResult.Failed failed ->
                failed.because() + (failed.undone() ? JournalEvent.StepEnded.OLD_STATE_IS_BACK : "");
        };
    }
}
