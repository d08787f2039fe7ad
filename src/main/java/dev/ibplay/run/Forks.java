package dev.ibplay.run;

import dev.ibplay.transport.WaitingThreads;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Does one thing for many hosts, so many at a time, each host in a thread of its own that waits most of its time: see
 * {@link WaitingThreads}.
 */
final class Forks implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    private final ExecutorService pool;

    Forks(int forks) {
        pool = Executors.newFixedThreadPool(
                Math.max(1, forks), WaitingThreads.builder().name("host").factory());
    }

    /** Returns when all are done. A failure of the program itself in one of them is thrown here. */
    void forEach(Collection<String> hosts, Consumer<String> work) {
        List<Future<?>> running = new ArrayList<>();
        for (String host : hosts) {
            running.add(pool.submit(() -> work.accept(host)));
        }
        for (Future<?> task : running) {
            try {
                task.get();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException broken) {
                throw new IllegalStateException("a host's work broke", broken.getCause());
            }
        }
    }

    /**
     * The same for work that changes nothing: returns as soon as {@code stop} says so. What has not begun then never does, and
     * what is under way is left to itself.
     */
    void forEachUntil(BooleanSupplier stop, Collection<String> hosts, Consumer<String> work) {
        List<Future<?>> running = new ArrayList<>();
        for (String host : hosts) {
            running.add(pool.submit(() -> {
                if (!stop.getAsBoolean()) {
                    work.accept(host);
                }
            }));
        }
        for (Future<?> task : running) {
            while (!stop.getAsBoolean() && !isDone(task)) {
                // It takes no part of a second until the run's end is noticed.
            }
        }
    }

    private static boolean isDone(Future<?> task) {
        try {
            task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException expected) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException broken) {
            throw new IllegalStateException("a host's work broke", broken.getCause());
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
