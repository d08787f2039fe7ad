package dev.ibplay.apply;

import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;

/** Another way to the host of a step: a session over a connection that did not exist when the step began. */
@FunctionalInterface
public interface Reconnection {
    /** Opens the session, which replaces the one used so far. */
    HostSession open() throws TransportException;
}
