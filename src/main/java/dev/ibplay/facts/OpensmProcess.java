package dev.ibplay.facts;

import dev.ibplay.opensm.OpensmArguments;
import java.util.Optional;

/**
 * A running OpenSM.
 *
 * @param startTicks start in clock ticks after boot, which tells it from a later process with the same number; 0 on ESXi, which
 *     does not tell it
 * @param startSeconds start in seconds since 1970; 0 where it is not known. Where only a time is known before which it did not
 *     start, as that of the host's own start, it is that
 */
public record OpensmProcess(int pid, OpensmArguments arguments, long startTicks, long startSeconds) {
    /** Whether anything is known of when it was started. */
    public boolean isStartKnown() {
        return startSeconds > 0;
    }

    /** The priority that it was started with, as text; nothing where its arguments give none. */
    public Optional<String> startPriority() {
        return arguments.priority();
    }
}
