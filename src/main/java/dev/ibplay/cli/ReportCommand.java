package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.report.JUnitXml;
import dev.ibplay.report.RunPage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a page, or a file for a build server, of one recorded run. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Show one run as an HTML page that needs nothing else, or as JUnit XML; made from its journal, no host is contacted.")
final class ReportCommand implements Callable<Integer> {
    enum Format {
        HTML,
        JUNIT
    }

    private final Console console;
    private final Map<String, String> environment;

    @Parameters(paramLabel = "RUN", description = RunChoice.DESCRIPTION)
    private String run = "";

    @Option(
            names = "--format",
            paramLabel = "html|junit",
            defaultValue = "html",
            description = "Form of the report (default: ${DEFAULT-VALUE}).")
    private Format format = Format.HTML;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to FILE instead of standard output.")
    private @Nullable Path output;

    ReportCommand(Console console, Map<String, String> environment) {
        this.console = console;
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Optional<RecordedRun> recorded = new RunChoice(console, environment).choose(run);
        if (recorded.isEmpty()) {
            return ExitCode.INVALID_INPUT.number();
        }
        String report = switch (format) {
            case HTML -> RunPage.of(recorded.get(), ZoneId.systemDefault());
            case JUNIT -> JUnitXml.of(recorded.get());
        };
        if (output == null) {
            console.data(report);
            return ExitCode.OK.number();
        }
        try {
            ReportFile.write(output, report);
        } catch (IOException unwritable) {
            console.show(Diagnostic.error(
                    Code.FILE_UNREADABLE, new Location.Run(), "the report cannot be written: " + unwritable));
            return ExitCode.INVALID_INPUT.number();
        }
        console.say("written: " + output);
        return ExitCode.OK.number();
    }
}
