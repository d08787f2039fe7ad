package dev.ibplay.journal;

import dev.ibplay.ib.PKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What came about in a rehearsal besides the run itself. Times are those of the simulated hosts, counted from the first step.
 *
 * @param steps in the order in which they began
 * @param outages in the order in which they began
 * @param doubts in what twins are not as what they stand for
 */
public record RehearsalRecord(List<TimedStep> steps, List<Outage> outages, List<Doubt> doubts) {
    public RehearsalRecord {
        steps = List.copyOf(steps);
        outages = List.copyOf(outages);
        doubts = List.copyOf(doubts);
    }

    /**
     * A step that was carried out.
     *
     * @param result a word: changed, ok, or what went wrong
     */
    public record TimedStep(String host, String what, String result, Duration began, Duration took) {}

    /**
     * A time in which a fabric had no subnet administration, or lacked an IPoIB group.
     *
     * @param fabric in words
     * @param group the partition whose group was missing; nothing for the master itself
     * @param lasts whether it went on when the run had ended
     * @param during the step that was under way when it began
     */
    public record Outage(
            String fabric,
            Optional<PKey> group,
            Duration began,
            Duration took,
            boolean lasts,
            Optional<String> during) {}

    /**
     * Something that is not on a twin as it is on the host, or in its fabric as in the real one.
     *
     * @param of the host's name, or the fabric in words
     */
    public record Doubt(String of, String what) {}
}
