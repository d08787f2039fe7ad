package dev.ibplay.transport.ssh;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.signature.Signature;

/** Whether an authority has signed what a certificate says. */
final class CertificateSignature {
    /** OpenSSH's CASignatureAlgorithms, of those that are supported: none with SHA-1. */
    private static final List<String> ALGORITHMS = List.of(
            "ssh-ed25519",
            "ecdsa-sha2-nistp256",
            "ecdsa-sha2-nistp384",
            "ecdsa-sha2-nistp521",
            "sk-ssh-ed25519@openssh.com",
            "sk-ecdsa-sha2-nistp256@openssh.com",
            "rsa-sha2-512",
            "rsa-sha2-256");

    private static final List<String> ALL =
            Stream.concat(ALGORITHMS.stream(), Stream.of("ssh-rsa")).toList();

    private CertificateSignature() {}

    /** What is wrong with it; completes "the certificate ...". */
    static Optional<String> flaw(Session session, OpenSshCertificate certificate, SshSettings settings) {
        String algorithm = certificate.getSignatureAlgorithm();
        List<String> allowed = settings.get(SshSetting.CA_SIGNATURE_ALGORITHMS)
                .map(list -> list.applyTo(ALGORITHMS, ALL))
                .orElse(ALGORITHMS);
        if (!allowed.contains(algorithm)) {
            return Optional.of("is signed by " + algorithm + ", which CASignatureAlgorithms does not allow");
        }
        boolean fits = KeyUtils.getKeyType(certificate.getCaPubKey()).equals(KeyUtils.getCanonicalKeyType(algorithm));
        return fits && isSigned(session, certificate, algorithm)
                ? Optional.empty()
                : Optional.of("has a signature that is wrong");
    }

    private static boolean isSigned(Session session, OpenSshCertificate certificate, String algorithm) {
        Signature verifier = NamedFactory.create(session.getSignatureFactories(), algorithm);
        if (verifier == null) {
            return false;
        }
        // MINA declares Exception: whatever it is, nothing is proven
        FutureTask<Boolean> proof = new FutureTask<>(() -> {
            verifier.initVerifier(session, certificate.getCaPubKey());
            verifier.update(session, certificate.getMessage());
            return verifier.verify(session, certificate.getSignature());
        });
        proof.run();
        return proof.state() == Future.State.SUCCESS && proof.resultNow();
    }
}
