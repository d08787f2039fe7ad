package dev.ibplay.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Secret;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateKeyReaderTest {
    private static final PassphraseSource RIGHT = file -> Optional.of(Secret.of("open sesame"));
    private static final PassphraseSource WRONG = file -> Optional.of(Secret.of("shut sesame"));

    @TempDir
    private Path folder;

    private final PrivateKeyReader reader = new PrivateKeyReader();

    private Path write(Optional<String> passphrase) throws IOException, GeneralSecurityException {
        KeyPair key = MinaServer.ecdsaKey();
        Path file = ownerOnly(folder.resolve("key"));
        try (OutputStream out = Files.newOutputStream(file)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(key, "test", encryption(passphrase), out);
        }
        return file;
    }

    @SuppressWarnings("NullAway") // null is how the writer is told not to encrypt
    private static OpenSSHKeyEncryptionContext encryption(Optional<String> passphrase) {
        return passphrase
                .map(text -> {
                    OpenSSHKeyEncryptionContext context = new OpenSSHKeyEncryptionContext();
                    context.setPassword(text);
                    context.setCipherName("AES");
                    context.setCipherType("256");
                    context.setCipherMode("CTR");
                    return context;
                })
                .orElse(null);
    }

    private static Path ownerOnly(Path file) throws IOException {
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private void assertUnusable(Path file, PassphraseSource passphrases, String reason) {
        assertThat(reader.read(file, passphrases))
                .isInstanceOfSatisfying(
                        KeyFile.Unusable.class,
                        k -> assertThat(k.reason()).contains(reason).doesNotContain("sesame"));
    }

    @Test
    void readsAKeyOnce() throws IOException, GeneralSecurityException {
        AtomicInteger asked = new AtomicInteger();
        Path file = write(Optional.of("open sesame"));
        PassphraseSource counting = f -> {
            asked.incrementAndGet();
            return RIGHT.passphraseOf(f);
        };
        assertThat(reader.read(file, counting)).isInstanceOf(KeyFile.Usable.class);
        assertThat(reader.read(file, counting)).isInstanceOf(KeyFile.Usable.class);
        assertThat(asked).hasValue(1);
    }

    @Test
    void readsAKeyWithoutPassphrase() throws IOException, GeneralSecurityException {
        assertThat(reader.read(write(Optional.empty()), PassphraseSource.NONE)).isInstanceOf(KeyFile.Usable.class);
    }

    @Test
    void aWrongPassphraseIsToldFromAMissingOne() throws IOException, GeneralSecurityException {
        Path file = write(Optional.of("open sesame"));
        assertUnusable(file, WRONG, "the passphrase is wrong");
        PrivateKeyReader fresh = new PrivateKeyReader();
        assertThat(fresh.read(file, PassphraseSource.NONE))
                .isInstanceOfSatisfying(
                        KeyFile.Unusable.class, k -> assertThat(k.reason()).contains("needs a passphrase"));
    }

    @Test
    void saysWhyAFileCannotBeUsed() throws IOException, GeneralSecurityException {
        assertUnusable(folder.resolve("nothing"), RIGHT, "does not exist");
        assertUnusable(folder, RIGHT, "");
        Path garbage = ownerOnly(folder.resolve("garbage"));
        Files.writeString(garbage, "-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n");
        assertUnusable(garbage, RIGHT, "is not a private key");
        Path publicKey = ownerOnly(folder.resolve("key.pub"));
        Files.writeString(publicKey, "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 admin\n");
        assertUnusable(publicKey, RIGHT, "is a public key");
        Path open = write(Optional.empty());
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r-----"));
        assertUnusable(open, RIGHT, "can be read by other users");
    }
}
