package dev.ibplay.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the commands that change hosts have in common. */
final class ApplyOptions {
    @Option(
            names = {"-C", "--check"},
            description = "Stop after the plan; nothing is written.")
    private boolean check;

    @Option(
            names = {"-y", "--yes"},
            description = "Apply without asking; needed where standard input is no terminal.")
    private boolean yes;

    @Option(
            names = "--step",
            description = "Ask before each batch of hosts, and before each step of a fabric; needs a terminal.")
    boolean step;

    @Mixin
    final RemovalOptions removal = new RemovalOptions();

    /** Whether somebody must be asked, and nobody is there. */
    boolean needsAnswerFrom(Console console) {
        return !check && (step || !yes) && !console.canAsk();
    }

    /** What is asked and allowed now counts, and not what an earlier command line says. */
    void takeFrom(ApplyOptions now) {
        check = now.check;
        yes = now.yes;
        step = now.step;
        removal.allowed = now.removal.allowed;
    }

    RunMode mode() {
        return check ? RunMode.CHECK : yes ? RunMode.APPLY : RunMode.ASK_AND_APPLY;
    }
}
