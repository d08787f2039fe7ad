package dev.ibplay.cli;

/** How far a run goes. */
enum RunMode {
    CHECK,
    VERIFY,
    ASK_AND_APPLY,
    APPLY;

    boolean applies() {
        return this == APPLY || this == ASK_AND_APPLY;
    }
}
