package dev.ibplay.cli;

import java.util.Map;
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
    private final Map<String, String> environment;

    @Mixin
    private PlaybookOptions options = new PlaybookOptions();

    @Mixin
    private RemovalOptions removal = new RemovalOptions();

    CheckCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        return new PlaybookRun(console, environment, options, removal.allowed)
                .run(RunMode.CHECK, "check")
                .number();
    }
}
