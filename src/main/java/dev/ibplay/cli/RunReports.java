package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunJournal;
import dev.ibplay.journal.RunName;
import dev.ibplay.report.JUnitXml;
import dev.ibplay.report.PrometheusText;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The reports of one run that were asked for: its events while it runs, and what is written at its end. */
final class RunReports {
    private static final String PROMETHEUS = "--prometheus";

    private final Console console;
    private final ReportOptions options;
    private final String command;
    private final List<String> playbooks;
    private final Clock clock;
    private final EventLines lines;
    private final Instant began;
    private Optional<RunName> name = Optional.empty();
    private Optional<UnaryOperator<RunJournal>> copy = Optional.empty();

    private RunReports(
            Console console,
            ReportOptions options,
            String command,
            List<String> playbooks,
            Clock clock,
            Optional<OutputStream> stream) {
        this.console = console;
        this.options = options;
        this.command = command;
        this.playbooks = playbooks;
        this.clock = clock;
        this.began = clock.instant();
        boolean atTheEnd = options.junit != null || options.prometheus != null;
        this.lines = new EventLines(
                stream,
                atTheEnd,
                unwritable -> console.show(failure("--events", String.valueOf(unwritable.getMessage()))
                        .withHint("the run goes on; its journal has all events")));
    }

    /** For a run of which nothing else is told. */
    static RunReports none(Console console) {
        return new RunReports(console, new ReportOptions(), "", List.of(), Clock.systemUTC(), Optional.empty());
    }

    /**
     * Carries a command out and writes its reports, whatever its end. A report that cannot be written makes a run that went well
     * a failed one.
     *
     * @param playbooks for the report's labels
     */
    static ExitCode around(
            Console console,
            ReportOptions options,
            OutputOptions output,
            String command,
            List<String> playbooks,
            Function<RunReports, ExitCode> work) {
        if (!options.isAny()) {
            return work.apply(none(console));
        }
        boolean toStandardOutput = ReportOptions.STANDARD_OUTPUT.equals(options.events);
        if (toStandardOutput && output.json()) {
            console.say("ibplay: --events - and --format json both want standard output");
            console.say("  hint: give --events a file, or /dev/fd/3 with 3> FILE");
            return ExitCode.INVALID_INPUT;
        }
        Optional<OutputStream> stream = Optional.empty();
        try {
            if (toStandardOutput) {
                stream = Optional.of(console.dataStream());
            } else if (options.events != null) {
                stream = Optional.of(new FileOutputStream(options.events));
            }
        } catch (IOException unwritable) {
            console.show(failure("--events", String.valueOf(unwritable.getMessage())));
            return ExitCode.INVALID_INPUT;
        }
        var reports = new RunReports(console, options, command, playbooks, Clock.systemUTC(), stream);
        ExitCode code = ExitCode.FAILED;
        try (OutputStream closed =
                toStandardOutput ? OutputStream.nullOutputStream() : stream.orElse(OutputStream.nullOutputStream())) {
            code = work.apply(reports);
        } catch (IOException unclosable) {
            console.show(failure("--events", String.valueOf(unclosable.getMessage())));
        } finally {
            code = reports.finish(code);
        }
        return code;
    }

    /** The run's events are wanted in another place, too. */
    void copies(UnaryOperator<RunJournal> into) {
        copy = Optional.of(into);
    }

    /** Whether anybody wants the events of a run that has no journal. */
    boolean areWanted() {
        return options.isAny() || copy.isPresent();
    }

    /** A journal that tells its events here as well. */
    RunJournal beside(RunName run, RunJournal journal, UnaryOperator<String> hide) {
        name = Optional.of(run);
        RunJournal copied = copy.map(into -> into.apply(journal)).orElse(journal);
        return options.isAny() ? lines.behind(copied, hide, clock) : copied;
    }

    private ExitCode finish(ExitCode code) {
        boolean whole = lines.isWhole();
        if (options.junit != null || options.prometheus != null) {
            RecordedRun run = lines.run(name.orElse(new RunName("00000000T000000-0000")), code.number());
            Instant now = clock.instant();
            whole &= write("--junit", options.junit, () -> JUnitXml.of(run));
            whole &= write(
                    PROMETHEUS,
                    options.prometheus,
                    () -> PrometheusText.of(command, playbooks, run, now, Duration.between(began, now), code.number()));
        }
        return whole ? code : ExitCode.worst(List.of(code, ExitCode.FAILED));
    }

    private boolean write(String option, @Nullable Path file, Supplier<String> text) {
        if (file == null) {
            return true;
        }
        try {
            if (option.equals(PROMETHEUS)) {
                ReportFile.writeForAll(file, text.get());
            } else {
                ReportFile.write(file, text.get());
            }
            return true;
        } catch (IOException unwritable) {
            console.show(failure(option, unwritable.toString()));
            return false;
        }
    }

    private static Diagnostic failure(String option, String because) {
        return Diagnostic.error(Code.FILE_UNREADABLE, new Location.Run(), option + " cannot be written: " + because);
    }
}
