package dev.ibplay.journal;

import java.time.Instant;
import java.util.Optional;

/**
 * A step of a recorded run and what became of it.
 *
 * @param began empty where it never began
 * @param result empty text while it is under way; else as in {@link JournalEvent.StepEnded}
 */
public record RecordedStep(PlannedStep planned, Optional<Instant> began, String result, String because) {
    /** Whether it began and nobody knows how it ended, be it that its controller is still at work. */
    public boolean isOpen() {
        return began.isPresent() && (result.isEmpty() || result.equals(JournalEvent.StepEnded.IN_DOUBT));
    }

    /** Whether it changed something for certain. */
    public boolean isChanged() {
        return result.equals("changed");
    }

    RecordedStep begun(Instant at) {
        return new RecordedStep(planned, Optional.of(at), "", "");
    }

    RecordedStep ended(String how, String why) {
        return new RecordedStep(planned, began, how, why);
    }
}
