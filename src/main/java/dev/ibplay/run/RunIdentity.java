package dev.ibplay.run;

import java.util.function.UnaryOperator;

/**
 * What a run is called on the hosts that it changes, and what its user allows.
 *
 * @param run its name, one word
 * @param owner who runs it and where, for people
 * @param allowRemoval whether ports may lose P_Keys or full membership
 * @param hide takes out of texts of others what must not be shown
 */
public record RunIdentity(String run, String owner, boolean allowRemoval, UnaryOperator<String> hide) {
    /** One that knows of no secrets. */
    public RunIdentity(String run, String owner, boolean allowRemoval) {
        this(run, owner, allowRemoval, text -> text);
    }
}
