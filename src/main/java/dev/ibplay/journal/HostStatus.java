package dev.ibplay.journal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

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
    /** All that could be done is done; the rest waits for a reboot or a reload of the driver. */
    HELD,
    /** Changed, but the result could not be proven. */
    UNVERIFIED,
    /** Changed, and taken back by the host's own guard. */
    REVERTED,
    /** It could not be asked, or the connection was lost. */
    UNREACHABLE,
    /** Something could not be done. */
    FAILED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status that a word means; none for one of a later version. */
    public static Optional<HostStatus> parse(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word().equals(word))
                .findFirst();
    }

    /** The weightier of the two. */
    public HostStatus or(HostStatus other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
