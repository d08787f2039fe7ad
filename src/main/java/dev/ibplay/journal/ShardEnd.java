package dev.ibplay.journal;

/** How far one shard of a job has come, as far as the job's folder tells. */
public sealed interface ShardEnd {
    /** It has said how it ended; {@code exitCode} is that of the command. */
    record Ended(int exitCode) implements ShardEnd {}

    /** It gives signs of life. */
    record AtWork() implements ShardEnd {}

    /** It began, has not ended, and gives no sign of life. */
    record Lost() implements ShardEnd {}

    /** It has never begun. */
    record Missing() implements ShardEnd {}
}
