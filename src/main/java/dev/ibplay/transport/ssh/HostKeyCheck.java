package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import java.io.IOException;
import java.security.PublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * Judges the key of one host as OpenSSH does (sshconnect.c, check_host_key): revocations first, then a certificate by the
 * {@code @cert-authority} lines for the host; one that does not count leaves the plain key in it to the plain lines.
 */
final class HostKeyCheck {
    private final SshTarget target;
    private final KnownHosts about;
    private final List<String> malformed;
    private final Optional<RevokedKeys> revoked;
    private final KnownHostsFiles files;
    private Optional<HostKeyRejection> rejection = Optional.empty();

    HostKeyCheck(SshTarget target, KnownHosts known, Optional<RevokedKeys> revoked, KnownHostsFiles files) {
        this.target = target;
        this.revoked = revoked;
        this.files = files;
        malformed = known.malformed();
        KnownHosts named = known.about(target.knownHostsName());
        // as OpenSSH: a host on another port may be known by its bare name
        about = named.isSilent() && !target.knownHostsName().equals(target.certifiedName())
                ? named.and(known.about(target.certifiedName()))
                : named;
    }

    /** The types of the plain keys known for the host, in the order of the lines. */
    Set<String> knownTypes() {
        return about.types();
    }

    /** Whether a host certificate could be of use. */
    boolean wantsCertificate() {
        return !about.authorities().isEmpty();
    }

    synchronized Optional<HostKeyRejection> rejection() {
        return rejection;
    }

    /** Whether to go on with this key or certificate. */
    synchronized boolean accepts(Session session, PublicKey shown) {
        HostKey plain = hostKey(Certificates.plain(shown));
        Optional<HostKey> authority = shown instanceof OpenSshCertificate certificate
                ? Optional.of(hostKey(certificate.getCaPubKey()))
                : Optional.empty();
        Optional<HostKeyRejection> withdrawn = withdrawn(plain, authority);
        if (withdrawn.isPresent()) {
            rejection = withdrawn;
            return false;
        }
        Optional<String> useless = certificateFlaw(session, shown, authority);
        if (authority.isPresent() && useless.isEmpty()) {
            return true;
        }
        return judged(plain, useless);
    }

    private boolean judged(HostKey plain, Optional<String> useless) {
        HostKeyVerdict verdict = about.judge(plain);
        if (verdict instanceof HostKeyVerdict.Trusted) {
            return true;
        }
        boolean addable =
                verdict instanceof HostKeyVerdict.Unknown && target.hostKeyPolicy() == HostKeyPolicy.ACCEPT_NEW;
        if (!addable) {
            rejection = Optional.of(HostKeyRejection.of(target, plain, verdict, useless, malformed));
            return false;
        }
        try {
            files.add(target.userKnownHostsFiles().getFirst(), target.knownHostsName(), plain);
            return true;
        } catch (IOException e) {
            rejection = Optional.of(HostKeyRejection.notSaved(target, plain, e));
            return false;
        }
    }

    private Optional<HostKeyRejection> withdrawn(HostKey plain, Optional<HostKey> authority) {
        Optional<String> place = revocation(plain);
        if (place.isPresent()) {
            return Optional.of(HostKeyRejection.revoked(target, plain, "host key", place.get()));
        }
        return authority.flatMap(key -> revocation(key)
                .map(where -> HostKeyRejection.revoked(target, key, "certificate authority of the host key", where)));
    }

    private Optional<String> revocation(HostKey key) {
        return about.revocation(key).map(KnownHost::place).or(() -> revoked.flatMap(r -> r.place(key)));
    }

    /** Why no certificate speaks for the host, in words; empty too where none was to be expected. */
    private Optional<String> certificateFlaw(Session session, PublicKey shown, Optional<HostKey> authority) {
        List<KnownHost> authorities = about.authorities();
        if (authorities.isEmpty()) {
            return authority.map(key -> "no @cert-authority line names the host");
        }
        if (!(shown instanceof OpenSshCertificate certificate)) {
            return Optional.of("the host shows no certificate for the @cert-authority of "
                    + authorities.getFirst().place());
        }
        HostKey signer = hostKey(certificate.getCaPubKey());
        if (authorities.stream().noneMatch(line -> line.key().equals(signer))) {
            return Optional.of("its certificate is signed by %s %s, which is not the @cert-authority of %s"
                    .formatted(
                            signer.type(),
                            signer.fingerprint(),
                            authorities.getFirst().place()));
        }
        return flaw(session, certificate).map(flaw -> "its certificate \"" + certificate.getId() + "\" " + flaw);
    }

    private Optional<String> flaw(Session session, OpenSshCertificate certificate) {
        Optional<String> flaw = Certificates.flaw(certificate, OpenSshCertificate.Type.HOST, Instant.now());
        if (flaw.isPresent()) {
            return flaw;
        }
        String name = target.certifiedName().toLowerCase(Locale.ROOT);
        if (!certificate.getPrincipals().isEmpty()
                && !certificate.getPrincipals().contains(name)) {
            return Optional.of("is for " + String.join(", ", certificate.getPrincipals()) + ", not for " + name);
        }
        if (!certificate.getCriticalOptions().isEmpty()) {
            return Optional.of("has critical options, which no host certificate may have");
        }
        return CertificateSignature.flaw(session, certificate, target.settings());
    }

    private static HostKey hostKey(PublicKey key) {
        ByteArrayBuffer buffer = new ByteArrayBuffer();
        buffer.putRawPublicKey(key);
        return new HostKey(KeyUtils.getKeyType(key), Bytes.of(buffer.getCompactData()));
    }
}
