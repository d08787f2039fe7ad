package dev.ibplay.transport.ssh;

import java.net.SocketTimeoutException;
import java.util.Locale;
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

    /** Whether the peer ended the connection at once; "no session attached" is MINA's word when it has read nothing yet. */
    static boolean isReset(Throwable thrown) {
        String text = text(thrown);
        return text.contains("connection reset")
                || text.contains("broken pipe")
                || text.contains("no session attached");
    }

    /** Whether this machine has nothing left to connect with: open files, ports, memory. */
    static boolean isLocal(Throwable thrown) {
        String text = text(thrown);
        return text.contains("too many open files")
                || text.contains("cannot assign requested address")
                || text.contains("no buffer space")
                || text.contains("cannot allocate memory");
    }

    private static String text(Throwable thrown) {
        return String.valueOf(root(thrown).getMessage()).toLowerCase(Locale.ROOT);
    }
}
