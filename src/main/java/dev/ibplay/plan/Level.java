package dev.ibplay.plan;

import java.util.Locale;

/** Where a value is. */
public enum Level {
    /** What a reboot brings back. */
    FILE,
    /** What the daemon or the kernel uses now. */
    RUNNING,
    /** What a port query answers. */
    FABRIC;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
