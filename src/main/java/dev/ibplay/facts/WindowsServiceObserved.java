package dev.ibplay.facts;

import java.util.Optional;

/**
 * A service that runs OpenSM.
 *
 * @param name in the registry: {@code OpenSM}
 * @param commandLine as the service manager starts it
 * @param registered the same as it stands in the registry, where variables may stand for parts of it
 * @param start when it is started
 * @param state what it does
 * @param process its process, where it has one
 */
public record WindowsServiceObserved(
        String name,
        String commandLine,
        String registered,
        Fact<Start> start,
        Fact<State> state,
        Optional<Integer> process) {
    /** One whose command line has no variables in it. */
    public WindowsServiceObserved(
            String name, String commandLine, Fact<Start> start, Fact<State> state, Optional<Integer> process) {
        this(name, commandLine, commandLine, start, state, process);
    }

    /** Whether it is started with the host. */
    public Fact<Boolean> startsWithHost() {
        return start.map(when -> when.compareTo(Start.AUTOMATIC) <= 0);
    }

    /** Whether it works; not where that could not be read. */
    public boolean runs() {
        return state.ifKnown().filter(State.RUNNING::equals).isPresent();
    }

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
