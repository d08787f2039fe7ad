package dev.ibplay.verify;

import dev.ibplay.exec.Operation.Ping;
import java.time.Duration;

/**
 * One packet of an interface's full size from a host to a peer.
 *
 * @param bytes size of the IP packet: the smaller MTU of the two interfaces
 */
public record PingProof(String host, String interfaceName, String peer, String address, int bytes) {
    private static final int TRIES = 3;
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** What the host is to do. */
    public Ping operation() {
        return new Ping(interfaceName, address, bytes, TRIES, TIMEOUT);
    }

    /** For people. */
    public String describe() {
        return "%d bytes from %s to %s (%s)".formatted(bytes, interfaceName, peer, address);
    }
}
