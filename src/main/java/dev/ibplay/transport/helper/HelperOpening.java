package dev.ibplay.transport.helper;

import dev.ibplay.transport.HostSession;
import java.util.Optional;

/** What came of opening a helper's session. */
public sealed interface HelperOpening {
    record Opened(HostSession session) implements HelperOpening {}

    /**
     * The host was reached, but the helper cannot run there; a plain shell may.
     *
     * @param reason for a person, for example {@code no helper for Linux ppc64le}
     * @param system as {@code uname -s} names it, where the bootstrap has told it
     */
    record Unusable(String reason, Optional<String> system) implements HelperOpening {
        Unusable(String reason) {
            this(reason, Optional.empty());
        }
    }
}
