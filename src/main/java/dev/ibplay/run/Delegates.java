package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sessions for commands that are run on behalf of other hosts. Many hosts of a batch may have theirs run on one at the same
 * time, each over a session of its own; one that is given back is used again. Safe for use by several threads.
 */
final class Delegates implements AutoCloseable {
    /**
     * How a command is run.
     *
     * @param become empty for what the inventory says of the host
     */
    record Way(String host, Optional<Boolean> become) {}

    private static final Duration PROBE_LIMIT = Duration.ofSeconds(15);

    private final SessionOpener opener;
    private final Map<Way, Deque<HostSession>> idle = new HashMap<>();

    Delegates(SessionOpener opener) {
        this.opener = opener;
    }

    /** A session that nobody else uses until it is given back. */
    HostSession borrow(Way way) throws TransportException {
        Optional<HostSession> free = free(way);
        while (free.isPresent()) {
            if (answers(free.get())) {
                return free.get();
            }
            free.get().close();
            free = free(way);
        }
        Optional<String> unsupported = opener.unsupported(way.host());
        if (unsupported.isPresent()) {
            throw new TransportException(
                    way.host(), TransportException.Kind.NOT_MANAGED, unsupported.get(), Optional.empty());
        }
        return opener.openFor(way.host(), way.become());
    }

    private synchronized Optional<HostSession> free(Way way) {
        return Optional.ofNullable(idle.get(way)).map(Deque::pollFirst);
    }

    synchronized void giveBack(Way way, HostSession session) {
        idle.computeIfAbsent(way, w -> new ArrayDeque<>()).addFirst(session);
    }

    /** Whether a session that was idle for a while is still good; what it answers does not matter. */
    static boolean answers(HostSession session) {
        try {
            session.run(Batch.of(List.of(new Operation.ResolvePath("/"))), PROBE_LIMIT);
            return true;
        } catch (TransportException expected) {
            // The connection broke meanwhile: a new one takes its place.
            return false;
        }
    }

    @Override
    public void close() {
        List<HostSession> all = new ArrayList<>();
        synchronized (this) {
            idle.values().forEach(all::addAll);
            idle.clear();
        }
        all.forEach(HostSession::close);
    }
}
