package dev.ibplay.transport.posix;

import dev.ibplay.transport.WaitingThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Writes scripts to the far end on a thread of its own, so that a host that does not read cannot hold the session's owner.
 */
public final class ScriptWriter implements AutoCloseable {
    private static final int PIECE_BYTES = 32 << 10;
    /** Nothing more to write: no script is empty. */
    private static final byte[] CLOSE = new byte[0];

    private final LinkedBlockingQueue<byte[]> waiting = new LinkedBlockingQueue<>();

    public ScriptWriter(OutputStream stdin, String name) {
        WaitingThreads.builder().name(name).start(() -> pass(stdin));
    }

    public void write(String script) {
        waiting.add(script.getBytes(StandardCharsets.UTF_8));
    }

    /** Closes the stream after what is still to be written. */
    @Override
    public void close() {
        waiting.add(CLOSE);
    }

    private void pass(OutputStream stdin) {
        try (stdin) {
            for (byte[] script = waiting.take(); script.length > 0; script = waiting.take()) {
                for (int from = 0; from < script.length; from += PIECE_BYTES) {
                    stdin.write(script, from, Math.min(PIECE_BYTES, script.length - from));
                }
                stdin.flush();
            }
        } catch (IOException ended) {
            // The far end has gone: its output streams end too, and the owner learns of it there.
            waiting.clear();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
