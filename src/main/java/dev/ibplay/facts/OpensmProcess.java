package dev.ibplay.facts;

import dev.ibplay.opensm.OpensmArguments;
import java.util.Optional;

/**
 * A running OpenSM.
 *
 * @param startTicks start in clock ticks after boot, which tells it from a later process with the same number
 * @param startSeconds start in seconds since 1970
 */
public record OpensmProcess(int pid, OpensmArguments arguments, long startTicks, long startSeconds) {
    /** The priority that it was started with, as text; nothing where its arguments give none. */
    public Optional<String> startPriority() {
        return arguments.priority();
    }
}
