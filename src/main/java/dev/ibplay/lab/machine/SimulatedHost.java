package dev.ibplay.lab.machine;

/** A host of a lab, of whatever system. */
public interface SimulatedHost {
    /** Its files, processes and programs. */
    Machine machine();

    /** It is switched on for the first time. */
    void boot();

    /** Whether a subnet manager of its own starts with it. */
    boolean startsOpensm();

    /** Whether all of its ports that have a link have been set up by a master, and its interfaces have asked for their groups. */
    boolean isSettled();
}
