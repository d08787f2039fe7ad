package dev.ibplay.journal;

import dev.ibplay.plan.Effect;
import dev.ibplay.plan.Effects;
import dev.ibplay.plan.Step;
import java.util.List;
import java.util.OptionalInt;

/**
 * A step as the journal keeps it, from which an undo can be planned.
 *
 * @param number in the plan's order, from 1; 0 for a step that no plan names
 * @param play in whose turn it is, from 0; empty for the fabric's own steps
 * @param kind {@code act}, {@code guarded} or {@code await}
 * @param effects what it changes, in order
 * @param undoCommands programs that its undo runs, besides putting the old values back
 */
public record PlannedStep(
        int number,
        String host,
        OptionalInt play,
        String kind,
        String what,
        List<Effect> effects,
        List<List<String>> undoCommands) {
    public PlannedStep {
        effects = List.copyOf(effects);
        undoCommands = List.copyOf(undoCommands);
    }

    static PlannedStep of(int number, OptionalInt play, Step step) {
        String kind = switch (step) {
            case Step.Act ignored -> "act";
            case Step.Guarded ignored -> "guarded";
            case Step.Await ignored -> "await";
        };
        return new PlannedStep(
                number, step.host(), play, kind, step.what(), Effects.of(step), Effects.undoCommands(step));
    }
}
