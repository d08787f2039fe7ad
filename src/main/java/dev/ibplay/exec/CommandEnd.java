package dev.ibplay.exec;

/** How a command ended. */
public sealed interface CommandEnd {
    record Exited(int status) implements CommandEnd {}

    record Signalled(int signal) implements CommandEnd {}

    /** It did not end within its time limit and was killed. */
    record TimedOut() implements CommandEnd {}
}
