package dev.ibplay.transport.ssh;

import java.security.PublicKey;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.apache.sshd.common.config.keys.OpenSshCertificate;

/** What OpenSSH certificates say of themselves (PROTOCOL.certkeys). */
final class Certificates {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    private Certificates() {}

    /** The key without the certificate. */
    static PublicKey plain(PublicKey key) {
        return key instanceof OpenSshCertificate certificate ? certificate.getCertPubKey() : key;
    }

    /** Why a certificate is not one of this kind that is valid at this time; completes "the certificate ...". */
    static Optional<String> flaw(OpenSshCertificate certificate, OpenSshCertificate.Type wanted, Instant now) {
        if (certificate.getType() != wanted) {
            return Optional.of("is one of a " + word(certificate.getType()) + ", not of a " + word(wanted));
        }
        if (OpenSshCertificate.isValidAt(certificate, now)) {
            return Optional.empty();
        }
        boolean early = Long.compareUnsigned(now.getEpochSecond(), certificate.getValidAfter()) < 0;
        return Optional.of(
                early
                        ? "is not valid before " + time(certificate.getValidAfter())
                        : "expired at " + time(certificate.getValidBefore()));
    }

    private static String word(OpenSshCertificate.Type type) {
        return type == OpenSshCertificate.Type.HOST ? "host" : "user";
    }

    private static String time(long seconds) {
        return TIME.format(Instant.ofEpochSecond(Math.max(0, Math.min(seconds, Instant.MAX.getEpochSecond()))));
    }
}
