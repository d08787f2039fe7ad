package dev.ibplay.cli;

import dev.ibplay.apply.Patience;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Real time, cut short by Ctrl-C: the step that runs is finished, no further one begins. */
final class Interruption implements Patience {
    private static final Duration FINISH_LIMIT = Duration.ofMinutes(3);

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Pace pace;

    private Interruption(Pace pace) {
        this.pace = pace;
    }

    /** Begins to listen for the signal that ends the process; waits at the pace of the hosts. */
    static Interruption watch(Pace pace) {
        Interruption interruption = new Interruption(pace);
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::stop, "interruption"));
        return interruption;
    }

    /** Runs while the JVM goes down, which waits for it. */
    private void stop() {
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
