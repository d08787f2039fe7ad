package dev.ibplay.run;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Span;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.SessionCounts;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.WaitingThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The sessions of a run and what became of each host. Safe for use by several threads. */
final class HostStates implements AutoCloseable {
    private static final class Entry {
        HostStatus status = HostStatus.OK;
        final List<String> messages = new ArrayList<>();
        Optional<HostSession> session = Optional.empty();
        /** Could not be read, and need not be. */
        boolean missed;
        /** Read again after its steps, and as they were to make it. */
        boolean verified;
        /** What travelled over sessions that others have replaced. */
        SessionCounts earlier = new SessionCounts(0, 0, 0);
    }

    /** A check of 1,000 hosts ended within 1.6 s of SIGINT with so many; each is a platform thread before Java 24. */
    private static final int MOST_CLOSING = 50;

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(15);

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<Diagnostic> diagnostics = new ArrayList<>();
    private final RunRecorder recorder;
    private final RunListener listener;

    HostStates(List<String> hosts, RunListener listener) {
        this(hosts, RunRecorder.none(), listener);
    }

    HostStates(List<String> hosts, RunRecorder recorder, RunListener listener) {
        hosts.forEach(host -> entries.put(host, new Entry()));
        this.recorder = recorder;
        this.listener = listener;
    }

    /** Notes a host's session; one that was there before is closed. */
    void opened(String host, HostSession session) {
        replaced(host, session).ifPresent(HostSession::close);
    }

    private synchronized Optional<HostSession> replaced(String host, HostSession session) {
        Entry entry = entry(host);
        Optional<HostSession> before = entry.session;
        entry.earlier = before.map(HostSession::counts)
                .orElse(new SessionCounts(0, 0, 0))
                .plus(entry.earlier);
        entry.session = Optional.of(session);
        return before;
    }

    /** The session of a host that can still be used. */
    synchronized Optional<HostSession> session(String host) {
        Entry entry = entry(host);
        return isUsable(entry.status) && !entry.missed ? entry.session : Optional.empty();
    }

    private static boolean isUsable(HostStatus status) {
        return switch (status) {
            case OK, CHANGED, SKIPPED, UNSUPPORTED, HELD, UNVERIFIED, REVERTED -> true;
            case UNREACHABLE, FAILED -> false;
        };
    }

    synchronized void mark(String host, HostStatus status, String message) {
        Entry entry = entry(host);
        entry.status = entry.status.or(status);
        // A run plans again when it verifies, and finds the same.
        if (!message.isEmpty() && !entry.messages.contains(message)) {
            entry.messages.add(message);
        }
    }

    /** Notes that the transport failed, as the kind of failure says. */
    void lost(TransportException failure, String step, Optional<Span> askedBy) {
        HostStatus status = failure.kind().isUnreachable() ? HostStatus.UNREACHABLE : HostStatus.FAILED;
        fail(status, failure.host(), diagnostic(failure, step, askedBy));
    }

    static Diagnostic diagnostic(TransportException failure, String step, Optional<Span> askedBy) {
        Code code = failure.kind().isUnreachable() ? Code.HOST_UNREACHABLE : Code.HOST_REFUSED;
        var place = new Location.OnHost(failure.host(), Optional.of(step), askedBy);
        var diagnostic = Diagnostic.error(code, place, String.valueOf(failure.getMessage()));
        return failure.hint().map(diagnostic::withHint).orElse(diagnostic);
    }

    /**
     * Notes that a host could not be read which only tells its ports, and these are known without it: a warning, and nothing
     * that the run's end counts.
     */
    void missed(String host, String because) {
        var place = new Location.OnHost(host, Optional.of("read the ports of a member"), Optional.empty());
        var diagnostic = Diagnostic.warning(Code.MEMBER_UNREAD, place, because)
                .withHint("its port GUIDs are those of ibplay_port_guids, if any");
        synchronized (this) {
            entry(host).missed = true;
            diagnostics.add(diagnostic);
        }
        tell(new RunEvent.HostFailed(diagnostic));
    }

    synchronized boolean isMissed(String host) {
        return entry(host).missed;
    }

    /** Notes that a host was read again after its steps, and is as planned. */
    synchronized void verified(String host) {
        entry(host).verified = true;
    }

    synchronized boolean isVerified(String host) {
        return entry(host).verified && isUsable(entry(host).status);
    }

    /** Nobody has looked at what was changed, and nobody will in this run. */
    synchronized void unverified(String because) {
        entries.forEach((host, entry) -> {
            if (entry.status == HostStatus.CHANGED && !entry.verified) {
                mark(host, HostStatus.UNVERIFIED, because);
            }
        });
    }

    /** Notes that a step failed. */
    void failed(String host, String step, Optional<Span> askedBy, String because) {
        var place = new Location.OnHost(host, Optional.of(step), askedBy);
        fail(HostStatus.FAILED, host, Diagnostic.error(Code.STEP_FAILED, place, because));
    }

    /** Notes that a change was taken back by its guard. */
    void reverted(String host, String step, Optional<Span> askedBy, String because) {
        var place = new Location.OnHost(host, Optional.of(step), askedBy);
        fail(HostStatus.REVERTED, host, Diagnostic.error(Code.GUARD_FIRED, place, because + "; the old state is back"));
    }

    private void fail(HostStatus status, String host, Diagnostic diagnostic) {
        synchronized (this) {
            mark(host, status, diagnostic.message());
            diagnostics.add(diagnostic);
        }
        tell(new RunEvent.HostFailed(diagnostic));
    }

    /** Records an event, then tells the listener; false when it is not durable, and what it announces must not be done. */
    boolean tell(RunEvent event) {
        // Outside the lock: hosts that wait for the disk at the same time wait once.
        boolean recorded = recorder.on(event);
        if (recorded || !(event instanceof RunEvent.StepBegan)) {
            synchronized (this) {
                listener.on(event);
            }
        }
        return recorded;
    }

    /** Why nothing further may be begun: what happens can no longer be recorded. */
    Optional<String> unrecorded() {
        return recorder.failure().map(why -> "the run can no longer be recorded: " + why);
    }

    synchronized HostStatus status(String host) {
        return entry(host).status;
    }

    synchronized List<Diagnostic> diagnostics() {
        return List.copyOf(diagnostics);
    }

    /** What became of each host; one that was missed had no part in the run. */
    synchronized List<HostRecord> records() {
        List<HostRecord> records = new ArrayList<>();
        entries.forEach((host, entry) -> {
            if (entry.missed) {
                return;
            }
            SessionCounts counts = entry.session
                    .map(HostSession::counts)
                    .orElse(new SessionCounts(0, 0, 0))
                    .plus(entry.earlier);
            records.add(new HostRecord(host, entry.status, entry.messages, counts.connections(), counts.roundTrips()));
        });
        return records;
    }

    private Entry entry(String host) {
        return entries.computeIfAbsent(host, name -> new Entry());
    }

    /** Closes all sessions at once: one that is at work when a run is interrupted takes seconds to end. */
    @Override
    public void close() {
        List<HostSession> sessions;
        synchronized (this) {
            sessions = entries.values().stream()
                    .flatMap(entry -> entry.session.stream())
                    .toList();
        }
        var closing = Executors.newFixedThreadPool(
                Math.clamp(sessions.size(), 1, MOST_CLOSING),
                WaitingThreads.builder().name("close").factory());
        sessions.forEach(session -> closing.execute(session::close));
        closing.shutdown();
        try {
            closing.awaitTermination(CLOSE_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
