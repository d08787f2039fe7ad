package dev.ibplay.journal;

/** How far one shard of a job has come, as far as the folder of the job tells. */
public sealed interface ShardState {
    /** It has no folder yet: its task may wait for a machine. */
    record NotBegun() implements ShardState {}

    /** It is at work, as far as its beat tells. */
    record AtWork() implements ShardState {}

    /**
     * It has ended in order.
     *
     * @param exitCode as the process's
     */
    record Ended(int exitCode) implements ShardState {}

    /** It has not ended, and its beat stands still: it was killed, its machine is down, or it does not see the folder any more. */
    record Lost() implements ShardState {}
}
