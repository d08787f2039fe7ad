package dev.ibplay.run;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation.TakeLock;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.mlnxos.SwitchProbe;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The locks that a run holds: a host is locked before its first change, and until its session ends. */
final class HostLocks {
    static final String PATH = "/var/lib/ibplay/lock";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String run;
    private final String owner;
    private final Set<String> held = ConcurrentHashMap.newKeySet();

    HostLocks(String run, String owner) {
        this.run = run;
        this.owner = owner;
    }

    /** Takes the host's lock unless this run has it; says why when it cannot be had. */
    Optional<String> take(String host, HostSession session) throws TransportException {
        return held.contains(host) ? Optional.empty() : takeAgain(host, session);
    }

    /**
     * Takes a fabric's lock on a host; says why when it cannot be had. It is taken again if this run has it: a lock goes with the
     * session that took it, which may have been replaced since.
     */
    Optional<String> take(FabricLock lock, HostSession session) throws TransportException {
        return take(lock.host() + " " + lock.path(), lock.path(), "fabric", session);
    }

    /** Takes the host's lock for a session that is to replace another one of this run. */
    Optional<String> takeAgain(String host, HostSession session) throws TransportException {
        return take(host, PATH, "host", session);
    }

    private Optional<String> take(String place, String path, String what, HostSession session)
            throws TransportException {
        if (session.system().filter(SwitchProbe.SYSTEM::equals).isPresent()) {
            return Optional.empty(); // it has no files: its fabric is locked elsewhere
        }
        Outcome outcome = session.run(Batch.of(List.of(new TakeLock(path, run, owner))), LIMIT)
                .getFirst();
        return switch (outcome) {
            case Outcome.Done ignored -> {
                held.add(place);
                yield Optional.empty();
            }
            case Outcome.Held other ->
                Optional.of("another run changes this %s: %s of %s, for %d s; wait until it has ended"
                        .formatted(what, other.run(), other.owner(), other.seconds()));
            case Outcome.OperationFailed failed ->
                Optional.of("the lock %s cannot be taken: %s".formatted(path, failed.message()));
            default -> Optional.of("the lock %s cannot be taken".formatted(path));
        };
    }
}
