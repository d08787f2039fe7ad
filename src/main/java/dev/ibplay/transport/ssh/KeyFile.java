package dev.ibplay.transport.ssh;

import java.nio.file.Path;
import java.security.KeyPair;
import java.util.List;

/** What became of reading a private key file. */
sealed interface KeyFile {
    record Usable(Path file, List<KeyPair> keys) implements KeyFile {
        public Usable {
            keys = List.copyOf(keys);
        }
    }

    /**
     * It cannot be used.
     *
     * @param reason completes "FILE ..."
     * @param hint what to do about it
     */
    record Unusable(Path file, String reason, String hint) implements KeyFile {}
}
