package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Why a host key was not accepted, in words. */
record HostKeyRejection(String message, String hint) {

    /**
     * Explains a verdict other than {@link HostKeyVerdict.Trusted}.
     *
     * @param certificate why no certificate speaks for the host, where one could
     */
    static HostKeyRejection of(
            SshTarget target,
            HostKey shown,
            HostKeyVerdict verdict,
            Optional<String> certificate,
            List<String> malformed) {
        String name = target.knownHostsName();
        return switch (verdict) {
            case HostKeyVerdict.Trusted trusted -> throw new IllegalArgumentException("a trusted key is not rejected");
            case HostKeyVerdict.Unknown unknown -> unknown(target, shown, certificate, malformed);
            case HostKeyVerdict.Changed changed ->
                new HostKeyRejection(
                        "the host key of %s has changed: %s:%d has %s %s, the host shows %s %s%s"
                                .formatted(
                                        name,
                                        changed.known().file(),
                                        changed.known().line(),
                                        changed.known().key().type(),
                                        changed.known().key().fingerprint(),
                                        shown.type(),
                                        shown.fingerprint(),
                                        certificate.map(c -> "; " + c).orElse("")),
                        "Somebody may be listening in. If the host was reinstalled: ssh-keygen -R '%s' -f %s"
                                .formatted(name, changed.known().file()));
        };
    }

    /**
     * A key that is withdrawn.
     *
     * @param what it is of the host
     * @param place where that is said, as {@code file:line}
     */
    static HostKeyRejection revoked(SshTarget target, HostKey key, String what, String place) {
        return new HostKeyRejection(
                "the %s of %s (%s %s) is revoked by %s"
                        .formatted(what, target.knownHostsName(), key.type(), key.fingerprint(), place),
                "Give the host a new key and put that one into "
                        + target.userKnownHostsFiles().getFirst());
    }

    private static HostKeyRejection unknown(
            SshTarget target, HostKey shown, Optional<String> certificate, List<String> malformed) {
        StringBuilder message = new StringBuilder("the host key of %s (%s %s) is not in %s"
                .formatted(
                        target.knownHostsName(),
                        shown.type(),
                        shown.fingerprint(),
                        target.userKnownHostsFiles().getFirst()));
        certificate.ifPresent(c -> message.append("; ").append(c));
        if (!malformed.isEmpty()) {
            message.append("; lines that cannot be understood: ").append(String.join(", ", malformed));
        }
        return new HostKeyRejection(
                message.toString(),
                "Compare the fingerprint with the host's (ssh-keygen -lf /etc/ssh/ssh_host_*_key.pub), then connect once with"
                        + " ssh -p %d %s, or set StrictHostKeyChecking=accept-new in ansible_ssh_common_args"
                                .formatted(target.port(), target.address()));
    }

    static HostKeyRejection notSaved(SshTarget target, HostKey shown, IOException cause) {
        String file = target.userKnownHostsFiles().getFirst().toString();
        return new HostKeyRejection(
                "the new host key of %s (%s %s) cannot be saved in %s: %s"
                        .formatted(target.knownHostsName(), shown.type(), shown.fingerprint(), file, cause),
                "Make " + file + " writable, or name another UserKnownHostsFile");
    }
}
