package dev.ibplay.cli;

import dev.ibplay.journal.MergedRun;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.ShardRecord;
import dev.ibplay.journal.ShardState;
import dev.ibplay.journal.disk.RunHistory;
import dev.ibplay.shard.JobFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * All shards of a job with their records, put together.
 *
 * @param merged nothing where none has recorded anything
 * @param incomplete whose record lacks something, in words
 */
record ShardsOfJob(List<ShardRecord> shards, ExitCode code, Optional<RecordedRun> merged, List<String> incomplete) {
    /** Reads the records of shards of which it is known how far they have come. */
    static ShardsOfJob read(JobFolder folder, RunHistory history, SequencedMap<Integer, ShardState> states) {
        List<ShardRecord> shards = new ArrayList<>();
        states.forEach(
                (number, state) -> shards.add(new ShardRecord(number, state, history.readAt(folder.of(number)))));
        List<String> incomplete =
                shards.stream().flatMap(shard -> incomplete(shard).stream()).toList();
        ExitCode code = code(shards, !incomplete.isEmpty());
        return new ShardsOfJob(List.copyOf(shards), code, MergedRun.of(shards, code.number()), incomplete);
    }

    /** One that has not ended in order counts as failed: nobody knows what became of its hosts. */
    private static ExitCode code(List<ShardRecord> shards, boolean isIncomplete) {
        List<ExitCode> codes = new ArrayList<>();
        for (ShardRecord shard : shards) {
            codes.add(
                    shard.exitCode().isPresent() ? ExitCode.of(shard.exitCode().getAsInt()) : ExitCode.FAILED);
        }
        if (isIncomplete) {
            codes.add(ExitCode.FAILED);
        }
        return ExitCode.worst(codes);
    }

    /** Of one that ended without having begun a run there is nothing to read. */
    private static List<String> incomplete(ShardRecord shard) {
        List<String> words = new ArrayList<>();
        if (shard.run().isEmpty()
                && shard.exitCode().orElse(ExitCode.INVALID_INPUT.number()) != ExitCode.INVALID_INPUT.number()) {
            words.add("shard %d has ended, and there is no record of its run".formatted(shard.number()));
        }
        if (shard.end() instanceof ShardState.Ended) {
            shard.run()
                    .ifPresent(run -> run.damage()
                            .forEach(damage -> words.add(
                                    "the record of shard %d is damaged: %s".formatted(shard.number(), damage))));
        }
        return words;
    }
}
