package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.config.keys.OpenSshCertificate;

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
        if (record.hostKey().rejection().isPresent()) {
            HostKeyRejection rejection = record.hostKey().rejection().get();
            return failure.of(Kind.HOST_KEY_REJECTED, rejection.message(), rejection.hint());
        }
        if (Causes.isTimeout(cause)) {
            return failure.timeout();
        }
        String said = failure.farewell();
        if (said.toLowerCase(Locale.ROOT).contains("too many authentication failures")) {
            return failure.tooManyKeys(identities);
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
        if (record.waitsForAgent()) {
            return of(
                    Kind.TIMED_OUT,
                    target.display() + ": the ssh-agent did not sign" + limit,
                    "Does it wait for a confirmation, a PIN or a touch?");
        }
        String hint = switch (record.phase()) {
            case GREETING -> "Does an SSH server listen on this port? One that is out of connections is silent too";
            case KEY_EXCHANGE -> "The host is overloaded, or large packets are lost on the way (MTU)";
            case LOGIN ->
                "The host's login is slow: name service, PAM or GSSAPI; try UseDNS no and GSSAPIAuthentication no";
        };
        return of(Kind.TIMED_OUT, target.display() + ": " + record.phase().missing() + limit, hint);
    }

    private TransportException tooManyKeys(Identities identities) {
        Map<String, Long> origins = identities.keys().stream()
                .collect(Collectors.groupingBy(
                        key -> key instanceof OfferedKey.OfAgent ? "of the ssh-agent" : "of files",
                        TreeMap::new,
                        Collectors.counting()));
        String counts = origins.entrySet().stream()
                .map(e -> e.getValue() + " " + e.getKey())
                .collect(Collectors.joining(", "));
        return of(
                Kind.AUTHENTICATION_REFUSED,
                "%s ended the login: too many authentication failures%s (%d of %d keys were offered: %s)"
                        .formatted(
                                target.display(),
                                tried(),
                                record.keys().size(),
                                identities.keys().size(),
                                counts),
                "The host counts every key that is offered (MaxAuthTries). Offer the right one only: name it with"
                        + " ansible_ssh_private_key_file, and set IdentitiesOnly=yes in ansible_ssh_common_args");
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
        identities.notes().forEach(note -> message.append("; ").append(note));
        strangers().forEach(note -> message.append("; ").append(note));
        return of(Kind.AUTHENTICATION_REFUSED, message.toString(), hint(identities));
    }

    /** Certificates that do not name the user: the usual reason why one that is valid is refused. */
    private List<String> strangers() {
        return record.keys().stream()
                .map(OfferedKey::key)
                .filter(OpenSshCertificate.class::isInstance)
                .map(OpenSshCertificate.class::cast)
                .filter(c -> !c.getPrincipals().contains(target.user()))
                .map(c -> "the certificate \"" + c.getId() + "\" is for "
                        + (c.getPrincipals().isEmpty() ? "no user" : String.join(", ", c.getPrincipals()))
                        + ", not for " + target.user())
                .toList();
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
                    ? "Give a password (ansible_password) or a key (ansible_ssh_private_key_file, or ssh-add)"
                    : "Give a key (ansible_ssh_private_key_file, or ssh-add)";
        }
        return "Is the public key in " + target.user() + "'s authorized_keys on the host, and is the user right?";
    }

    private TransportException ended(String said) {
        String text = String.valueOf(Causes.root(cause).getMessage());
        if (text.toLowerCase(Locale.ROOT).contains("unable to negotiate")) {
            return of(
                    Kind.UNREACHABLE,
                    target.display() + " has no algorithm in common with us: " + text,
                    target.settings().is(SshSetting.LEGACY_CRYPTO, false)
                            ? "Allow curve25519-sha256 or a newer algorithm on the host"
                            : "If it is too old for what is safe today, set ibplay_ssh_legacy_crypto: true for this host");
        }
        String lines = String.join(" / ", record.said());
        if (lines.contains("MaxStartups")) {
            return of(
                    Kind.CONNECTION_LOST,
                    target.display() + " has too many logins under way: " + lines,
                    "Raise MaxStartups in its sshd_config, or lower --forks");
        }
        if (lines.contains("Not allowed at this time")) {
            return of(
                    Kind.CONNECTION_LOST,
                    target.display() + " takes no connections from here for a while: " + lines,
                    "Its sshd counts failed logins (PerSourcePenalties); wait, or name this machine in"
                            + " PerSourcePenaltyExemptList there");
        }
        String reason = said.isEmpty() ? "" : ": " + said;
        return of(
                Kind.CONNECTION_LOST,
                target.display() + " ended the connection before the login was done ("
                        + record.phase().missing() + ")" + reason,
                "See sshd's log there: MaxStartups, PerSourcePenalties, MaxAuthTries, DenyUsers and hosts.deny look like this");
    }

    private String tried() {
        List<String> tried = record.tried();
        return tried.isEmpty()
                ? "; nothing could be tried"
                : "; tried " + tried.stream().distinct().collect(Collectors.joining(", "));
    }
}
