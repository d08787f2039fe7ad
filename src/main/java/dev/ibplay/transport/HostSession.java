package dev.ibplay.transport;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A host that can be asked. One thread owns a session for the whole run; closing it ends what runs at the far end.
 */
public interface HostSession extends AutoCloseable {
    /** What {@link #system} is on Linux. */
    String LINUX = "Linux";

    /**
     * Runs a batch and waits for all of its outcomes, one for each operation and in their order.
     *
     * @param timeLimit for the whole batch; must cover the time limits inside it
     */
    List<Outcome> run(Batch batch, Duration timeLimit) throws TransportException;

    /** The host's system as {@code uname -s} names it, where opening the session has told it; empty where nobody has asked. */
    default Optional<String> system() {
        return Optional.empty();
    }

    /** The way back to where the login came from, where opening the session has told it; empty where nobody has asked. */
    default Optional<WayBack> wayBack() {
        return Optional.empty();
    }

    /**
     * The way back to where a login came from: the controller, or the last jump host.
     *
     * @param peer address of that, as the SSH server saw it
     * @param interfaceName over which the host sends to it
     */
    record WayBack(String peer, String interfaceName) {}

    /** What travelled so far, for {@code -v} and for the tests that count. */
    SessionCounts counts();

    @Override
    void close();
}
