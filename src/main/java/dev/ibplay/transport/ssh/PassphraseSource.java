package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Secret;
import java.nio.file.Path;
import java.util.Optional;

/** Knows the passphrases of key files. May be called from many threads, and may ask a person. */
@FunctionalInterface
public interface PassphraseSource {
    /** Knows none: an encrypted key cannot be used. */
    PassphraseSource NONE = file -> Optional.empty();

    Optional<Secret> passphraseOf(Path keyFile);
}
