package dev.ibplay.exec;

import java.time.Duration;

/**
 * How long to wait for an answer.
 *
 * @param timeout for one try
 * @param retries further tries after the first
 */
public record MadTiming(Duration timeout, int retries) {
    /** libibmad waits 1 s and tries three times in all. */
    public static final MadTiming DEFAULT = new MadTiming(Duration.ofSeconds(1), 2);

    /** How long a batch of questions may take: unanswered ones wait one after the other in the worst case. */
    public Duration limit(int questions) {
        return timeout.multipliedBy((1L + retries) * questions).plusSeconds(30);
    }
}
