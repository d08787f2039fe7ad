package dev.ibplay.cli;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Plans the undo of a recorded run, asks, applies and verifies. */
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description = {
            "Undo a recorded run: put back what it changed, in the order that the fabric needs, and verify. Asks before applying.",
            "A host that is neither as the run left it nor as it was before is refused (exit 5). The inventory is the recorded "
                    + "one unless -i names another; a rollback is recorded, and can be rolled back."
        })
final class RollbackCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Mixin
    private RollbackOptions options = new RollbackOptions();

    @Mixin
    private ApplyOptions apply = new ApplyOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    RollbackCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (apply.needsAnswerFrom(console)) {
            console.sayThatNobodyCanBeAsked("--check");
            return ExitCode.INVALID_INPUT.number();
        }
        List<String> words = spec.root().commandLine().getParseResult().originalArgs();
        return new RollbackRun(console, environment, words, options, apply.removal.allowed)
                .run(apply.mode())
                .number();
    }
}
