package dev.ibplay.cli;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.report.RecordedRunText;
import dev.ibplay.report.RunsJson;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one recorded run. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description =
                "Show one run: who, when, what, each step with the values before and after, and what is in doubt.")
final class RunsShowCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Parameters(paramLabel = "RUN", description = RunChoice.DESCRIPTION)
    private String run = "";

    @Mixin
    private OutputOptions output = new OutputOptions();

    RunsShowCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Optional<RecordedRun> recorded = new RunChoice(console, environment).choose(run);
        if (recorded.isEmpty()) {
            return ExitCode.INVALID_INPUT.number();
        }
        console.data(
                output.json()
                        ? RunsJson.events(recorded.get())
                        : RecordedRunText.of(recorded.get(), ZoneId.systemDefault(), output.diff()));
        return ExitCode.OK.number();
    }
}
