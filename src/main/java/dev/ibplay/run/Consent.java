package dev.ibplay.run;

/** Who is asked before each batch and each step of a fabric. Called by one thread. */
@FunctionalInterface
public interface Consent {
    /** Goes on without asking. */
    Consent GIVEN = what -> true;

    /**
     * Whether to go on.
     *
     * @param what what comes next, as a noun phrase: {@code batch 2 of 3 of "Linux hosts" (25 hosts)}
     */
    boolean to(String what);
}
