package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.util.Optional;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.channel.exception.SshChannelOpenException;

/** Explains why a jump host or a proxy command led nowhere. */
final class TunnelFailure {
    private TunnelFailure() {}

    /** The jump host is there, and the way from it is not. */
    static TransportException ofChannel(SshTarget target, SshTarget jump, IOException cause) {
        String way = "the jump host " + jump.display();
        String where = target.address() + " port " + target.port();
        if (Causes.root(cause) instanceof SshChannelOpenException refused) {
            String said = String.valueOf(refused.getMessage());
            return switch (refused.getReasonCode()) {
                case SshConstants.SSH_OPEN_ADMINISTRATIVELY_PROHIBITED ->
                    failure(
                            target,
                            Kind.UNREACHABLE,
                            way + " does not forward to " + where + ": " + said,
                            "Set AllowTcpForwarding yes there, and see PermitOpen, DisableForwarding and the key's restrictions",
                            cause);
                case SshConstants.SSH_OPEN_RESOURCE_SHORTAGE ->
                    failure(
                            target,
                            Kind.UNREACHABLE,
                            way + " has no further channel for " + where + ": " + said,
                            "Fewer hosts at a time (--forks) need fewer channels",
                            cause);
                default ->
                    failure(
                            target,
                            Kind.UNREACHABLE,
                            way + " cannot connect to " + where + ": " + said,
                            "Is the host up, and its name and port known there? Try on it: ssh -p " + target.port()
                                    + " " + target.address(),
                            cause);
            };
        }
        if (Causes.isTimeout(cause)) {
            return failure(
                    target,
                    Kind.UNREACHABLE,
                    way + " has no connection to " + where + " within "
                            + target.connectTimeout().toSeconds() + " s",
                    "Is the host up? A firewall between them that drops packets looks like this too",
                    cause);
        }
        return failure(
                target,
                Kind.CONNECTION_LOST,
                way + " ended the connection: " + Causes.root(cause).getMessage(),
                "See sshd's log there",
                cause);
    }

    static TransportException ofCommand(SshTarget target, IOException cause) {
        return failure(
                target,
                Kind.UNREACHABLE,
                "the proxy command cannot be started: " + cause.getMessage(),
                "See ProxyCommand in ssh's configuration and arguments",
                cause);
    }

    /** What a proxy command said before it ended, in place of a connection that just ended. */
    static TransportException withTrouble(TransportException failure, Optional<String> trouble) {
        return trouble.map(said -> new TransportException(
                        failure.host(),
                        failure.kind(),
                        said,
                        "Run the ProxyCommand by hand; it has no terminal here, so it cannot ask for anything",
                        failure))
                .orElse(failure);
    }

    private static TransportException failure(
            SshTarget target, Kind kind, String message, String hint, Throwable cause) {
        return new TransportException(target.host(), kind, message, hint, cause);
    }
}
