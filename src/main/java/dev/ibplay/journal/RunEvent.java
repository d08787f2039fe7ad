package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.plan.Step;

/** Something that happens while a run goes on. */
public sealed interface RunEvent {
    /** A phase begins; {@code hosts} is how many it concerns. */
    record PhaseBegan(String phase, int hosts) implements RunEvent {}

    /** A step is about to begin: its host was not touched for it yet. */
    record StepBegan(Step step) implements RunEvent {
        public String host() {
            return step.host();
        }

        public String what() {
            return step.what();
        }
    }

    /**
     * A step has ended.
     *
     * @param result a word: changed, ok, or what went wrong
     * @param because why it failed; empty text where it did not
     */
    record StepEnded(Step step, String result, String because) implements RunEvent {
        public String host() {
            return step.host();
        }

        public String what() {
            return step.what();
        }
    }

    /** Something is wrong with a host. */
    record HostFailed(Diagnostic diagnostic) implements RunEvent {}

    /** The run ends before its last batch. */
    record Stopped(String because) implements RunEvent {}
}
