package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.util.List;

/** Why a host key was not accepted, in words. */
record HostKeyRejection(String message, String hint) {

    /** Explains a verdict other than {@link HostKeyVerdict.Trusted}. */
    static HostKeyRejection of(SshTarget target, HostKey shown, HostKeyVerdict verdict, List<String> malformed) {
        String name = target.knownHostsName();
        String file = target.userKnownHostsFiles().getFirst().toString();
        return switch (verdict) {
            case HostKeyVerdict.Trusted trusted -> throw new IllegalArgumentException("a trusted key is not rejected");
            case HostKeyVerdict.Unknown unknown -> unknown(target, shown, unknown, malformed);
            case HostKeyVerdict.Changed changed ->
                new HostKeyRejection(
                        "the host key of %s has changed: %s:%d has %s %s, the host shows %s %s"
                                .formatted(
                                        name,
                                        changed.known().file(),
                                        changed.known().line(),
                                        changed.known().key().type(),
                                        changed.known().key().fingerprint(),
                                        shown.type(),
                                        shown.fingerprint()),
                        "Somebody may be listening in. If the host was reinstalled: ssh-keygen -R '%s' -f %s"
                                .formatted(name, changed.known().file()));
            case HostKeyVerdict.Revoked revoked ->
                new HostKeyRejection(
                        "the host key of %s (%s %s) is revoked by %s"
                                .formatted(
                                        name,
                                        shown.type(),
                                        shown.fingerprint(),
                                        revoked.by().place()),
                        "Give the host a new key and put that one into " + file);
        };
    }

    private static HostKeyRejection unknown(
            SshTarget target, HostKey shown, HostKeyVerdict.Unknown verdict, List<String> malformed) {
        StringBuilder message = new StringBuilder("the host key of %s (%s %s) is not in %s"
                .formatted(
                        target.knownHostsName(),
                        shown.type(),
                        shown.fingerprint(),
                        target.userKnownHostsFiles().getFirst()));
        verdict.authority()
                .ifPresent(line -> message.append("; the certificate authority of ")
                        .append(line.place())
                        .append(" does not help, as host certificates are not supported yet"));
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
