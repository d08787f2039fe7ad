package dev.ibplay.facts;

import java.util.Optional;

/**
 * A service that runs OpenSM.
 *
 * @param name in the registry: {@code OpenSM}
 * @param commandLine as the service manager starts it
 * @param start when it is started
 * @param state what it does
 * @param process its process, where it has one
 */
public record WindowsServiceObserved(
        String name, String commandLine, Fact<Start> start, Fact<State> state, Optional<Integer> process) {
    /** By the numbers of {@code Start} in the registry (winnt.h). */
    public enum Start {
        BOOT,
        SYSTEM,
        AUTOMATIC,
        MANUAL,
        DISABLED
    }

    /** By the service manager's numbers, from 1 (winsvc.h). */
    public enum State {
        STOPPED,
        START_PENDING,
        STOP_PENDING,
        RUNNING,
        CONTINUE_PENDING,
        PAUSE_PENDING,
        PAUSED
    }
}
