package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Severity;
import dev.ibplay.exec.Secret;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Redaction;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Playbook;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.report.RunJson;
import dev.ibplay.report.RunText;
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
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What check, apply and verify have in common: from files to a run, and from its record to output and exit code. */
final class PlaybookRun {
    /** How far to go. */
    enum Mode {
        CHECK("check"),
        VERIFY("verify"),
        ASK_AND_APPLY("apply"),
        APPLY("apply");

        private final String command;

        Mode(String command) {
            this.command = command;
        }

        boolean applies() {
            return this == APPLY || this == ASK_AND_APPLY;
        }
    }

    private static final String NOTHING_FOUND = "No difference was found where it could be looked for.\n";

    /** Errors after which nobody knows whether the desired state holds, whatever differences were found. */
    private static final Set<Code> UNPROVEN = EnumSet.of(
            Code.INTERFACE_MISSING,
            Code.INTERFACE_UNREADABLE,
            Code.OPENSM_MISSING,
            Code.OPENSM_UNREADABLE,
            Code.OPENSM_SEVERAL,
            Code.FABRIC_UNKNOWN,
            Code.SUBNET_MANAGER_UNREADABLE);

    /** What verify says besides the differences: why a value is as it is, and what nobody can see. */
    private static final Set<Code> TOLD_BY_VERIFY = EnumSet.of(
            Code.RUNNING_INFERRED,
            Code.MTU_CHAIN,
            Code.NOT_PERSISTENT,
            Code.OWNER_UNCLEAR,
            Code.GUARD_FOUND,
            Code.GUARD_WAITING);

    private final Console console;
    private final PlaybookOptions options;
    private final Map<String, String> environment;
    private final List<String> words;
    private final InputFiles files = new InputFiles(new DiskFiles());
    private final Problems problems = new Problems();
    private Map<String, Node> extra = Map.of();

    /** A run that changes nothing, and so is not recorded. */
    PlaybookRun(Console console, PlaybookOptions options) {
        this(console, Map.of(), List.of(), options);
    }

    /** A run that may be recorded, as asked for by these words of a command line. */
    PlaybookRun(Console console, Map<String, String> environment, List<String> words, PlaybookOptions options) {
        this.console = console;
        this.environment = environment;
        this.words = words;
        this.options = options;
    }

    ExitCode run(Mode mode) {
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
        sayWhoIsOnlyRead(desired.get());
        Interruption interruption = Interruption.watch();
        try (HostConnector hosts = connector.get();
                Recording recording = mode.applies()
                        ? record(desired.get(), hosts)
                        : Recording.none(Clock.systemUTC(), new SecureRandom());
                Run run = new Run(
                        desired.get(),
                        hosts,
                        recording.identity(),
                        options.forks,
                        interruption,
                        recording.recorder(),
                        this::tell)) {
            Optional<RunRecord> record =
                    recording.recorder().failure().isPresent() ? Optional.empty() : execute(mode, run, recording);
            if (record.isEmpty()) {
                recording.failure(environment, "nothing was changed").ifPresent(console::show);
                return ExitCode.INVALID_INPUT;
            }
            ExitCode code = interruption.isStopping() ? ExitCode.INTERRUPTED : code(mode, record.get());
            ExitCode recorded = ended(recording, record.get(), code);
            show(mode, record.get(), recorded);
            return recorded;
        } finally {
            interruption.finish();
        }
    }

    /** Begins the journal, before any host is contacted. */
    private Recording record(DesiredState desired, HostConnector hosts) {
        List<String> changeable = desired.hosts().stream()
                .filter(DesiredHost::changeable)
                .map(DesiredHost::host)
                .toList();
        List<Secret> secrets = new ArrayList<>(hosts.secrets());
        extra.forEach((name, value) -> {
            if (value instanceof Node.Scalar scalar && Redaction.isSecret(name)) {
                secrets.add(Secret.of(scalar.text()));
            }
        });
        Recording.killed(environment, changeable).ifPresent(console::show);
        var invocation = new JournalEvent.Invocation(
                words.stream().map(PlaybookRun::shown).toList(),
                Path.of("").toAbsolutePath().toString(),
                options.playbooks,
                options.inventory.sources(),
                files.inputs());
        Recording recording = Recording.begin(
                environment, invocation, changeable, Redaction.of(secrets), Clock.systemUTC(), new SecureRandom());
        recording.name().ifPresent(name -> console.say("run " + name));
        return recording;
    }

    /** A word of the command line without the values of secret variables; the path of a key is none. */
    private static String shown(String word) {
        return word.startsWith("--private-key") || word.startsWith("--key-file") ? word : Redaction.file("", word);
    }

    /** Records the end; a run whose journal lacks something has failed, whatever became of the hosts. */
    private ExitCode ended(Recording recording, RunRecord record, ExitCode code) {
        boolean whole = recording.recorder().failure().isEmpty();
        if (whole && recording.recorder().ended(record, code.number())) {
            return code;
        }
        recording.failure(environment, "its journal ends before it").ifPresent(console::show);
        return ExitCode.worst(List.of(code, ExitCode.FAILED));
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

    /** A fabric is planned as a whole, whatever the limit says. */
    private void sayWhoIsOnlyRead(DesiredState desired) {
        List<String> onlyRead = desired.hosts().stream()
                .filter(host -> !host.changeable())
                .map(DesiredHost::host)
                .toList();
        if (!onlyRead.isEmpty()) {
            console.say("read, but not changed by this run: " + String.join(", ", onlyRead));
        }
    }

    /** Nothing when the plan could not be recorded, and so was not begun. */
    private Optional<RunRecord> execute(Mode mode, Run run, Recording recording) {
        Plan plan = run.plan();
        if (!recording.recorder().planned(plan)) {
            return Optional.empty();
        }
        if (!options.output.json() && mode != Mode.VERIFY) {
            boolean holds = !plan.hasDifferences() && !plan.isRefused() && allRead(run.planned(plan));
            console.data(holds || plan.hasDifferences() ? RunText.plan(plan, options.output.diff()) : NOTHING_FOUND);
        }
        plan.diagnostics().stream()
                .filter(d -> mode != Mode.VERIFY || TOLD_BY_VERIFY.contains(d.code()))
                .forEach(console::show);
        boolean apply = mode.applies() && plan.hasSteps() && !plan.isRefused();
        if (apply && mode == Mode.ASK_AND_APPLY && !console.ask("Apply these changes?")) {
            console.say("Nothing was changed.");
            apply = false;
        }
        return Optional.of(apply ? run.apply(plan) : run.planned(plan));
    }

    private ExitCode code(Mode mode, RunRecord record) {
        List<ExitCode> codes = new ArrayList<>();
        boolean applied = mode.applies()
                && record.hosts().stream()
                        .anyMatch(h -> h.status() == HostStatus.CHANGED || h.status() == HostStatus.UNVERIFIED);
        if (mode != Mode.VERIFY && record.plan().isRefused()) {
            codes.add(ExitCode.REFUSED);
        }
        boolean unverified =
                (applied && !record.open().isEmpty()) || !unproven(mode, record).isEmpty();
        if (record.any(HostStatus.FAILED) || record.any(HostStatus.REVERTED) || unverified) {
            codes.add(ExitCode.FAILED);
        }
        if (record.any(HostStatus.UNREACHABLE)) {
            codes.add(ExitCode.UNREACHABLE);
        }
        if (record.any(HostStatus.UNSUPPORTED) || record.any(HostStatus.HELD)) {
            codes.add(ExitCode.INCOMPLETE);
        }
        if (!record.remaining().isEmpty() || (options.strict && isOnlyInferred(record))) {
            codes.add(ExitCode.DIFFERENT);
        }
        return ExitCode.worst(codes);
    }

    private void show(Mode mode, RunRecord record, ExitCode code) {
        unproven(mode, record).forEach(console::show);
        if (options.output.json()) {
            console.data(RunJson.of(mode.command, record, code.number()));
            return;
        }
        if (mode == Mode.VERIFY || (mode.applies() && code != ExitCode.REFUSED)) {
            boolean known = allRead(record) && unproven(mode, record).isEmpty();
            console.data(known || !record.remaining().isEmpty() ? RunText.differences(record) : NOTHING_FOUND);
        }
        console.data(RunText.recap(record, options.output.verbose()));
    }

    private static boolean allRead(RunRecord record) {
        return !record.any(HostStatus.UNREACHABLE)
                && !record.any(HostStatus.FAILED)
                && !record.any(HostStatus.UNSUPPORTED);
    }

    /** Why the comparison at the end of a run says too little; check has refused for such reasons already. */
    private static List<Diagnostic> unproven(Mode mode, RunRecord record) {
        List<Diagnostic> last = mode == Mode.VERIFY ? record.plan().diagnostics() : record.diagnostics();
        return last.stream()
                .filter(d -> d.severity() == Severity.ERROR && UNPROVEN.contains(d.code()))
                .toList();
    }

    private static boolean isOnlyInferred(RunRecord record) {
        return Stream.concat(record.plan().diagnostics().stream(), record.diagnostics().stream())
                .anyMatch(d -> d.code() == Code.RUNNING_INFERRED);
    }

    private void tell(RunEvent event) {
        switch (event) {
            case RunEvent.PhaseBegan phase -> console.say(phase.phase() + ": " + phase.hosts() + " hosts");
            case RunEvent.StepBegan step -> {
                if (options.output.verbose()) {
                    console.say(step.host() + ": " + step.what() + " ...");
                }
            }
            case RunEvent.StepEnded step -> console.say(step.host() + ": " + step.what() + ": " + step.result());
            case RunEvent.HostFailed failed -> console.show(failed.diagnostic());
            case RunEvent.Stopped stopped -> console.say("stopped: " + stopped.because());
        }
    }
}
