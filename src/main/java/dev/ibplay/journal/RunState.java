package dev.ibplay.journal;

/** How far a recorded run has come. */
public sealed interface RunState {
    record Finished(int exitCode) implements RunState {}

    /** Its controller is at work. */
    record Running(long pid) implements RunState {}

    /** Its controller ended before it said how the run ended: killed, without power, or without room for its journal. */
    record Killed() implements RunState {}

    /** It has not ended, and its controller is on another machine, so nobody here knows. */
    record Elsewhere(String host) implements RunState {}
}
