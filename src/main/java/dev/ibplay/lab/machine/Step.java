package dev.ibplay.lab.machine;

import dev.ibplay.exec.Operation;

/**
 * A session of a far end is about to carry out an operation; in a session that is a shell's, which reads its script from the login,
 * a program that this shell starts is one.
 *
 * @param process the far end's
 * @param number of the operation in its session, from 1
 */
public record Step(Machine machine, SimulatedProcess process, int number, Operation operation) {}
