package dev.ibplay.run;

import dev.ibplay.apply.Patience;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Redaction;
import dev.ibplay.resource.PlayCommand;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/** Runs one command of {@code before} or {@code after}, and ends it when the run is to stop. */
final class CommandRunner {
    static final String BEFORE = "before";
    static final String AFTER = "after";

    /** What became of a command. */
    sealed interface Result {
        record Succeeded() implements Result {}

        record Failed(String because) implements Result {}

        /** The run is to stop, and so the command was ended. */
        record Ended() implements Result {}
    }

    /** A far end ends a command at its limit by itself; this is for one that does not answer then. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final long LOOK_MILLIS = 100;
    private static final Duration END_LIMIT = Duration.ofSeconds(5);
    private static final int MOST_SAID = 400;

    private final HostStates states;
    private final Delegates delegates;
    private final Patience patience;
    private final UnaryOperator<String> hide;

    /** Hides by {@code hide} what commands print of secrets. */
    CommandRunner(HostStates states, Delegates delegates, Patience patience, UnaryOperator<String> hide) {
        this.states = states;
        this.delegates = delegates;
        this.patience = patience;
        this.hide = hide;
    }

    /** Runs a command for a host; the host's own session is used where it runs the command itself. */
    Result run(String host, String when, PlayCommand command) {
        String on = command.on().orElse(host);
        String what = hide.apply(String.join(" ", Redaction.command(command.words())));
        if (!states.tell(new RunEvent.CommandBegan(host, when, on, what))) {
            return new Result.Failed("not begun, since it cannot be recorded");
        }
        Said said = new Said("");
        Result result;
        try {
            Outcome outcome = outcome(host, when, command);
            said = said(outcome);
            result = result(on, what, outcome, said);
        } catch (TransportException failure) {
            said = new Said(String.valueOf(failure.getMessage()));
            result = new Result.Failed("`%s` on %s: %s".formatted(what, on, failure.getMessage()));
        }
        if (result instanceof Result.Failed && isEnded(when)) {
            result = new Result.Ended();
        }
        states.tell(new RunEvent.CommandEnded(host, when, on, what, word(result), said.text()));
        return result;
    }

    /** What a command has printed, shortened. */
    private record Said(String text) {}

    private Outcome outcome(String host, String when, PlayCommand command) throws TransportException {
        boolean own = command.on().isEmpty() && command.become().isEmpty();
        if (own) {
            HostSession session = states.session(host)
                    .orElseThrow(() -> new TransportException(
                            host, TransportException.Kind.CONNECTION_LOST, "there is no session", Optional.empty()));
            return ask(session, when, command);
        }
        var way = new Delegates.Way(command.on().orElse(host), command.become());
        HostSession session = delegates.borrow(way);
        boolean isGood = false;
        try {
            Outcome outcome = ask(session, when, command);
            isGood = true;
            return outcome;
        } finally {
            if (isGood) {
                delegates.giveBack(way, session);
            } else {
                session.close();
            }
        }
    }

    /** Waits for the command on a thread of its own, so that a run that is to stop can end it by closing its session. */
    private Outcome ask(HostSession session, String when, PlayCommand command) throws TransportException {
        var task = new FutureTask<>(() -> session.run(
                Batch.of(List.of(new RunCommand(command.words(), Bytes.EMPTY, command.limit()))),
                command.limit().plus(GRACE)));
        Thread.ofPlatform().daemon().name("command").start(task);
        boolean closed = false;
        try {
            while (true) {
                try {
                    return task.get(closed ? END_LIMIT.toMillis() : LOOK_MILLIS, TimeUnit.MILLISECONDS)
                            .getFirst();
                } catch (TimeoutException expected) {
                    if (closed) {
                        throw ended(command);
                    }
                    if (isEnded(when)) {
                        closed = true;
                        session.close();
                    }
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            session.close();
            throw ended(command);
        } catch (ExecutionException broken) {
            if (broken.getCause() instanceof TransportException failure) {
                throw failure;
            }
            throw new IllegalStateException("a command's wait broke", broken.getCause());
        }
    }

    /** A command after a change is finished like any step; one that is waited for before it is not. */
    private boolean isEnded(String when) {
        return when.equals(BEFORE) && patience.isStopping();
    }

    private static TransportException ended(PlayCommand command) {
        return new TransportException(
                command.on().orElse(""), TransportException.Kind.CONNECTION_LOST, "interrupted", Optional.empty());
    }

    private Said said(Outcome outcome) {
        if (!(outcome instanceof Outcome.CommandEnded ended)) {
            return new Said(outcome instanceof Outcome.OperationFailed failed ? failed.message() : "");
        }
        String errors = ended.stderr().lossyText().strip();
        String output = ended.stdout().lossyText().strip();
        String text = hide.apply((output + (output.isEmpty() || errors.isEmpty() ? "" : "\n") + errors));
        // Why it failed comes last.
        return new Said(text.length() > MOST_SAID ? "... " + text.substring(text.length() - MOST_SAID) : text);
    }

    private static Result result(String on, String what, Outcome outcome, Said said) {
        if (outcome instanceof Outcome.CommandEnded ended && ended.succeeded()) {
            return new Result.Succeeded();
        }
        String how = outcome instanceof Outcome.CommandEnded ended
                ? switch (ended.end()) {
                    case CommandEnd.Exited exited -> "ended with status " + exited.status();
                    case CommandEnd.Signalled signalled -> "was ended by signal " + signalled.signal();
                    case CommandEnd.TimedOut ignored -> "did not end within its timeout";
                }
                : "could not be run";
        return new Result.Failed(
                "`%s` on %s %s%s".formatted(what, on, how, said.text().isEmpty() ? "" : ": " + said.text()));
    }

    private static String word(Result result) {
        return switch (result) {
            case Result.Succeeded ignored -> "ok";
            case Result.Failed ignored -> "failed";
            case Result.Ended ignored -> "ended";
        };
    }
}
