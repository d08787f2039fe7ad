package dev.ibplay.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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

    @Option(
            names = {"-C", "--check"},
            description = "Stop after the plan, as the check command does.")
    private boolean check;

    @Option(
            names = {"-y", "--yes"},
            description = "Apply without asking; needed where standard input is no terminal.")
    private boolean yes;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    ApplyCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (check) {
            return run().run(RunMode.CHECK, "check").number();
        }
        if (!yes && !console.canAsk()) {
            console.sayThatNobodyCanBeAsked("ibplay check");
            return ExitCode.INVALID_INPUT.number();
        }
        return run().run(yes ? RunMode.APPLY : RunMode.ASK_AND_APPLY, "apply").number();
    }

    private PlaybookRun run() {
        List<String> words = spec.root().commandLine().getParseResult().originalArgs();
        return new PlaybookRun(console, environment, words, options);
    }
}
