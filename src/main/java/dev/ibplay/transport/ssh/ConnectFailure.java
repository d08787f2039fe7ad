package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.util.Locale;

/** Explains why no TCP connection came about. */
final class ConnectFailure {
    private ConnectFailure() {}

    static TransportException explain(SshTarget target, IOException cause) {
        Throwable root = Causes.root(cause);
        String text = String.valueOf(root.getMessage()).toLowerCase(Locale.ROOT);
        String where = target.address() + " port " + target.port();
        if (Causes.isLocal(cause)) {
            return failure(
                    target,
                    "this machine cannot make the connection to " + where + ": " + root.getMessage(),
                    text.contains("open files")
                            ? "Raise the limit (ulimit -n), or lower --forks"
                            : "Too many connections at once: lower --forks",
                    cause);
        }
        if (Causes.isReset(cause)) {
            return new TransportException(
                    target.host(),
                    Kind.CONNECTION_LOST,
                    where + " ended the connection at once",
                    "See sshd's log there: MaxStartups, PerSourcePenalties and hosts.deny look like this",
                    cause);
        }
        if (text.contains("refused")) {
            return failure(
                    target,
                    where + " refused the connection",
                    "Is sshd running there, and is ansible_port right?",
                    cause);
        }
        if (text.contains("no route") || text.contains("unreachable")) {
            return failure(
                    target,
                    "there is no route to " + where,
                    "Is the host up, and the network between reachable?",
                    cause);
        }
        if (Causes.isTimeout(cause)) {
            return failure(
                    target,
                    "no connection to " + where + " within "
                            + target.connectTimeout().toSeconds() + " s",
                    "Is the host up? A firewall that drops packets looks like this too",
                    cause);
        }
        return failure(
                target,
                "no connection to " + where + ": " + root.getMessage(),
                "Check ansible_host and ansible_port",
                cause);
    }

    private static TransportException failure(SshTarget target, String message, String hint, IOException cause) {
        return new TransportException(target.host(), Kind.UNREACHABLE, message, hint, cause);
    }
}
