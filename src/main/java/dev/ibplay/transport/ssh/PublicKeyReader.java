package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.util.buffer.BufferException;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * Reads what is public of key files, for which no passphrase is needed: {@code .pub} files, certificates, and the open part
 * of OpenSSH's private keys. Each file is read once in a run. Safe for many threads.
 */
final class PublicKeyReader {
    private static final int LARGEST = 1 << 20;
    private static final byte[] PRIVATE_MAGIC = "openssh-key-v1\0".getBytes(StandardCharsets.ISO_8859_1);
    private static final String PRIVATE_BEGIN = "-----BEGIN OPENSSH PRIVATE KEY-----";
    private static final String PRIVATE_END = "-----END OPENSSH PRIVATE KEY-----";

    private final Map<Path, Optional<PublicKey>> read = new ConcurrentHashMap<>();

    /**
     * The public half of a key that is named by its file, as OpenSSH finds it: in the file itself, private or public, else
     * in {@code FILE.pub}. Empty where neither tells it.
     */
    Optional<PublicKey> publicHalf(Path file) {
        return key(file).or(() -> key(beside(file, ".pub")));
    }

    /** The certificate in a file, if it is one. */
    Optional<OpenSshCertificate> certificate(Path file) {
        return key(file).filter(OpenSshCertificate.class::isInstance).map(OpenSshCertificate.class::cast);
    }

    /** {@code FILE-cert.pub}; for {@code KEY.pub} it is {@code KEY-cert.pub}. */
    static Path certificateBeside(Path file) {
        String name = String.valueOf(file.getFileName());
        String base = name.endsWith(".pub") ? name.substring(0, name.length() - ".pub".length()) : name;
        return file.resolveSibling(base + "-cert.pub");
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private Optional<PublicKey> key(Path file) {
        return read.computeIfAbsent(file, PublicKeyReader::readNow);
    }

    private static Optional<PublicKey> readNow(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            return parse(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException | GeneralSecurityException | BufferException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<PublicKey> parse(String text) throws IOException, GeneralSecurityException {
        String content = text.strip();
        if (content.startsWith(PRIVATE_BEGIN)) {
            return ofPrivate(content);
        }
        for (String line : content.lines().toList()) {
            List<String> fields = List.of(line.strip().split("[ \t]+", 3));
            if (fields.size() >= 2 && !line.startsWith("#")) {
                return Optional.of(decode(Base64.getDecoder().decode(fields.get(1))));
            }
        }
        return Optional.empty();
    }

    /** PROTOCOL.key: magic, cipher, key derivation with its options, number of keys, and the public half in the open. */
    private static Optional<PublicKey> ofPrivate(String content) throws IOException, GeneralSecurityException {
        int end = content.indexOf(PRIVATE_END);
        if (end < 0) {
            return Optional.empty();
        }
        byte[] data = Base64.getMimeDecoder().decode(content.substring(PRIVATE_BEGIN.length(), end));
        if (!Arrays.equals(Arrays.copyOf(data, PRIVATE_MAGIC.length), PRIVATE_MAGIC)) {
            return Optional.empty();
        }
        ByteArrayBuffer buffer =
                new ByteArrayBuffer(data, PRIVATE_MAGIC.length, data.length - PRIVATE_MAGIC.length, true);
        buffer.getString();
        buffer.getString();
        buffer.getBytes();
        return buffer.getInt() == 1 ? Optional.of(decode(buffer.getBytes())) : Optional.empty();
    }

    private static PublicKey decode(byte[] blob) throws IOException, GeneralSecurityException {
        return new ByteArrayBuffer(blob).getRawPublicKey();
    }
}
