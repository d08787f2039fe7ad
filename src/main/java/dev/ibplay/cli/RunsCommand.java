package dev.ibplay.cli;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.report.RunsJson;
import dev.ibplay.report.RunsText;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists what was recorded. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        description = "List the runs of apply, newest first. They are recorded in $XDG_STATE_HOME/ibplay "
                + "(default: ~/.local/state/ibplay).")
final class RunsCommand implements Callable<Integer> {
    private final Console console;
    private final Map<String, String> environment;

    @Option(
            names = "--format",
            paramLabel = "human|json",
            defaultValue = "human",
            description = "Form of the result on standard output.")
    private OutputOptions.Format format = OutputOptions.Format.HUMAN;

    @Option(
            names = {"-n", "--limit"},
            paramLabel = "N",
            defaultValue = "20",
            description = "At most so many (default: ${DEFAULT-VALUE}).")
    private int limit;

    RunsCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            console.say("ibplay: -n takes a number from 1");
            return ExitCode.INVALID_INPUT.number();
        }
        try {
            List<RecordedRun> runs = Recording.history(environment).newest(limit);
            console.data(
                    format == OutputOptions.Format.JSON
                            ? RunsJson.list(runs)
                            : RunsText.table(runs, ZoneId.systemDefault()));
            if (runs.isEmpty()) {
                console.say("no runs in " + Recording.folder(environment).path());
            }
            return ExitCode.OK.number();
        } catch (IOException unreadable) {
            console.say("ibplay: cannot read the recorded runs: " + unreadable);
            return ExitCode.INVALID_INPUT.number();
        }
    }
}
