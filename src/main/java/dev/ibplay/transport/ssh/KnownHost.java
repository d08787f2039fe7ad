package dev.ibplay.transport.ssh;

import java.nio.file.Path;

/** One line of a known_hosts file. */
record KnownHost(Path file, int line, Marker marker, HostNames names, HostKey key) {
    enum Marker {
        NONE,
        REVOKED,
        CERT_AUTHORITY
    }

    /** {@code file:line}. */
    String place() {
        return file + ":" + line;
    }
}
