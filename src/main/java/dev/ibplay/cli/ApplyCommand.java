package dev.ibplay.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Plans, asks, applies and verifies. */
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        description = "Check, then apply, then verify. Asks before applying.")
final class ApplyCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private PlaybookOptions options = new PlaybookOptions();

    @Mixin
    private ApplyOptions apply = new ApplyOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    ApplyCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (apply.needsAnswerFrom(console)) {
            console.sayThatNobodyCanBeAsked("ibplay check");
            return ExitCode.INVALID_INPUT.number();
        }
        List<String> words = spec.root().commandLine().getParseResult().originalArgs();
        RunMode mode = apply.mode();
        return new PlaybookRun(console, environment, words, options, apply.removal.allowed)
                .run(mode, mode == RunMode.CHECK ? "check" : "apply")
                .number();
    }
}
