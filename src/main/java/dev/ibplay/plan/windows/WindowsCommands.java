package dev.ibplay.plan.windows;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import java.time.Duration;
import java.util.List;

/**
 * The commands that change a connection. netsh is the same from Windows 7 on, where the cmdlets of later releases are missing
 * (Microsoft: Netsh interface context). What it says is translated, so only its exit status counts.
 */
final class WindowsCommands {
    /** An adapter takes its time to go down, and as long to come up. */
    private static final Duration RESTART_LIMIT = Duration.ofMinutes(1);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private WindowsCommands() {}

    /** The MTU of IP until the next start of the host. */
    static Operation use(String name, int bytes) {
        return mtu(name, bytes, "active");
    }

    /** The MTU of IP for good; it counts at once, too. */
    static Operation keep(String name, int bytes) {
        return mtu(name, bytes, "persistent");
    }

    private static Operation mtu(String name, int bytes, String store) {
        return RunCommand.of(
                LIMIT, "netsh.exe", "interface", "ipv4", "set", "subinterface", name, "mtu=" + bytes, "store=" + store);
    }

    /** What makes a driver read its keywords again. */
    static List<Operation> restart(String name) {
        return List.of(admin(name, "disabled"), admin(name, "enabled"));
    }

    private static Operation admin(String name, String state) {
        return RunCommand.of(
                RESTART_LIMIT, "netsh.exe", "interface", "set", "interface", "name=" + name, "admin=" + state);
    }
}
