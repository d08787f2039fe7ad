package dev.ibplay.cli;

import dev.ibplay.journal.ShardState;
import dev.ibplay.shard.JobDescription;
import dev.ibplay.shard.JobFolder;
import dev.ibplay.shard.Liveness;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Looks at the shards of a job from outside until it can be said of each whether it has ended, is at work, is lost or has never
 * begun. One that has not ended has to be watched: only a beat that changes tells life from death.
 *
 * @param begin how long shards are waited for that have not begun, from the first look on
 * @param nanoTime a clock that never goes back
 * @param pause lets some time pass between two looks
 * @param say tells the user what is waited for
 */
record ShardWatch(
        JobFolder folder,
        Liveness liveness,
        Duration begin,
        LongSupplier nanoTime,
        Runnable pause,
        Consumer<String> say) {
    private static final Duration WORDS = Duration.ofSeconds(30);
    private static final int MOST_NUMBERS = 20;

    /** What the job is, waiting for its first shard if {@code wait}; nothing where there is none. */
    Optional<JobDescription> job(boolean wait) throws IOException {
        long began = nanoTime.getAsLong();
        Optional<JobDescription> job = folder.job();
        if (job.isEmpty() && wait) {
            say.accept("waits for the first shard of a job in " + folder.path());
        }
        while (job.isEmpty() && wait && isWithin(began, begin)) {
            pause.run();
            job = folder.job();
        }
        return job;
    }

    /**
     * The state of each shard, by its number.
     *
     * @param wait whether to look on until none is at work, and all have begun or are not waited for any longer
     */
    SequencedMap<Integer, ShardState> states(int shards, boolean wait) throws IOException {
        long began = nanoTime.getAsLong();
        long told = began;
        Map<Integer, String> firstBeats = new HashMap<>();
        SequencedMap<Integer, ShardState> states = new TreeMap<>();
        while (true) {
            List<Integer> open = new ArrayList<>();
            for (int shard = 1; shard <= shards; shard++) {
                ShardState state = states.get(shard);
                // What has ended or is lost stays so: a folder of thousands is not read again and again.
                if (!(state instanceof ShardState.Ended || state instanceof ShardState.Lost)) {
                    state = liveness.of(shard);
                    states.put(shard, state);
                }
                if (isOpen(shard, state, wait, began, firstBeats)) {
                    open.add(shard);
                }
            }
            if (open.isEmpty()) {
                return states;
            }
            if (!isWithin(told, WORDS)) {
                told = nanoTime.getAsLong();
                say.accept(waitsFor(open));
            }
            pause.run();
        }
    }

    private boolean isOpen(int shard, ShardState state, boolean wait, long began, Map<Integer, String> firstBeats)
            throws IOException {
        return switch (state) {
            case ShardState.Ended ignored -> false;
            case ShardState.Lost ignored -> false;
            case ShardState.NotBegun ignored -> wait && isWithin(began, begin);
            case ShardState.AtWork ignored -> {
                String beat = folder.beat(shard).orElse("");
                yield wait || firstBeats.computeIfAbsent(shard, s -> beat).equals(beat);
            }
        };
    }

    private boolean isWithin(long since, Duration limit) {
        return nanoTime.getAsLong() - since < limit.toNanos();
    }

    private static String waitsFor(List<Integer> open) {
        int more = open.size() - MOST_NUMBERS;
        return "waits for "
                + (open.size() == 1 ? "shard " : "shards ")
                + open.stream().limit(MOST_NUMBERS).map(String::valueOf).collect(Collectors.joining(", "))
                + (more > 0 ? " and %d more".formatted(more) : "");
    }
}
