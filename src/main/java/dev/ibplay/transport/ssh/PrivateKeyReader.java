package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.util.security.SecurityUtils;

/**
 * Reads private keys (OpenSSH's format, PEM, PKCS#8; Ed25519, ECDSA, RSA), each file once in a run: deriving a key from a
 * passphrase costs a good part of a second on purpose. Safe for many threads.
 */
final class PrivateKeyReader {
    private static final int LARGEST = 1 << 20;
    private static final Set<PosixFilePermission> OTHERS =
            EnumSet.range(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_EXECUTE);

    private final Map<Path, KeyFile> read = new ConcurrentHashMap<>();

    KeyFile read(Path file, PassphraseSource passphrases) {
        return read.computeIfAbsent(file, f -> readNow(f, passphrases));
    }

    private static KeyFile readNow(Path file, PassphraseSource passphrases) {
        byte[] content;
        try {
            if (openToOthers(file)) {
                return new KeyFile.Unusable(
                        file, "can be read by other users, so its key is not used", "chmod 600 " + file);
            }
            if (Files.size(file) > LARGEST) {
                return notAKey(file);
            }
            content = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return new KeyFile.Unusable(file, "does not exist", "Name the file of the private key");
        } catch (AccessDeniedException e) {
            return new KeyFile.Unusable(
                    file, "cannot be read: permission denied", "Run as the user who owns the key file");
        } catch (IOException e) {
            return new KeyFile.Unusable(file, "cannot be read: " + e.getMessage(), "Name the file of the private key");
        }
        return decode(file, content, new Passphrase(file, passphrases));
    }

    /** OpenSSH's rule (sshkey_perm_ok): it concerns files of one's own, group and others may have no right at all. */
    private static boolean openToOthers(Path file) throws IOException {
        if (!Files.getOwner(file).getName().equals(System.getProperty("user.name"))) {
            return false;
        }
        Set<PosixFilePermission> open = EnumSet.copyOf(OTHERS);
        open.retainAll(Files.getPosixFilePermissions(file));
        return !open.isEmpty();
    }

    private static KeyFile decode(Path file, byte[] content, Passphrase passphrase) {
        String start = new String(content, 0, Math.min(content.length, 20), StandardCharsets.ISO_8859_1);
        if (start.startsWith("ssh-") || start.startsWith("ecdsa-")) {
            return new KeyFile.Unusable(
                    file,
                    "is a public key, and no ssh-agent has its private half",
                    "ssh-add the private key, or name it: usually the same name without .pub");
        }
        try {
            Iterable<KeyPair> decoded = SecurityUtils.loadKeyPairIdentities(
                    null, NamedResource.ofName(file.toString()), new ByteArrayInputStream(content), passphrase);
            List<KeyPair> keys = new ArrayList<>();
            if (decoded != null) {
                decoded.forEach(keys::add);
            }
            return keys.isEmpty() ? notAKey(file) : new KeyFile.Usable(file, keys);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            return passphrase.explain().orElseGet(() -> notAKey(file));
        }
    }

    private static KeyFile notAKey(Path file) {
        return new KeyFile.Unusable(
                file, "is not a private key that can be used", "ssh-keygen -y -f " + file + " tells whether it is one");
    }

    /** Remembers whether it was asked, which tells a wrong passphrase from a broken file. */
    private static final class Passphrase implements FilePasswordProvider {
        private final Path file;
        private final PassphraseSource source;
        private boolean asked;
        private boolean known;

        Passphrase(Path file, PassphraseSource source) {
            this.file = file;
            this.source = source;
        }

        @Override
        @SuppressWarnings("NullAway") // null is how this interface says that there is none
        public String getPassword(SessionContext session, NamedResource resource, int retry) {
            asked = true;
            Optional<Secret> passphrase = source.passphraseOf(file);
            known = passphrase.isPresent();
            return passphrase.map(Secret::reveal).orElse(null);
        }

        Optional<KeyFile> explain() {
            if (!asked) {
                return Optional.empty();
            }
            return Optional.of(new KeyFile.Unusable(
                    file,
                    known ? "cannot be decrypted: the passphrase is wrong" : "needs a passphrase, and none was given",
                    known
                            ? "ssh-keygen -y -f " + file + " tells whether a passphrase is right"
                            : "Give the passphrase, or use a key without one"));
        }
    }
}
