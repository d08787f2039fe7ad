package dev.ibplay.transport.ssh;

import java.net.SocketTimeoutException;
import java.util.concurrent.TimeoutException;

/** Looks behind MINA's wrapped exceptions. */
final class Causes {
    private Causes() {}

    static Throwable root(Throwable thrown) {
        Throwable current = thrown;
        Throwable deeper = current.getCause();
        while (deeper != null) {
            current = deeper;
            deeper = current.getCause();
        }
        return current;
    }

    /** Whether a wait of ours ran out, or the operating system's. */
    static boolean isTimeout(Throwable thrown) {
        Throwable root = root(thrown);
        String text = String.valueOf(root.getMessage());
        return root instanceof TimeoutException
                || root instanceof SocketTimeoutException
                || text.contains("timed out")
                || text.contains("specified timeout");
    }
}
