package dev.ibplay.transport.helper;

import dev.ibplay.exec.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * A static helper program that this build carries.
 *
 * @param cpu as {@code uname -m} prints it
 * @param sha256 lower-case hexadecimal; names the file on the host and is the protocol's version
 */
record HelperBinary(String cpu, Bytes content, String sha256) {
    /** The programs of this build; one whose compiler was missing at build time is not among them. */
    static List<HelperBinary> carried() {
        return Carried.ALL;
    }

    static HelperBinary of(String cpu, Bytes content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.toArray());
            return new HelperBinary(cpu, content, HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The CRC-32 of its content as in zlib, by which a copy tells damage; who may have put the copy there is another question. */
    long crc32() {
        CRC32 crc = new CRC32();
        crc.update(content.toArray());
        return crc.getValue();
    }

    /** Read and hashed once, on first use. */
    private static final class Carried {
        static final List<HelperBinary> ALL =
                Stream.of("x86_64", "aarch64").flatMap(Carried::load).toList();

        private static Stream<HelperBinary> load(String cpu) {
            try (InputStream in = HelperBinary.class.getResourceAsStream(cpu)) {
                if (Objects.isNull(in)) {
                    return Stream.empty();
                }
                return Stream.of(of(cpu, Bytes.of(in.readAllBytes())));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
