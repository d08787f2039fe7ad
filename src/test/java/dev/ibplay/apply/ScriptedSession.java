package dev.ibplay.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A session that expects certain batches in a certain order and fails on any other. */
final class ScriptedSession implements HostSession {
    private record Exchange(Batch expected, Optional<List<Outcome>> answer) {}

    private final Deque<Exchange> script = new ArrayDeque<>();

    ScriptedSession on(Batch batch, Outcome... answer) {
        script.add(new Exchange(batch, Optional.of(List.of(answer))));
        return this;
    }

    ScriptedSession breaksOn(Batch batch) {
        script.add(new Exchange(batch, Optional.empty()));
        return this;
    }

    @Override
    public List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException {
        assertThat(script).as("unexpected batch %s", batch).isNotEmpty();
        Exchange next = script.removeFirst();
        assertThat(batch).isEqualTo(next.expected());
        return next.answer()
                .orElseThrow(() -> new TransportException(
                        "node1", TransportException.Kind.CONNECTION_LOST, "the connection broke", Optional.empty()));
    }

    /** The way to a second session for steps that need none. */
    static final Reconnection NO_RECONNECTION = () -> {
        throw new AssertionError("no second connection is needed");
    };

    void isUsedUp() {
        assertThat(script).isEmpty();
    }

    @Override
    public SessionCounts counts() {
        return new SessionCounts(1, 1, 1);
    }

    @Override
    public void close() {}
}
