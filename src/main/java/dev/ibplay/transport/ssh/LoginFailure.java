package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;

/** Explains why a connection that was made did not become a login. */
final class LoginFailure {
    private final LoginRecord record;
    private final SshTarget target;
    private final IOException cause;

    private LoginFailure(LoginRecord record, IOException cause) {
        this.record = record;
        this.target = record.target();
        this.cause = cause;
    }

    static TransportException explain(LoginRecord record, Identities identities, IOException cause) {
        LoginFailure failure = new LoginFailure(record, cause);
        if (record.hostKeyRejection().isPresent()) {
            HostKeyRejection rejection = record.hostKeyRejection().get();
            return failure.of(Kind.HOST_KEY_REJECTED, rejection.message(), rejection.hint());
        }
        if (Causes.isTimeout(cause)) {
            return failure.timeout();
        }
        String said = failure.farewell();
        if (said.toLowerCase(Locale.ROOT).contains("too many authentication failures")) {
            return failure.tooManyKeys();
        }
        if (record.phase() == LoginRecord.Phase.LOGIN && !record.offered().isEmpty() && said.isEmpty()) {
            return failure.refused(identities);
        }
        return failure.ended(said);
    }

    /**
     * The text with which the host ended the connection, empty if it did not. MINA ends the wait for the login before it
     * tells its listeners, so the exception may know more than the record.
     */
    private String farewell() {
        if (record.disconnect().isPresent()) {
            return record.disconnect().get();
        }
        boolean byHost = cause instanceof SshException ssh
                && ssh.getDisconnectCode() > 0
                && ssh.getDisconnectCode() != SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE;
        return byHost ? String.valueOf(Causes.root(cause).getMessage()) : "";
    }

    private TransportException of(Kind kind, String message, String hint) {
        return new TransportException(target.host(), kind, message, hint, cause);
    }

    private TransportException timeout() {
        String limit = " within " + target.loginTimeout().toSeconds() + " s";
        String hint = switch (record.phase()) {
            case GREETING -> "Does an SSH server listen on this port? One that is out of connections is silent too";
            case KEY_EXCHANGE -> "The host is overloaded, or large packets are lost on the way (MTU)";
            case LOGIN ->
                "The host's login is slow: name service, PAM or GSSAPI; try UseDNS no and GSSAPIAuthentication no";
        };
        return of(Kind.TIMED_OUT, target.display() + ": " + record.phase().missing() + limit, hint);
    }

    private TransportException tooManyKeys() {
        return of(
                Kind.AUTHENTICATION_REFUSED,
                target.display() + " ended the login: too many authentication failures" + tried(),
                "Name the one key that the host accepts with ansible_ssh_private_key_file");
    }

    private TransportException refused(Identities identities) {
        StringBuilder message = new StringBuilder(target.display())
                .append(record.partialSuccess() ? " wants a further login step" : " refused the login")
                .append(tried())
                .append("; the host offers ")
                .append(String.join(", ", record.offered()));
        record.unanswered()
                .ifPresent(prompt ->
                        message.append("; it asked \"").append(prompt).append("\", which only a person can answer"));
        identities
                .unused()
                .forEach(key ->
                        message.append("; ").append(key.file()).append(' ').append(key.reason()));
        return of(Kind.AUTHENTICATION_REFUSED, message.toString(), hint(identities));
    }

    private String hint(Identities identities) {
        if (!identities.unused().isEmpty()) {
            return identities.unused().getFirst().hint();
        }
        List<String> offered = record.offered();
        boolean passwordWanted = offered.contains("password") || offered.contains("keyboard-interactive");
        if (passwordWanted && target.password().isPresent()) {
            return "Is the password right, and the user " + target.user() + "?";
        }
        if (identities.keys().isEmpty()) {
            return passwordWanted
                    ? "Give a password (ansible_password) or a key (ansible_ssh_private_key_file)"
                    : "Give a key (ansible_ssh_private_key_file)";
        }
        return "Is the public key in " + target.user() + "'s authorized_keys on the host, and is the user right?";
    }

    private TransportException ended(String said) {
        String text = String.valueOf(Causes.root(cause).getMessage());
        if (text.toLowerCase(Locale.ROOT).contains("unable to negotiate")) {
            return of(
                    Kind.UNREACHABLE,
                    target.display() + " has no algorithm in common with us: " + text,
                    target.settings().legacyCrypto()
                            ? "Allow curve25519-sha256 or a newer algorithm on the host"
                            : "If it is too old for what is safe today, set ibplay_ssh_legacy_crypto: true for this host");
        }
        String reason = said.isEmpty() ? "" : ": " + said;
        return of(
                Kind.CONNECTION_LOST,
                target.display() + " ended the connection before the login was done ("
                        + record.phase().missing() + ")" + reason,
                "See sshd's log there: MaxStartups, MaxAuthTries, DenyUsers and hosts.deny look like this");
    }

    private String tried() {
        List<String> tried = record.tried();
        return tried.isEmpty()
                ? "; nothing could be tried"
                : "; tried " + tried.stream().distinct().collect(Collectors.joining(", "));
    }
}
