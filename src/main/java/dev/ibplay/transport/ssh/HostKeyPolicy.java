package dev.ibplay.transport.ssh;

/** What to do with the key of a host that known_hosts does not name. A changed or revoked key is always refused. */
public enum HostKeyPolicy {
    /** Refuse it. */
    STRICT,
    /** Add it to the first known_hosts file and go on. */
    ACCEPT_NEW
}
