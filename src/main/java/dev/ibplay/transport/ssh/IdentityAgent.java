package dev.ibplay.transport.ssh;

import java.nio.file.Path;

/** Which ssh-agent is asked for keys. */
public sealed interface IdentityAgent {
    /** The one whose socket SSH_AUTH_SOCK names, if any: the default. */
    record OfEnvironment() implements IdentityAgent {}

    /** None, whatever the environment says. */
    record None() implements IdentityAgent {}

    /** The one behind this socket. */
    record At(Path socket) implements IdentityAgent {}
}
