package dev.ibplay.transport.ssh;

/** What the plain lines of known_hosts say of a key that a host has shown. */
sealed interface HostKeyVerdict {
    record Trusted() implements HostKeyVerdict {}

    /** No line names the host with a plain key. */
    record Unknown() implements HostKeyVerdict {}

    /** A line names the host with another key, of the same type if there is one. */
    record Changed(KnownHost known) implements HostKeyVerdict {}
}
