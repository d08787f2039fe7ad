package dev.ibplay.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads and plans. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Dry run: read hosts and fabric, make the plan and show the differences. Nothing is written.")
final class CheckCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private PlaybookOptions options = new PlaybookOptions();

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        return new PlaybookRun(console, options, removal.allowed)
                .run(RunMode.CHECK, "check")
                .number();
    }
}
