package dev.ibplay.lab.machine;

import java.util.List;

/** What goes wrong on a machine: it is asked before each step. */
@FunctionalInterface
public interface Faults {
    /** Nothing goes wrong. */
    Faults NONE = step -> {};

    /** Has happen what is to happen before this step. */
    void before(Step step) throws InterruptedException;

    /** All of them, in order. */
    static Faults of(List<Faults> all) {
        List<Faults> kept = List.copyOf(all);
        return step -> {
            for (Faults one : kept) {
                one.before(step);
            }
        };
    }

    /** One fault before the step with this number, in every session. */
    static Faults at(int number, Fault fault) {
        return step -> {
            if (step.number() == number) {
                fault.happen(step);
            }
        };
    }
}
