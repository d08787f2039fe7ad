package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A host's public key as it travels (RFC 4253, 6.6).
 *
 * @param type the key's type, for example {@code ssh-ed25519}; for RSA {@code ssh-rsa} whatever the signature is
 */
record HostKey(String type, Bytes blob) {
    /** As ssh-keygen -l prints it: {@code SHA256:} and unpadded Base64. */
    String fingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(blob.toArray());
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    String base64() {
        return Base64.getEncoder().encodeToString(blob.toArray());
    }
}
