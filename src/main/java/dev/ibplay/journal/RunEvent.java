package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.plan.Step;
import java.util.List;

/** Something that happens while a run goes on. */
public sealed interface RunEvent {
    /** A phase begins; {@code hosts} is how many it concerns. */
    record PhaseBegan(String phase, int hosts) implements RunEvent {}

    /**
     * A host's part of a phase without steps begins.
     *
     * @param what is done to it, in words
     */
    record HostBegan(String host, String what) implements RunEvent {}

    /** A host's part of a phase without steps has ended, in whatever way. */
    record HostDone(String host) implements RunEvent {}

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

    /**
     * A batch of a play begins. A play that has steps both before and after the fabric's own has its batches twice.
     *
     * @param play its title
     * @param number from 1
     * @param hosts all of the batch, those without steps included
     */
    record BatchBegan(String play, int number, int of, List<String> hosts) implements RunEvent {
        public BatchBegan {
            hosts = List.copyOf(hosts);
        }
    }

    /** A batch has ended, and its hosts were looked at; {@code failed} are those of them that count against the play's policy. */
    record BatchEnded(String play, int number, int of, List<String> failed) implements RunEvent {
        public BatchEnded {
            failed = List.copyOf(failed);
        }
    }

    /** What the steps of a host were to bring about was read again, and is so. */
    record HostVerified(String host) implements RunEvent {}

    /**
     * A command of a play's before or after is about to be run.
     *
     * @param host that it is run for
     * @param when {@code before} or {@code after}
     * @param on the host that runs it, {@code localhost} for the control node
     * @param what its words
     */
    record CommandBegan(String host, String when, String on, String what) implements RunEvent {}

    /**
     * It has ended.
     *
     * @param result {@code ok}, {@code failed}, or {@code ended} where an interrupt has ended it
     * @param said what it has printed, shortened, or why it could not be run
     */
    record CommandEnded(String host, String when, String on, String what, String result, String said)
            implements RunEvent {}

    /**
     * The user wants the run to end.
     *
     * @param signal for example {@code INT}
     * @param again whether for the second time: then it is left at once
     */
    record Interrupted(String signal, boolean again) implements RunEvent {}

    /** Something is wrong with a host. */
    record HostFailed(Diagnostic diagnostic) implements RunEvent {}

    /** The run ends before its last batch. */
    record Stopped(String because) implements RunEvent {}
}
