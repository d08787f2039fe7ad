package dev.ibplay.gather;

import dev.ibplay.facts.HostFacts;

/** What came of asking a host. */
public sealed interface Gathered {
    record Known(HostFacts facts) implements Gathered {}

    /**
     * The host was reached, but its system is not one that this version knows.
     *
     * @param system as {@code uname -s} names it
     */
    record UnknownSystem(String system) implements Gathered {}
}
