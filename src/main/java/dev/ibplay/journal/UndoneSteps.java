package dev.ibplay.journal;

import dev.ibplay.plan.whole.UndoneStep;
import java.util.List;
import java.util.OptionalInt;

/** What of a recorded run is to be undone. */
public final class UndoneSteps {
    private UndoneSteps() {}

    /**
     * The steps that changed something, or may have: those in doubt, and those that failed without being taken back. The plays
     * of an undo are those of the run, the last one first, and are numbered so.
     */
    public static List<UndoneStep> of(RecordedRun run) {
        int plays = run.plays().map(p -> p.plays().size()).orElse(0);
        return run.steps().stream()
                .filter(step -> step.isChanged() || isInDoubt(step))
                .filter(step -> !step.planned().effects().isEmpty())
                .map(step -> new UndoneStep(
                        step.planned().number(),
                        step.planned().host(),
                        reversed(step.planned().play(), plays),
                        step.isChanged(),
                        step.planned().effects()))
                .toList();
    }

    private static boolean isInDoubt(RecordedStep step) {
        boolean isHalfDone =
                step.result().equals("failed") && !step.because().endsWith(JournalEvent.StepEnded.OLD_STATE_IS_BACK);
        return step.isOpen() || isHalfDone;
    }

    private static OptionalInt reversed(OptionalInt play, int plays) {
        return play.isEmpty() ? play : OptionalInt.of(Math.max(0, plays - 1 - play.getAsInt()));
    }
}
