package dev.ibplay.transport.posix;

import dev.ibplay.transport.TransportException;
import org.junit.jupiter.api.Assumptions;

/** What only root can set up. */
final class Root {
    private Root() {}

    static void require() {
        boolean root = "root".equals(System.getProperty("user.name"));
        if (!root) {
            System.err.println("SKIPPED: this test needs root");
        }
        Assumptions.assumeTrue(root, "this test needs root");
    }

    /** A session without root's rights. */
    static PosixSession asNobody(Shell shell) throws TransportException {
        String inner = shell.commandLine().replace("exec ", "").replace("'", "'\\''");
        return PosixSession.open(
                "here",
                new ProcessConnection(),
                "exec setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '" + inner + "'");
    }
}
