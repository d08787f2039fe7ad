package dev.ibplay.transport.helper;

import dev.ibplay.transport.WaitingThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** Drains a channel's standard error, so that the host never waits for us, and keeps the end of it for messages. */
final class ErrorTail {
    private static final int KEPT_BYTES = 4096;

    private final Thread thread;
    private byte[] tail = new byte[0];

    ErrorTail(InputStream stream, String host) {
        thread = WaitingThreads.builder().name("ibplay-stderr-" + host).start(() -> drain(stream));
    }

    private void drain(InputStream stream) {
        byte[] chunk = new byte[1024];
        try {
            int n = stream.read(chunk);
            while (n >= 0) {
                keep(chunk, n);
                n = stream.read(chunk);
            }
        } catch (IOException expected) {
            // The connection is gone: there is no more to keep, and the session's own read says so.
        }
    }

    private synchronized void keep(byte[] chunk, int size) {
        byte[] joined = Arrays.copyOf(tail, tail.length + size);
        System.arraycopy(chunk, 0, joined, tail.length, size);
        tail = Arrays.copyOfRange(joined, Math.max(0, joined.length - KEPT_BYTES), joined.length);
    }

    /** What came so far. */
    synchronized String text() {
        return new String(tail, StandardCharsets.UTF_8).strip();
    }

    /** What came until the stream's end, waiting for that end no longer than {@code limit}. */
    String textAtEnd(Duration limit) {
        try {
            thread.join(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return text();
    }
}
