package dev.ibplay.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A step of a recorded run and what became of it.
 *
 * @param began empty where it never began
 * @param ended empty where nobody saw it end
 * @param result empty text while it is under way; else as in {@link JournalEvent.StepEnded}
 */
public record RecordedStep(
        PlannedStep planned, Optional<Instant> began, Optional<Instant> ended, String result, String because) {
    static RecordedStep notBegun(PlannedStep planned) {
        return new RecordedStep(planned, Optional.empty(), Optional.empty(), "", "");
    }

    /** Whether it began and nobody knows how it ended, be it that its controller is still at work. */
    public boolean isOpen() {
        return began.isPresent() && (result.isEmpty() || result.equals(JournalEvent.StepEnded.IN_DOUBT));
    }

    /** Whether it changed something for certain. */
    public boolean isChanged() {
        return result.equals("changed");
    }

    /** How long it took; empty where it did not begin, or nobody saw it end. */
    public Optional<Duration> took() {
        return began.flatMap(from -> ended.map(to -> Duration.between(from, to)));
    }

    /** The same with another number in its plan. */
    RecordedStep numbered(int number) {
        var renamed = new PlannedStep(
                number,
                planned.host(),
                planned.play(),
                planned.kind(),
                planned.what(),
                planned.effects(),
                planned.undoCommands());
        return new RecordedStep(renamed, began, ended, result, because);
    }

    RecordedStep begun(Instant at) {
        return new RecordedStep(planned, Optional.of(at), Optional.empty(), "", "");
    }

    RecordedStep ended(Instant at, String how, String why) {
        return new RecordedStep(planned, began, Optional.of(at), how, why);
    }
}
