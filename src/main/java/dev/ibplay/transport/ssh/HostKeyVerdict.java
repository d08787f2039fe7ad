package dev.ibplay.transport.ssh;

import java.util.Optional;

/** What known_hosts says of a key that a host has shown. */
sealed interface HostKeyVerdict {
    record Trusted() implements HostKeyVerdict {}

    /**
     * No line names the host with a plain key.
     *
     * @param authority a {@code @cert-authority} line for the host; host certificates are not asked for, so it proves nothing
     */
    record Unknown(Optional<KnownHost> authority) implements HostKeyVerdict {}

    /** A line names the host with another key, of the same type if there is one. */
    record Changed(KnownHost known) implements HostKeyVerdict {}

    /** A {@code @revoked} line names exactly this key. */
    record Revoked(KnownHost by) implements HostKeyVerdict {}
}
