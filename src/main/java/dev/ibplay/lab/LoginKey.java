package dev.ibplay.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/** The key that opens a lab, and nothing else. */
final class LoginKey {
    private LoginKey() {}

    /** Writes the private half as OpenSSH does, for its owner only. */
    static void write(KeyPair key, Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "ibplay lab", null, out);
        } catch (GeneralSecurityException e) {
            throw new IOException("the key cannot be written", e);
        }
    }
}
