package dev.ibplay.cli;

/** How far a run goes. */
enum RunMode {
    CHECK,
    VERIFY,
    /** Compares, then lets the hosts ping each other with packets of full size. */
    VERIFY_AND_PING,
    ASK_AND_APPLY,
    APPLY;

    boolean verifies() {
        return this == VERIFY || this == VERIFY_AND_PING;
    }

    boolean applies() {
        return this == APPLY || this == ASK_AND_APPLY;
    }
}
