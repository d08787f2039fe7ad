package dev.ibplay.cli;

import dev.ibplay.apply.Patience;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Real time, cut short by Ctrl-C, SIGTERM or SIGHUP: the step that runs is finished, no further one begins. The second signal
 * leaves at once. Whatever else ends the JVM counts as a first one.
 */
final class Interruption implements Patience {
    /** Who says what goes on. */
    interface Listener {
        /** The run ends as soon as it can. */
        void stopping(String signal);

        /** The process ends as soon as this returns. */
        void leaving(String signal);
    }

    private static final Duration FINISH_LIMIT = Duration.ofMinutes(3);

    /** After which the process is gone, whatever it is still about to say. */
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(5);

    private static final long LOOK_MILLIS = 50;

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Pace pace;
    private final Runnable leave;
    private final ProcessSignals signals;
    private int heard;
    private volatile @Nullable Listener listener;

    /** One that does {@code leave} when it hears the second signal. */
    Interruption(Pace pace, Runnable leave) {
        this.pace = pace;
        this.leave = leave;
        this.signals = ProcessSignals.hear(this::hear);
    }

    /** Begins to listen for the signals that end the process; waits at the pace of the hosts. */
    static Interruption watch(Pace pace) {
        Interruption interruption = new Interruption(pace, () -> System.exit(ExitCode.INTERRUPTED.number()));
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::ends, "interruption"));
        return interruption;
    }

    /** From now on somebody says what a signal does. */
    void tells(Listener told) {
        listener = told;
    }

    /** A signal has come. */
    void hear(String signal) {
        int times;
        synchronized (this) {
            times = ++heard;
        }
        Listener told = listener;
        if (times == 1) {
            stopping.countDown();
            if (told != null) {
                told.stopping(signal);
            }
        } else if (times == 2) {
            haltLater();
            try {
                if (told != null) {
                    told.leaving(signal);
                }
            } finally {
                finished.countDown();
                leave.run();
            }
        }
    }

    /** What is said may wait for a terminal that does not read, or for a disk. */
    private void haltLater() {
        Thread.ofPlatform().daemon().name("leave").start(() -> {
            try {
                if (!finished.await(LEAVE_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Runs while the JVM goes down, which waits for it. */
    private void ends() {
        stopping.countDown();
        try {
            finished.await(FINISH_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Says that nothing is under way any more. */
    void finish() {
        finished.countDown();
        signals.close();
    }

    /** What somebody at the terminal answers; nothing when the run is to stop meanwhile. */
    <T> Optional<T> answer(Supplier<T> question) {
        var task = new FutureTask<>(question::get);
        Thread.ofPlatform().daemon().name("question").start(task);
        while (!isStopping()) {
            try {
                return Optional.of(task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException expected) {
                // It takes people a while.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            } catch (ExecutionException broken) {
                throw new IllegalStateException("a question broke", broken.getCause());
            }
        }
        return Optional.empty();
    }

    @Override
    public long nanoTime() {
        return pace.inside(System.nanoTime());
    }

    @Override
    public void pause(Duration duration) {
        try {
            stopping.await(pace.outside(duration).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isStopping() {
        return stopping.getCount() == 0;
    }
}
