package dev.ibplay.transport.ssh;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys to offer to a host.
 *
 * @param unused key files that were left out, with the reason, for the message when the login is refused
 */
record Identities(List<KeyPair> keys, List<KeyFile.Unusable> unused) {
    /** OpenSSH's default names and order, of the types that are supported. */
    private static final List<String> DEFAULT_NAMES = List.of("id_rsa", "id_ecdsa", "id_ed25519");

    Identities {
        keys = List.copyOf(keys);
        unused = List.copyOf(unused);
    }

    /** The named key files, or else the default ones that exist. */
    static Identities of(SshTarget target, PrivateKeyReader reader) {
        List<KeyPair> keys = new ArrayList<>();
        List<KeyFile.Unusable> unused = new ArrayList<>();
        for (Path file : files(target)) {
            switch (reader.read(file, target.passphrases())) {
                case KeyFile.Usable usable -> keys.addAll(usable.keys());
                case KeyFile.Unusable unusable -> unused.add(unusable);
            }
        }
        return new Identities(keys, unused);
    }

    private static List<Path> files(SshTarget target) {
        if (!target.settings().identityFiles().isEmpty()) {
            return target.settings().identityFiles();
        }
        Path folder = target.home().path().resolve(".ssh");
        return DEFAULT_NAMES.stream().map(folder::resolve).filter(Files::exists).toList();
    }
}
