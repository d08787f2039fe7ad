package dev.ibplay.plan.whole;

import dev.ibplay.plan.Effect;
import java.util.List;
import java.util.OptionalInt;

/**
 * A step of an earlier run that changed something, or may have.
 *
 * @param number in that run's plan, from 1
 * @param play of the undoing run, in whose turn the host is put back; empty for a step on a subnet manager, which belongs to
 *     the fabric
 * @param certain false where nobody saw it end: what is found on the host decides
 * @param effects in the order in which they were made
 */
public record UndoneStep(int number, String host, OptionalInt play, boolean certain, List<Effect> effects) {
    public UndoneStep {
        effects = List.copyOf(effects);
    }

    boolean isOfFabric() {
        return play.isEmpty();
    }
}
