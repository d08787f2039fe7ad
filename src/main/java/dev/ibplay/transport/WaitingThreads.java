package dev.ibplay.transport;

/**
 * Threads for what waits most of its time. Virtual ones where these may wait anywhere, which is from Java 24 on (JEP 491): before,
 * one that waits within {@code synchronized}, as readers of MINA's pipes do, keeps its carrier, and there are only as many
 * carriers as processors. As many readers as processors would stop all others for good.
 */
public final class WaitingThreads {
    /** The first feature release whose virtual threads leave their carriers wherever they wait. */
    static final int LEAVING_SINCE = 24;

    private WaitingThreads() {}

    /** A builder of daemon threads. */
    public static Thread.Builder builder() {
        return builder(Runtime.version().feature());
    }

    static Thread.Builder builder(int release) {
        return release >= LEAVING_SINCE
                ? Thread.ofVirtual()
                : Thread.ofPlatform().daemon();
    }
}
