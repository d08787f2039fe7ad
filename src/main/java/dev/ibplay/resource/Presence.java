package dev.ibplay.resource;

import java.util.Locale;

/** Whether a thing is to exist. */
public enum Presence {
    PRESENT,
    ABSENT;

    /** The word of the playbook. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
