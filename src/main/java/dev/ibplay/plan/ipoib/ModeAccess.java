package dev.ibplay.plan.ipoib;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.ReadFile;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import java.time.Duration;

/**
 * How the mode of an interface is read and set: by sysfs, or of a child that was made by netlink by {@code ip}
 * (ipoib_netlink.c: ipoib_changelink, ipoib_fill_info).
 */
final class ModeAccess {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private ModeAccess() {}

    static Operation read(IpoibObserved part) {
        return part.isBare()
                ? RunCommand.of(
                        LIMIT,
                        "sh",
                        "-c",
                        "ip -o -d link show dev \"$1\" | sed -n 's/.* ipoib pkey  *[^ ]*  *mode  *\\([a-z]*\\).*/\\1/p'",
                        "sh",
                        part.name())
                : ReadFile.of(path(part));
    }

    /** The kernel compares the attribute's text with its line end (ipoib_set_mode). */
    static Operation write(IpoibObserved part, IpoibMode mode) {
        return part.isBare()
                ? RunCommand.of(LIMIT, "ip", "link", "set", "dev", part.name(), "type", "ipoib", "mode", mode.word())
                : new Operation.WriteAttribute(path(part), Bytes.ofUtf8(mode.word() + "\n"));
    }

    private static String path(IpoibObserved part) {
        return "/sys/class/net/" + part.name() + "/mode";
    }
}
