package dev.ibplay.resource;

import dev.ibplay.diag.Span;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A command of a play's {@code before} or {@code after}, as it is for one host.
 *
 * @param words the program and its arguments; no shell reads them
 * @param on the host that runs it instead, {@code localhost} for the control node; empty for the host itself
 * @param limit after which it is ended and counts as failed
 * @param become whether it is run as another user by sudo; where it does not say, the host itself is as the play wants it, and
 *     another host works as the user that logs in
 */
public record PlayCommand(
        List<String> words, Optional<String> on, Duration limit, Optional<Boolean> become, Span span) {
    /** What holds for a command that does not say: long enough for a node to be drained of short jobs. */
    public static final Duration DEFAULT_LIMIT = Duration.ofHours(1);

    /** The control node, where no inventory says otherwise. */
    public static final String CONTROL_NODE = "localhost";

    public PlayCommand {
        words = List.copyOf(words);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("a command needs a program");
        }
    }
}
