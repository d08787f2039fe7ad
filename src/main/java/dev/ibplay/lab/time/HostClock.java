package dev.ibplay.lab.time;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** One host's view of the lab's time: its time of day may be set, which changes nothing of how time passes. */
public final class HostClock implements LabClock {
    private final LabClock lab;
    private final AtomicLong aheadSeconds = new AtomicLong();

    /** One that is right. */
    public HostClock(LabClock lab) {
        this.lab = lab;
    }

    /**
     * Sets the time of day, as an administrator or a time service does.
     *
     * @param leap forwards, or back where it is negative; in whole seconds
     */
    public void leap(Duration leap) {
        aheadSeconds.addAndGet(leap.toSeconds());
    }

    @Override
    public long nanos() {
        return lab.nanos();
    }

    @Override
    public long epochSeconds() {
        return lab.epochSeconds() + aheadSeconds.get();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        return lab.after(delay, action);
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        lab.sleep(duration);
    }

    @Override
    public Work work() {
        return lab.work();
    }
}
