package dev.ibplay.playbook;

import dev.ibplay.source.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * How long a host waits for the confirmation of a change of its interfaces before it takes it back.
 *
 * @param window 10 s to 1 h; empty where the user wants no guard
 */
public record CommitConfirm(Optional<Duration> window) {
    static final Duration SHORTEST = Duration.ofSeconds(10);
    static final Duration LONGEST = Duration.ofHours(1);

    /** What holds for a play that does not say. */
    public static final CommitConfirm DEFAULT = new CommitConfirm(Optional.of(Duration.ofMinutes(2)));

    private static final String NONE = "none";

    static Optional<CommitConfirm> parse(String text) {
        if (text.strip().equals(NONE)) {
            return Optional.of(new CommitConfirm(Optional.empty()));
        }
        return Durations.parse(text)
                .filter(d -> d.compareTo(SHORTEST) >= 0 && d.compareTo(LONGEST) <= 0)
                .map(d -> new CommitConfirm(Optional.of(d)));
    }
}
