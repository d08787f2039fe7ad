package dev.ibplay.netstack;

/** Whether a file is meant for an interface. */
public enum Match {
    YES,
    NO,
    /** It depends on what is not known of the interface or the host. */
    UNKNOWN;

    Match and(Match other) {
        if (this == NO || other == NO) {
            return NO;
        }
        return this == UNKNOWN || other == UNKNOWN ? UNKNOWN : YES;
    }

    static Match of(boolean matches) {
        return matches ? YES : NO;
    }
}
