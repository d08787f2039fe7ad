package dev.ibplay.run;

import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.TransportException;

/** Makes the session of a host. Called from many threads, once for each host. */
@FunctionalInterface
public interface SessionOpener {
    HostSession open(String host) throws TransportException;
}
