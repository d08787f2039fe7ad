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
 * @param crc32 as in zlib; by it a copy tells damage, while who may have put it there is another question
 */
record HelperBinary(String cpu, Bytes content, String sha256, long crc32) {
    /** The programs of this build; one whose compiler was missing at build time is not among them. */
    static List<HelperBinary> carried() {
        return Carried.ALL;
    }

    static HelperBinary of(String cpu, Bytes content) {
        try {
            byte[] bytes = content.toArray();
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            CRC32 crc = new CRC32();
            crc.update(bytes);
            return new HelperBinary(cpu, content, HexFormat.of().formatHex(digest), crc.getValue());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
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
