package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A file's content as it may be recorded: enough to know it again, not to write it again.
 *
 * @param sha256 of the whole content, secrets included; 64 hexadecimal digits
 * @param bytes its size
 * @param text the content with secrets hidden; empty where it is no text
 */
public record FileState(String sha256, int bytes, Optional<String> text) {
    /** The state of a content; {@code text} is what may be shown of it. */
    static FileState of(Bytes content, String text) {
        boolean binary = content.latin1().indexOf('\0') >= 0;
        return new FileState(sha256(content.toArray()), content.size(), binary ? Optional.empty() : Optional.of(text));
    }

    /** SHA-256 as 64 hexadecimal digits (FIPS 180-4). */
    public static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JVM has SHA-256", impossible);
        }
    }
}
