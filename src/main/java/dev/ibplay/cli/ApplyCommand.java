package dev.ibplay.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = Resumption.OPTION,
            paramLabel = "RUN",
            description =
                    "Go on with what a recorded run has left: its command line once more, with what is added here. "
                            + RunChoice.DESCRIPTION)
    private @Nullable String resume;

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
        return resume == null ? carryOut(words, Optional.empty()) : resumed(resume, words);
    }

    private int resumed(String run, List<String> given) {
        Optional<Resumption> earlier = Resumption.of(console, environment, run);
        Optional<List<String>> words = earlier.flatMap(resumption -> resumption.words(given));
        if (words.isEmpty()) {
            return ExitCode.INVALID_INPUT.number();
        }
        ApplyCommand again = new ApplyCommand(console, environment);
        try {
            new CommandLine(again)
                    .setOverwrittenOptionsAllowed(true)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setExpandAtFiles(false)
                    .parseArgs(words.get().toArray(String[]::new));
        } catch (ParameterException wrong) {
            console.say("ibplay: the command line of run %s does not go with this one: %s"
                    .formatted(run, wrong.getMessage()));
            return ExitCode.INVALID_INPUT.number();
        }
        again.apply.takeFrom(apply);
        return again.carryOut(Resumption.recorded(words.get()), earlier);
    }

    private int carryOut(List<String> words, Optional<Resumption> resumption) {
        RunMode mode = apply.mode();
        return new PlaybookRun(console, environment, words, options, apply.removal.allowed, resumption)
                .asking(apply.step)
                .run(mode, mode == RunMode.CHECK ? "check" : "apply")
                .number();
    }
}
