package dev.ibplay.shard;

import dev.ibplay.journal.ShardState;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * Whether shards live, judged by whether their beats change while this process looks on: clocks of machines differ, and so do
 * times of files. Safe for use by several threads.
 */
public final class Liveness {
    private record Seen(String beat, long since) {}

    private final JobFolder folder;
    private final BeatTiming timing;
    private final LongSupplier nanoTime;
    private final Map<Integer, Seen> seen = new HashMap<>();

    /** Looks at a job's folder, with a clock that never goes back. */
    public Liveness(JobFolder folder, BeatTiming timing, LongSupplier nanoTime) {
        this.folder = folder;
        this.timing = timing;
        this.nanoTime = nanoTime;
    }

    /** What can be said of a shard now; one that is lost takes {@link BeatTiming#lost} to be found so. */
    public synchronized ShardState of(int shard) throws IOException {
        OptionalInt ended = folder.ended(shard);
        if (ended.isPresent()) {
            return new ShardState.Ended(ended.getAsInt());
        }
        if (!folder.has(shard)) {
            return new ShardState.NotBegun();
        }
        long now = nanoTime.getAsLong();
        Seen before = seen.get(shard);
        String beat = folder.beat(shard).orElse("");
        if (before == null || !before.beat().equals(beat)) {
            seen.put(shard, new Seen(beat, now));
            return new ShardState.AtWork();
        }
        return now - before.since() > timing.lost().toNanos() ? new ShardState.Lost() : new ShardState.AtWork();
    }
}
