package dev.ibplay.lab.time;

import dev.ibplay.transport.WaitingThreads;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Real time, made to pass a number of times as fast. It never leaps: when the process, or the whole machine, is held up, the
 * lab's time stands still with it, so that no deadline passes which nobody had a chance to meet.
 */
public final class ScaledClock implements LabClock, AutoCloseable {
    /** The longest that time is not looked at while all is well. */
    private static final long TICK_NANOS = 2_000_000;

    /** What counts of a longer pause. */
    private static final long MOST_NANOS = 10_000_000;

    private final double factor;
    private final long startEpochSeconds = System.currentTimeMillis() / 1000;
    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::due).thenComparingLong(Waiting::number));
    private final ExecutorService actions = Executors.newThreadPerTaskExecutor(
            WaitingThreads.builder().name("ibplay-lab-", 0).factory());
    private final Thread ticker;
    private long lastReal = System.nanoTime();
    private long now;
    private long count;
    private int works;

    private record Waiting(long due, long number, Runnable action) {}

    /**
     * Starts at zero.
     *
     * @param factor how many seconds pass in the lab in one of the world's; above 0
     */
    public ScaledClock(double factor) {
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("time cannot pass " + factor + " times as fast");
        }
        this.factor = factor;
        ticker = Thread.ofPlatform().daemon().name("ibplay-lab-time").start(this::tick);
    }

    private void tick() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(TICK_NANOS);
                Optional<Runnable> due = due();
                while (due.isPresent()) {
                    actions.execute(due.get());
                    due = due();
                }
            }
        } catch (InterruptedException | RejectedExecutionException closed) {
            // close() ends it this way.
        }
    }

    private synchronized Optional<Runnable> due() {
        long time = nanos();
        Optional<Waiting> first = Optional.ofNullable(waiting.peek()).filter(w -> w.due() <= time);
        first.ifPresent(waiting::remove);
        return first.map(Waiting::action);
    }

    @Override
    public synchronized long nanos() {
        long real = System.nanoTime();
        double pace = works > 0 ? Math.min(1, factor) : factor;
        now += (long) (Math.min(real - lastReal, MOST_NANOS) * pace);
        lastReal = real;
        return now;
    }

    @Override
    public Work work() {
        works(1);
        return () -> works(-1);
    }

    private synchronized void works(int change) {
        nanos();
        works += change;
    }

    @Override
    public long epochSeconds() {
        return startEpochSeconds + TimeUnit.NANOSECONDS.toSeconds(nanos());
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable action) {
        Waiting one = new Waiting(nanos() + Math.max(0, delay.toNanos()), count++, action);
        waiting.add(one);
        return () -> forget(one);
    }

    private synchronized void forget(Waiting one) {
        waiting.remove(one);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        var over = new CountDownLatch(1);
        Timer timer = after(duration, over::countDown);
        try {
            over.await();
        } finally {
            timer.cancel();
        }
    }

    /** Forgets all that waits. */
    @Override
    public void close() {
        ticker.interrupt();
        actions.shutdownNow();
    }
}
