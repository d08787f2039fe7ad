package dev.ibplay.lab.machine;

import dev.ibplay.lab.disk.Errno;
import java.time.Duration;

/** One thing that goes wrong. */
public sealed interface Fault {
    /** Has it happen, before a step. */
    void happen(Step step) throws InterruptedException;

    /** The connection that the session came by breaks; the host sees its end. */
    record DropConnection() implements Fault {
        @Override
        public void happen(Step step) {
            step.machine().logins().drop(step.process().controlGroup());
        }
    }

    /** The host starts anew; its connections break. */
    record Reboot() implements Fault {
        @Override
        public void happen(Step step) {
            step.machine().reboot();
        }
    }

    /** The far end's process is killed; its connection ends with it. */
    record KillFarEnd() implements Fault {
        private static final int KILL = 9;

        @Override
        public void happen(Step step) {
            step.machine().processes().signal(step.process().pid(), KILL);
        }
    }

    /** The step takes so much longer. */
    record Slow(Duration time) implements Fault {
        @Override
        public void happen(Step step) throws InterruptedException {
            step.machine().clock().sleep(time);
        }
    }

    /**
     * The host's time of day is set.
     *
     * @param time forwards, or back where it is negative
     */
    record ClockJump(Duration time) implements Fault {
        @Override
        public void happen(Step step) {
            step.machine().clock().leap(time);
        }
    }

    /**
     * No file can grow any more.
     *
     * @param folder whose file system is full, {@code /} for the whole disk; nothing happens where there is no such folder
     */
    record DiskFull(String folder) implements Fault {
        @Override
        public void happen(Step step) {
            try {
                step.machine().disk().limit(folder, 0);
            } catch (Errno none) {
                // a folder that is not there cannot fill
            }
        }
    }
}
