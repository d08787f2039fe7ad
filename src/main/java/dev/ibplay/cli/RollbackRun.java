package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.Host;
import dev.ibplay.inventory.HostPattern;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunState;
import dev.ibplay.plan.Redaction;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.Run;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What rollback does before the plan: from a recorded run and an inventory to a run that undoes it. */
final class RollbackRun {
    private final Console console;
    private final Map<String, String> environment;
    private final List<String> words;
    private final boolean allowRemoval;
    private final RollbackOptions options;
    private final InputFiles files;
    private final Problems problems = new Problems();

    RollbackRun(
            Console console,
            Map<String, String> environment,
            List<String> words,
            RollbackOptions options,
            boolean allowRemoval) {
        this.console = console;
        this.environment = environment;
        this.words = words;
        this.options = options;
        this.files = new InputFiles(options.inventory.files(console, problems));
        this.allowRemoval = allowRemoval;
    }

    ExitCode run(RunMode mode) {
        return RunReports.around(
                console, options.reports, options.output, "rollback", List.of(), reports -> run(mode, reports));
    }

    private ExitCode run(RunMode mode, RunReports reports) {
        return new RunChoice(console, environment)
                .choose(options.run)
                .filter(this::canBeUndone)
                .map(run -> undo(run, mode, reports))
                .orElse(ExitCode.INVALID_INPUT);
    }

    private boolean canBeUndone(RecordedRun run) {
        if (run.state() instanceof RunState.Running running) {
            console.say("ibplay: run %s is still at work (process %d)".formatted(run.name(), running.pid()));
            console.say("  hint: wait until it has ended, or end it");
            return false;
        }
        if (run.began().isEmpty() || run.plays().isEmpty()) {
            console.say("ibplay: the journal of run %s does not say enough to undo it%s"
                    .formatted(run.name(), run.damage().isEmpty() ? "" : ": " + String.join("; ", run.damage())));
            return false;
        }
        return true;
    }

    private ExitCode undo(RecordedRun run, RunMode mode, RunReports reports) {
        run.damage()
                .forEach(damage -> console.say("the journal of run %s is damaged: %s".formatted(run.name(), damage)));
        Map<String, Node> extra = options.inventory.extraVariables(files, problems);
        Inventory inventory = inventory(run);
        UndonePlays plays = new UndonePlays(run, inventory, limited(inventory));
        if (plays.missing().isEmpty()) {
            return undo(run, mode, reports, plays, extra);
        }
        problems.add(Diagnostic.error(
                        Code.HOST_PATTERN_UNMATCHED,
                        new Location.Run(),
                        "run %s changed hosts that the inventory does not have: %s"
                                .formatted(run.name(), String.join(", ", plays.missing())))
                .withHint("-i names another inventory; --limit leaves hosts out"));
        console.show(problems);
        return ExitCode.INVALID_INPUT;
    }

    private ExitCode undo(
            RecordedRun run, RunMode mode, RunReports reports, UndonePlays plays, Map<String, Node> extra) {
        Optional<HostConnector> connector = problems.hasErrors()
                ? Optional.empty()
                : HostConnector.of(
                        plays.asRecorded(extra),
                        options.connection.overrides(console, problems),
                        options.forks,
                        problems);
        console.show(problems);
        if (connector.isEmpty() || problems.hasErrors()) {
            return ExitCode.INVALID_INPUT;
        }
        Redaction redaction = Recording.redaction(connector.get(), extra, plays.asRecorded(extra), files.vault());
        console.hide(redaction);
        var dialogue = new RunDialogue(console, environment, options.output, options.strict, mode, "rollback");
        dialogue.sayWhoIsOnlyRead(plays.restoration().hosts());
        return dialogue.carryOut(
                connector.get(),
                hosts -> mode.applies() || reports.areWanted()
                        ? record(run, plays, redaction, mode, reports)
                        : Recording.none(Clock.systemUTC(), new SecureRandom()),
                (hosts, recording, interruption) -> new Run(
                        Optional.of(plays.restoration()),
                        plays.reversed(extra),
                        hosts,
                        recording.identity(allowRemoval),
                        options.forks,
                        interruption,
                        recording.recorder(),
                        dialogue::tell));
    }

    /** The recorded inventory, seen from the folder that it was named in, with what stands beside the playbooks. */
    private Inventory inventory(RecordedRun run) {
        Inventory inventory = new InventoryReader(files, problems).read(sources(run));
        for (String playbook : playbooks(run)) {
            String folder = SourceFiles.folderOf(playbook);
            if (files.isDirectory(folder)) {
                inventory = new InventoryReader(files, problems).withPlaybookFolder(inventory, folder);
            }
        }
        return inventory;
    }

    private List<String> sources(RecordedRun run) {
        return options.inventory.isGiven()
                ? options.inventory.sources()
                : invocation(run).inventories().stream()
                        .map(source -> source.contains(",") ? source : fromThere(run, source))
                        .toList();
    }

    private List<String> playbooks(RecordedRun run) {
        return invocation(run).playbooks().stream()
                .map(playbook -> fromThere(run, playbook))
                .toList();
    }

    /** A path as it is called from here, where it was relative to the folder that the run was started in. */
    private static String fromThere(RecordedRun run, String path) {
        Path there = Path.of(invocation(run).directory());
        boolean isHere = there.equals(Path.of("").toAbsolutePath()) || !Files.isDirectory(there);
        return isHere ? path : there.resolve(path).toString();
    }

    private static JournalEvent.Invocation invocation(RecordedRun run) {
        return run.began().orElseThrow().invocation();
    }

    private Optional<Set<String>> limited(Inventory inventory) {
        Optional<HostPattern> limit = options.limit(files, new HostsOfRuns(environment, Optional.empty()), problems);
        return limit.map(pattern ->
                pattern.select(inventory, problems).stream().map(Host::name).collect(Collectors.toSet()));
    }

    private Recording record(
            RecordedRun run, UndonePlays plays, Redaction redaction, RunMode mode, RunReports reports) {
        var invocation = new JournalEvent.Invocation(
                Recording.shown(words),
                Path.of("").toAbsolutePath().toString(),
                playbooks(run),
                sources(run),
                files.inputs(),
                Optional.of(run.name()),
                Optional.empty());
        List<String> changeable = plays.restoration().hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .toList();
        var beginning = new Recording.Beginning(invocation, plays.recorded(), changeable);
        if (!mode.applies()) {
            return Recording.unkept(beginning, redaction, Clock.systemUTC(), new SecureRandom(), reports);
        }
        Recording recording =
                Recording.begin(environment, beginning, redaction, Clock.systemUTC(), new SecureRandom(), reports);
        recording.name().ifPresent(name -> console.say("run " + name + ", which undoes run " + run.name()));
        return recording;
    }
}
