package dev.ibplay.it;

import java.util.Optional;

/** What the machine that runs the tests has to offer. */
interface Machine {
    boolean isRoot();

    boolean hasProgram(String name);

    /** Why the container fabric cannot start; empty when it can. */
    Optional<String> withoutFabric();
}
