package dev.ibplay.cli;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.plan.Redaction;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.Run;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What check, apply and verify have in common: from files to a run. */
final class PlaybookRun {
    private final Console console;
    private final PlaybookOptions options;
    private final Map<String, String> environment;
    private final List<String> words;
    private final boolean allowRemoval;
    private final PlaybookInput input;
    private final Optional<Resumption> resumption;
    private boolean step;

    /** A run that changes nothing, and so is not recorded. */
    PlaybookRun(Console console, Map<String, String> environment, PlaybookOptions options, boolean allowRemoval) {
        this(console, environment, List.of(), options, allowRemoval, Optional.empty());
    }

    /** A run that may be recorded, as asked for by these words of a command line; perhaps it goes on with an earlier one. */
    PlaybookRun(
            Console console,
            Map<String, String> environment,
            List<String> words,
            PlaybookOptions options,
            boolean allowRemoval,
            Optional<Resumption> resumption) {
        this.resumption = resumption;
        this.console = console;
        this.environment = environment;
        this.words = words;
        this.options = options;
        this.allowRemoval = allowRemoval;
        this.input =
                new PlaybookInput(console, options, new HostsOfRuns(environment, resumption.map(Resumption::first)));
    }

    /** The same, perhaps asking before each batch. */
    PlaybookRun asking(boolean beforeBatches) {
        step = beforeBatches;
        return this;
    }

    ExitCode run(RunMode mode, String command) {
        return RunReports.around(
                console,
                options.reports,
                options.output,
                command,
                options.playbooks,
                reports -> run(mode, command, reports));
    }

    private ExitCode run(RunMode mode, String command, RunReports reports) {
        Optional<DesiredState> desired = input.desired();
        if (desired.isEmpty()) {
            return ExitCode.INVALID_INPUT;
        }
        if (options.listHosts) {
            input.listHosts(desired.get());
            return ExitCode.OK;
        }
        Optional<HostConnector> connector = input.connector(desired.get());
        if (connector.isEmpty()) {
            return ExitCode.INVALID_INPUT;
        }
        Redaction redaction = Recording.redaction(
                connector.get(), input.extra(), desired.get(), input.files().vault());
        console.hide(redaction);
        var dialogue = new RunDialogue(console, environment, options.output, options.strict, mode, command);
        if (step) {
            dialogue.asksBeforeBatches();
        }
        dialogue.sayWhoIsOnlyRead(desired.get().hosts());
        resumption.ifPresent(earlier -> earlier.sayWhatHasChanged(input.files().inputs()));
        return dialogue.carryOut(
                connector.get(),
                hosts -> mode.applies() || reports.areWanted()
                        ? record(desired.get(), redaction, mode, command, reports)
                        : Recording.none(Clock.systemUTC(), new SecureRandom()),
                (hosts, recording, interruption) -> new Run(
                        desired.get(),
                        hosts,
                        recording.identity(allowRemoval),
                        options.forks,
                        interruption,
                        recording.recorder(),
                        dialogue::tell));
    }

    /** Begins the journal, or only its events where nothing is to be changed, before any host is contacted. */
    private Recording record(
            DesiredState desired, Redaction redaction, RunMode mode, String command, RunReports reports) {
        List<String> changeable = desired.hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .toList();
        var invocation = new JournalEvent.Invocation(
                words.isEmpty() ? List.of(command) : Recording.shown(words),
                Path.of("").toAbsolutePath().toString(),
                options.playbooks,
                options.inventory.sources(),
                input.files().inputs(),
                Optional.empty(),
                resumption.map(Resumption::first));
        var beginning = new Recording.Beginning(invocation, RecordedPlays.of(desired), changeable);
        if (!mode.applies()) {
            return Recording.unkept(beginning, redaction, Clock.systemUTC(), new SecureRandom(), reports);
        }
        Recording.killed(environment, changeable).ifPresent(console::show);
        Recording recording =
                Recording.begin(environment, beginning, redaction, Clock.systemUTC(), new SecureRandom(), reports);
        recording
                .name()
                .ifPresent(name -> console.say("run " + name
                        + resumption
                                .map(earlier -> ", which goes on with run " + earlier.first())
                                .orElse("")));
        return recording;
    }
}
