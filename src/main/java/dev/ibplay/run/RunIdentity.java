package dev.ibplay.run;

/**
 * What a run is called on the hosts that it changes, and what its user allows.
 *
 * @param run its name, one word
 * @param owner who runs it and where, for people
 * @param allowRemoval whether ports may lose P_Keys or full membership
 */
public record RunIdentity(String run, String owner, boolean allowRemoval) {}
