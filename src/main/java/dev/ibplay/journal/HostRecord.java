package dev.ibplay.journal;

import java.util.List;

/**
 * One host of a run.
 *
 * @param messages what to tell of it: why it failed, what to do
 * @param connections SSH connections made to it
 * @param roundTrips how often its answer was waited for
 */
public record HostRecord(String host, HostStatus status, List<String> messages, int connections, int roundTrips) {
    /** What is told of a host that waits for its commands of after. */
    public static final String AFTER_NOT_RUN = "its commands of before were run, and those of after were not";

    public HostRecord {
        messages = List.copyOf(messages);
    }
}
