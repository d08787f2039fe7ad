package dev.ibplay.lab.machine;

import dev.ibplay.exec.Bytes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What executables do, by the SHA-256 of their content; a machine's own ones over those that it shares with others. */
final class Programs {
    private final Map<String, Program> own = new ConcurrentHashMap<>(1);
    private final Optional<Programs> shared;

    private Programs(Optional<Programs> shared) {
        this.shared = shared;
    }

    Programs() {
        this(Optional.empty());
    }

    /** Others that know these as well. */
    Programs over() {
        return new Programs(Optional.of(own.isEmpty() ? shared.orElse(this) : this));
    }

    void put(String sha256, Program program) {
        own.put(sha256, program);
    }

    Optional<Program> find(Bytes content) {
        return find(sha256(content));
    }

    private Optional<Program> find(String sha256) {
        return Optional.ofNullable(own.get(sha256)).or(() -> shared.flatMap(below -> below.find(sha256)));
    }

    static String sha256(Bytes content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content.toArray()));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
