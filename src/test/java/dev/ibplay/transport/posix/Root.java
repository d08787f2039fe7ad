package dev.ibplay.transport.posix;

import dev.ibplay.Missing;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;

/** What only root can set up. */
final class Root {
    private Root() {}

    static void require() {
        Missing.unless("root".equals(System.getProperty("user.name")), "root");
    }

    /** A session without root's rights. */
    static PosixSession asNobody(Shell shell) throws TransportException {
        String inner = shell.commandLine().replace("exec ", "").replace("'", "'\\''");
        return PosixSession.open(
                "here",
                ProcessConnection.plain(),
                "exec setpriv --reuid 65534 --regid 65534 --clear-groups sh -c '" + inner + "'");
    }
}
