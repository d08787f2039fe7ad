package dev.ibplay.transport.helper;

import dev.ibplay.transport.HostSession;

/** What came of opening a helper's session. */
public sealed interface HelperOpening {
    record Opened(HostSession session) implements HelperOpening {}

    /**
     * The host was reached, but the helper cannot run there; a plain shell may.
     *
     * @param reason for a person, for example {@code no helper for Linux ppc64le}
     */
    record Unusable(String reason) implements HelperOpening {}
}
