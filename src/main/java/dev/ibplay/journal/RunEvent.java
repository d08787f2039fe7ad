package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;

/** Something that happens while a run goes on. */
public sealed interface RunEvent {
    /** A phase begins; {@code hosts} is how many it concerns. */
    record PhaseBegan(String phase, int hosts) implements RunEvent {}

    record StepBegan(String host, String what) implements RunEvent {}

    /** {@code result} is a word: changed, ok, or what went wrong. */
    record StepEnded(String host, String what, String result) implements RunEvent {}

    /** Something is wrong with a host. */
    record HostFailed(Diagnostic diagnostic) implements RunEvent {}

    /** The run ends before its last batch. */
    record Stopped(String because) implements RunEvent {}
}
