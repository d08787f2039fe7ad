package dev.ibplay.transport.cli;

import java.time.Duration;

/** When waiting ends. */
record Deadline(long atNanos) {
    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** The earlier one of this and {@code time} from now. */
    Deadline atMost(Duration time) {
        Deadline other = in(time);
        return other.leftNanos() < leftNanos() ? other : this;
    }

    long leftNanos() {
        return atNanos - System.nanoTime();
    }

    boolean isOver() {
        return leftNanos() <= 0;
    }
}
