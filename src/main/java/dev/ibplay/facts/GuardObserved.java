package dev.ibplay.facts;

import java.util.Map;

/**
 * A guard that some run has left on a host.
 *
 * @param folder where it is
 * @param state what it says of itself, or what its silence means
 * @param record what the run that armed it wrote down, by name: {@code run}, {@code owner}, {@code what}
 * @param log what it did, a line for each thing; empty where it did nothing
 */
public record GuardObserved(String folder, State state, Map<String, String> record, String log) {
    /** What has become of a guard. */
    public sealed interface State {
        /**
         * It waits for its confirmation.
         *
         * @param seconds until it takes the change back
         */
        record Waiting(long seconds) implements State {}

        /** The change was confirmed. */
        record Confirmed() implements State {}

        /** It has taken the change back. */
        record Undone() implements State {}

        /** The host was started anew before the confirmation: old files, and running values as the files say. */
        record Rebooted() implements State {}

        /**
         * Nobody knows what holds: its process is gone, or could not do its work.
         *
         * @param because in the guard's word
         */
        record Unknown(String because) implements State {}
    }

    public GuardObserved {
        record = Map.copyOf(record);
    }

    /** The run that armed it. */
    public String run() {
        return record.getOrDefault("run", "an unknown run");
    }

    /** The change that it guards. */
    public String what() {
        return record.getOrDefault("what", "a change");
    }
}
