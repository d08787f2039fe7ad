package dev.ibplay.apply;

import java.time.Duration;

/** Time that passes only while it is waited for. */
final class ManualClock implements Patience {
    private long now;
    private long stopAt = Long.MAX_VALUE;

    ManualClock stoppingAfter(Duration duration) {
        stopAt = now + duration.toNanos();
        return this;
    }

    Duration elapsed() {
        return Duration.ofNanos(now);
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void pause(Duration duration) {
        now += duration.toNanos();
    }

    @Override
    public boolean isStopping() {
        return now >= stopAt;
    }
}
