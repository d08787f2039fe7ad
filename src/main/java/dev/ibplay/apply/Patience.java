package dev.ibplay.apply;

import java.time.Duration;

/** Time as the executor sees it, so that tests need not wait. */
public interface Patience {
    /** Nanoseconds from an arbitrary origin; never goes back. */
    long nanoTime();

    /** Waits; returns early when the run is being stopped. */
    void pause(Duration duration);

    /** Whether the user wants the run to stop. */
    boolean isStopping();
}
