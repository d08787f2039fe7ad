package dev.ibplay.cli;

import dev.ibplay.journal.JournalEvent;
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
        this.input = new PlaybookInput(console, options);
    }

    ExitCode run(RunMode mode, String command) {
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
                input.files().inputs());
        Recording recording = Recording.begin(
                environment,
                new Recording.Beginning(invocation, RecordedPlays.of(desired), changeable),
                Recording.redaction(hosts, input.extra()),
                Clock.systemUTC(),
                new SecureRandom());
        recording.name().ifPresent(name -> console.say("run " + name));
        return recording;
    }
}
