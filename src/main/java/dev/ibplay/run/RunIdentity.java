package dev.ibplay.run;

/**
 * What a run is called on the hosts that it changes.
 *
 * @param run its name, one word
 * @param owner who runs it and where, for people
 */
public record RunIdentity(String run, String owner) {}
