package dev.ibplay.shard;

import java.time.Duration;

/**
 * How often a shard says that it lives.
 *
 * @param every between two beats
 * @param lost without a new beat a shard counts as lost; many times the former, since file systems on a network show changes late
 *     (NFS keeps what it knows of a folder for up to 60 s, but asks anew for a file that is opened)
 */
public record BeatTiming(Duration every, Duration lost) {
    public static final BeatTiming DEFAULT = new BeatTiming(Duration.ofSeconds(5), Duration.ofSeconds(90));

    private static final double LEAST_LOST_SECONDS = 20;
    private static final int BEATS_UNTIL_LOST = 18;

    /** For hosts whose time passes faster, as in a lab. */
    public static BeatTiming at(double pace) {
        Duration lost = Duration.ofMillis(
                (long) (1000 * Math.max(LEAST_LOST_SECONDS, DEFAULT.lost().toSeconds() / pace)));
        return new BeatTiming(lost.dividedBy(BEATS_UNTIL_LOST), lost);
    }
}
