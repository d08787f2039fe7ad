package dev.ibplay.journal;

import java.util.Locale;

/** What became of a host in a run, in Ansible's words and our own; a later one outweighs an earlier one. */
public enum HostStatus {
    /** Nothing was to be done. */
    OK,
    /** Something was changed, and all of it was done. */
    CHANGED,
    /** The run ended before its turn. */
    SKIPPED,
    /** This version cannot manage what is asked of it. */
    UNSUPPORTED,
    /** Changed, but the result could not be proven. */
    UNVERIFIED,
    /** It could not be asked, or the connection was lost. */
    UNREACHABLE,
    /** Something could not be done. */
    FAILED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The weightier of the two. */
    public HostStatus or(HostStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
