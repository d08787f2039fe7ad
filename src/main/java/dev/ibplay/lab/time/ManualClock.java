package dev.ibplay.lab.time;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** Time that passes when it is told to. Actions run on the thread that lets it pass, in the order of their times. */
public final class ManualClock implements LabClock {
    private static final long START_EPOCH_SECONDS = 1_700_000_000;

    private final PriorityQueue<Waiting> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Waiting::due).thenComparingLong(Waiting::number));
    private long now;
    private long count;

    private record Waiting(long due, long number, Runnable action) {}

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized long epochSeconds() {
        return START_EPOCH_SECONDS + now / 1_000_000_000;
    }

    @Override
    public synchronized Timer after(Duration delay, Runnable action) {
        Waiting one = new Waiting(now + Math.max(0, delay.toNanos()), count++, action);
        waiting.add(one);
        return () -> forget(one);
    }

    private synchronized void forget(Waiting one) {
        waiting.remove(one);
    }

    /** Waits until another thread has let that much time pass. */
    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        long until = now + duration.toNanos();
        while (now < until) {
            wait();
        }
    }

    /** Lets time pass, and everything happen that is due meanwhile. */
    public void advance(Duration duration) {
        long until = nanos() + duration.toNanos();
        Optional<Waiting> next = next(until);
        while (next.isPresent()) {
            next.get().action().run();
            next = next(until);
        }
        moveTo(until);
    }

    private synchronized Optional<Waiting> next(long until) {
        Optional<Waiting> first = Optional.ofNullable(waiting.peek()).filter(w -> w.due() <= until);
        first.ifPresent(due -> {
            waiting.remove(due);
            moveTo(due.due());
        });
        return first;
    }

    private synchronized void moveTo(long time) {
        now = Math.max(now, time);
        notifyAll();
    }
}
