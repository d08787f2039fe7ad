package dev.ibplay.journal;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one shard of a job has left.
 *
 * @param number from 1
 * @param run its record; empty where it began none, or where it cannot be read
 */
public record ShardRecord(int number, ShardState end, Optional<RecordedRun> run) {
    /** The exit code of its command; of a shard that has not ended nobody knows it. */
    public OptionalInt exitCode() {
        return end instanceof ShardState.Ended ended ? OptionalInt.of(ended.exitCode()) : OptionalInt.empty();
    }

    /** Why its end says nothing of its hosts; empty text where it has ended. */
    public String trouble() {
        return switch (end) {
            case ShardState.Ended ignored -> "";
            case ShardState.AtWork ignored -> "shard " + number + " is still at work";
            case ShardState.Lost ignored -> "shard " + number + " was lost: it gives no sign of life";
            case ShardState.NotBegun ignored -> "shard " + number + " has never begun";
        };
    }
}
