package dev.ibplay.shard;

import dev.ibplay.journal.ShardState;
import dev.ibplay.playbook.Shard;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * This process as a shard of a job: it says that it lives until it is closed. One that could not say so for long enough to be taken
 * for lost by the others knows it, and must change nothing further.
 */
public final class Membership implements AutoCloseable {
    private static final int FIRST = 1;

    private final JobFolder folder;
    private final Shard shard;
    private final BeatTiming timing;
    private final LongSupplier nanoTime;
    private final Liveness liveness;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread beats;
    private volatile long lastBeat;
    private volatile boolean isFirstLost;

    private Membership(JobFolder folder, Shard shard, BeatTiming timing, LongSupplier nanoTime) {
        this.folder = folder;
        this.shard = shard;
        this.timing = timing;
        this.nanoTime = nanoTime;
        this.liveness = new Liveness(folder, timing, nanoTime);
        this.lastBeat = nanoTime.getAsLong();
        this.beats = Thread.ofPlatform().daemon().name("beat").unstarted(this::beat);
    }

    /**
     * Takes part in a job whose description is agreed on.
     *
     * @throws java.nio.file.FileAlreadyExistsException when this shard has begun before
     */
    public static Membership join(JobFolder folder, Shard shard, BeatTiming timing, LongSupplier nanoTime)
            throws IOException {
        folder.begin(shard.number());
        folder.beat(shard.number(), 0);
        var membership = new Membership(folder, shard, timing, nanoTime);
        membership.beats.start();
        return membership;
    }

    public Shard shard() {
        return shard;
    }

    public JobFolder folder() {
        return folder;
    }

    /** Whether a shard lives. */
    public ShardState of(int number) throws IOException {
        return liveness.of(number);
    }

    /** Says something to the others. */
    public void say(Post post) throws IOException {
        folder.post(shard.number(), post);
    }

    /** Says to all why no play with {@code any_errors_fatal} may go on. */
    public void fatal(Post.Stopped why) throws IOException {
        folder.fatal(why);
    }

    /** Whether the others may take this shard for lost, so that it is not one of them any more. */
    public boolean isGivenUp() {
        return nanoTime.getAsLong() - lastBeat > timing.lost().toNanos() / 2;
    }

    /** Whether the first shard, which holds the locks of the fabrics, has ended without waiting for this one, or is lost. */
    public boolean isFirstGone() {
        return isFirstLost;
    }

    private void beat() {
        try {
            for (long count = 1; !closed.await(timing.every().toMillis(), TimeUnit.MILLISECONDS); count++) {
                beat(count);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void beat(long count) {
        try {
            long begun = nanoTime.getAsLong();
            folder.beat(shard.number(), count);
            lastBeat = begun;
            if (!shard.isFirst()) {
                isFirstLost = isGone(liveness.of(FIRST));
            }
        } catch (IOException expected) {
            // The next one may go through; until then the beat gets old, which this shard notices as the others do.
        }
    }

    private static boolean isGone(ShardState state) {
        return switch (state) {
            case ShardState.Ended ignored -> true;
            case ShardState.Lost ignored -> true;
            case ShardState.NotBegun ignored -> false;
            case ShardState.AtWork ignored -> false;
        };
    }

    /** Ends in order; nothing of this shard is under way any more. */
    public void ended(int exitCode) throws IOException {
        folder.end(shard.number(), exitCode);
    }

    /** Says nothing any more. */
    @Override
    public void close() {
        closed.countDown();
        try {
            beats.join(timing.every().toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
