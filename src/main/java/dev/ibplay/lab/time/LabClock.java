package dev.ibplay.lab.time;

import java.time.Duration;

/** The only time that the lab knows: it may pass faster than outside, or only when a test says so. */
public interface LabClock {
    /** Nanoseconds since the lab came up; never goes back. */
    long nanos();

    /** What hosts take for the time of day, in seconds since 1970. */
    long epochSeconds();

    /** Runs an action once, after {@code delay} of the lab's time. It must not wait for anything. */
    Timer after(Duration delay, Runnable action);

    /** Waits for {@code duration} of the lab's time. */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * Says that something is computed for a host, until that is closed. Meanwhile time passes no faster than outside, so that
     * a program which needs a moment here does not run into a limit of many.
     */
    default Work work() {
        return () -> {};
    }

    /** Something that is computed. */
    @FunctionalInterface
    interface Work extends AutoCloseable {
        @Override
        void close();
    }

    /** An action that waits for its time. */
    interface Timer {
        /** Forgets it unless it has begun. */
        void cancel();
    }
}
