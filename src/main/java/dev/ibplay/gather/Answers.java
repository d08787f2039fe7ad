package dev.ibplay.gather;

import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Probe;
import java.util.List;

/** Deals the outcomes of one batch out to the probes that asked. */
final class Answers {
    private final List<Outcome> outcomes;
    private int taken;

    Answers(List<Outcome> outcomes) {
        this.outcomes = outcomes;
    }

    <T> T next(Probe<T> probe) {
        int size = probe.operations().size();
        T result = probe.parse(outcomes.subList(taken, taken + size));
        taken += size;
        return result;
    }
}
