package dev.ibplay.cli;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.plan.Redaction;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.ShardHosts;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.Run;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

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
        if (!options.shards.areRight(console, mode, step)) {
            return ExitCode.INVALID_INPUT;
        }
        Optional<DesiredState> job = input.desired();
        if (job.isEmpty()) {
            return ExitCode.INVALID_INPUT;
        }
        Optional<DesiredState> desired = job.map(whole -> ShardHosts.of(whole, options.shards.shard()));
        if (options.listHosts) {
            input.listHosts(desired.get());
            return ExitCode.OK;
        }
        Optional<HostConnector> connector = input.connector(desired.get(), mode.applies() ? options.forks : 0);
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
        options.shards.tell(console, job.get(), desired.get());
        dialogue.sayWhoIsOnlyRead(desired.get().hosts());
        resumption.ifPresent(earlier -> earlier.sayWhatHasChanged(input.files().inputs()));
        Optional<ShardRun> part = Optional.empty();
        if (options.shards.hasFolder()) {
            var parts =
                    new JobParts(command, options, allowRemoval, input.files().inputs(), job.get(), redaction);
            part = ShardRun.join(console, options, Pace.of(environment), parts::describe);
            if (part.isEmpty()) {
                connector.get().close();
                return ExitCode.INVALID_INPUT;
            }
            part.get().isCopied(reports, redaction);
        }
        return carryOut(
                dialogue,
                connector.get(),
                hosts -> mode.applies() || reports.areWanted()
                        ? record(desired.get(), redaction, mode, command, reports)
                        : Recording.none(Clock.systemUTC(), new SecureRandom()),
                desired.get(),
                part);
    }

    /** Carries the run out, with the others where it is a part of a job; tells these its end. */
    private ExitCode carryOut(
            RunDialogue dialogue,
            HostConnector connector,
            Function<HostConnector, Recording> begin,
            DesiredState desired,
            Optional<ShardRun> part) {
        try {
            ExitCode code = dialogue.carryOut(connector, begin, (hosts, recording, interruption) -> {
                Run run = new Run(
                        desired,
                        hosts,
                        recording.identity(allowRemoval),
                        options.forks,
                        interruption,
                        recording.recorder(),
                        dialogue::tell);
                part.ifPresent(one -> one.joins(run, interruption, dialogue.applies()));
                return run;
            });
            return part.map(one -> one.ended(code)).orElse(code);
        } finally {
            part.ifPresent(ShardRun::close);
        }
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
