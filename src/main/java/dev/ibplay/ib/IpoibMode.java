package dev.ibplay.ib;

import java.util.Locale;

/** How an IPoIB interface sends (kernel: ipoib_set_mode). */
public enum IpoibMode {
    DATAGRAM,
    CONNECTED;

    /** The word of sysfs and of the playbook. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
