package dev.ibplay.cli;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.disk.RunHistory;
import dev.ibplay.report.RecordedRunText;
import dev.ibplay.report.RunsJson;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
    private static final int NAMES_TO_SHOW = 5;

    private final Console console;
    private final Map<String, String> environment;

    @Parameters(paramLabel = "RUN", description = "A run's name, the beginning of one, or \"last\".")
    private String run = "";

    @Mixin
    private OutputOptions output = new OutputOptions();

    RunsShowCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        try {
            RunHistory history = Recording.history(environment);
            List<RunName> names = history.named(run);
            if (names.size() != 1) {
                return unclear(names).number();
            }
            RecordedRun recorded = history.read(names.getFirst());
            console.data(
                    output.json()
                            ? RunsJson.events(recorded)
                            : RecordedRunText.of(recorded, ZoneId.systemDefault(), output.diff()));
            return ExitCode.OK.number();
        } catch (IOException unreadable) {
            console.say("ibplay: cannot read the recorded runs: " + unreadable);
            return ExitCode.INVALID_INPUT.number();
        }
    }

    private ExitCode unclear(List<RunName> names) {
        if (names.isEmpty()) {
            console.say("ibplay: there is no run " + run + " in "
                    + Recording.folder(environment).path());
            console.say("  hint: ibplay runs lists them");
        } else {
            console.say("ibplay: %s may be any of %d runs: %s%s"
                    .formatted(
                            run,
                            names.size(),
                            names.stream()
                                    .limit(NAMES_TO_SHOW)
                                    .map(RunName::text)
                                    .collect(Collectors.joining(", ")),
                            names.size() > NAMES_TO_SHOW ? ", ..." : ""));
        }
        return ExitCode.INVALID_INPUT;
    }
}
