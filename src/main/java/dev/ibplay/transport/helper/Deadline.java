package dev.ibplay.transport.helper;

import dev.ibplay.transport.Channel;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A time limit on blocking reads and writes: when it passes the channel is closed, which ends them. One thread watches
 * over all sessions, since a thread for each would cost more than the session.
 */
final class Deadline implements AutoCloseable {
    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private final ScheduledFuture<?> end;
    private volatile boolean expired;

    Deadline(Duration limit, Channel channel) {
        end = WATCH.schedule(() -> expire(channel), limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the limit has passed; a read or write that failed then failed because of it. */
    boolean expired() {
        return expired;
    }

    @Override
    public void close() {
        end.cancel(false);
    }

    private void expire(Channel channel) {
        expired = true;
        // On a thread of its own: closing may wait for the network, and other deadlines must not wait for that.
        Thread.ofPlatform().daemon().name("ibplay-close").start(channel::close);
    }

    private static ScheduledThreadPoolExecutor watch() {
        var executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("ibplay-deadlines").factory());
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
