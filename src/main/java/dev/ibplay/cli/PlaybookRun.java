package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Playbook;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.Run;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
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
    private final InputFiles files = new InputFiles(new DiskFiles());
    private final Problems problems = new Problems();
    private Map<String, Node> extra = Map.of();

    /** A run that changes nothing, and so is not recorded. */
    PlaybookRun(Console console, Map<String, String> environment, PlaybookOptions options, boolean allowRemoval) {
        this(console, environment, List.of(), options, allowRemoval);
    }

    /** A run that may be recorded, as asked for by these words of a command line. */
    PlaybookRun(
            Console console,
            Map<String, String> environment,
            List<String> words,
            PlaybookOptions options,
            boolean allowRemoval) {
        this.console = console;
        this.environment = environment;
        this.words = words;
        this.options = options;
        this.allowRemoval = allowRemoval;
    }

    ExitCode run(RunMode mode, String command) {
        Optional<DesiredState> desired = desired();
        if (desired.isEmpty()) {
            return ExitCode.INVALID_INPUT;
        }
        if (options.listHosts) {
            listHosts(desired.get());
            return ExitCode.OK;
        }
        Optional<HostConnector> connector = connector(desired.get());
        console.show(problems);
        if (connector.isEmpty() || problems.hasErrors()) {
            return ExitCode.INVALID_INPUT;
        }
        var dialogue = new RunDialogue(console, environment, options.output, options.strict, mode, command);
        dialogue.sayWhoIsOnlyRead(desired.get().hosts());
        return dialogue.carryOut(
                connector.get(),
                hosts -> mode.applies()
                        ? record(desired.get(), hosts)
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

    /** Begins the journal, before any host is contacted. */
    private Recording record(DesiredState desired, HostConnector hosts) {
        List<String> changeable = desired.hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .toList();
        Recording.killed(environment, changeable).ifPresent(console::show);
        var invocation = new JournalEvent.Invocation(
                Recording.shown(words),
                Path.of("").toAbsolutePath().toString(),
                options.playbooks,
                options.inventory.sources(),
                files.inputs());
        Recording recording = Recording.begin(
                environment,
                new Recording.Beginning(invocation, RecordedPlays.of(desired), changeable),
                Recording.redaction(hosts, extra),
                Clock.systemUTC(),
                new SecureRandom());
        recording.name().ifPresent(name -> console.say("run " + name));
        return recording;
    }

    private Optional<DesiredState> desired() {
        extra = options.inventory.extraVariables(files, problems);
        Inventory inventory = options.inventory.inventory(files, problems);
        List<Playbook> playbooks = new ArrayList<>();
        for (String path : options.playbooks) {
            playbooks.add(new PlaybookParser(files, extra, problems).parse(path));
            inventory = new InventoryReader(files, problems).withPlaybookFolder(inventory, SourceFiles.folderOf(path));
        }
        Selection selection = options.selection.selection(files, problems);
        if (problems.hasErrors()) {
            console.show(problems);
            return Optional.empty();
        }
        DesiredState desired = Resolver.resolve(playbooks, inventory, extra, selection, problems);
        if (problems.hasErrors()) {
            console.show(problems);
            return Optional.empty();
        }
        return Optional.of(desired);
    }

    private Optional<HostConnector> connector(DesiredState desired) {
        return HostConnector.of(desired, options.connection.overrides(console, problems), problems);
    }

    private void listHosts(DesiredState desired) {
        var text = new StringBuilder();
        desired.plays().forEach(play -> {
            text.append(play.play().title())
                    .append(" (")
                    .append(play.hosts().size())
                    .append(")\n");
            play.hosts().forEach(host -> text.append("  ").append(host).append('\n'));
        });
        console.data(text.toString());
    }
}
