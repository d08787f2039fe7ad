package dev.ibplay.run;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;
import java.util.Map;
import java.util.Optional;

/** Makes the session of a host. Called from many threads, once for each host. */
@FunctionalInterface
public interface SessionOpener {
    HostSession open(String host) throws TransportException;

    /**
     * Makes a session for a command that is run for others, or as another user than the host's play says. Called as often as
     * such sessions are needed at a time.
     *
     * @param become whether by sudo; empty for what the inventory says of the host
     */
    default HostSession openFor(String host, Optional<Boolean> become) throws TransportException {
        return open(host);
    }

    /** Why a host is not contacted at all although the playbook names it; nothing for most hosts. */
    default Optional<String> unsupported(String host) {
        return Optional.empty();
    }

    /** The keys with which questions to a fabric are asked from a host. */
    default MadKeys keys(String host) {
        return MadKeys.NONE;
    }

    /**
     * The GUIDs of a host's ports as the inventory tells them, by adapter port such as {@code mlx4_0/1}, or by their number from
     * 1 where it names none.
     */
    default Map<String, PortGuid> toldPorts(String host) {
        return Map.of();
    }
}
