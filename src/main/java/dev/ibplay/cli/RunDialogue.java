package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Severity;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent.FabricsSeen;
import dev.ibplay.journal.RehearsalRecord;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunName;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Plan;
import dev.ibplay.report.RehearsalText;
import dev.ibplay.report.RolloutText;
import dev.ibplay.report.RunJson;
import dev.ibplay.report.RunText;
import dev.ibplay.report.StoppedText;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.run.HostConnector;
import dev.ibplay.run.PingResult;
import dev.ibplay.run.Run;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all commands that make a plan have in common: carry it out as far as the mode says, show it, and give the exit code. */
final class RunDialogue {
    /** Makes the run once its journal is begun. */
    @FunctionalInterface
    interface RunMaker {
        Run make(HostConnector hosts, Recording recording, Interruption interruption);
    }

    /** Names in one line of talk: members of a partition may be thousands. */
    private static final int MOST_NAMES = 20;

    private static final String NOTHING_FOUND = "No difference was found where it could be looked for.\n";

    /** Errors after which nobody knows whether the desired state holds, whatever differences were found. */
    private static final Set<Code> UNPROVEN = EnumSet.of(
            Code.INTERFACE_MISSING,
            Code.INTERFACE_UNREADABLE,
            Code.OPENSM_MISSING,
            Code.OPENSM_UNREADABLE,
            Code.OPENSM_SEVERAL,
            Code.FABRIC_UNKNOWN,
            Code.SUBNET_MANAGER_UNREADABLE,
            Code.HOST_MOVED_ON,
            Code.KEPT_COPY_LOST);

    /** What an active proof has found against the desired state, although no value differs. */
    private static final Set<Code> DISPROVED = EnumSet.of(Code.PING_FAILED, Code.FABRIC_UNSTABLE, Code.MTU_ON_THE_WAY);

    /** What is not known and cannot be found out: a difference only for who wants it strictly. */
    private static final Set<Code> INFERRED = EnumSet.of(Code.RUNNING_INFERRED, Code.SUBNET_MANAGER_SILENT);

    /** What verify says besides the differences: why a value is as it is, and what nobody can see. */
    private static final Set<Code> TOLD_BY_VERIFY = EnumSet.of(
            Code.RUNNING_INFERRED,
            Code.MTU_CHAIN,
            Code.MTU_UNEQUAL,
            Code.NOT_PERSISTENT,
            Code.OWNER_UNCLEAR,
            Code.GUARD_FOUND,
            Code.GUARD_WAITING);

    private final Console console;
    private final Map<String, String> environment;
    private final OutputOptions output;
    private final boolean strict;
    private final RunMode mode;
    private final String command;
    private final Progress progress;
    private final UnderWay underWay = new UnderWay();
    private boolean asksBeforeBatches;
    private Supplier<Optional<RehearsalRecord>> rehearsal = Optional::empty;

    /**
     * What is said around one run.
     *
     * @param strict whether what can only be inferred counts as a difference
     * @param command the word of the command line, for JSON
     */
    RunDialogue(
            Console console,
            Map<String, String> environment,
            OutputOptions output,
            boolean strict,
            RunMode mode,
            String command) {
        this.console = console;
        this.environment = environment;
        this.output = output;
        this.strict = strict;
        this.mode = mode;
        this.command = command;
        this.progress = new Progress(console, output.verbose());
    }

    /** The run is a rehearsal: what came about besides is asked for at its end. */
    void rehearses(Supplier<RehearsalRecord> record) {
        rehearsal = () -> Optional.of(record.get());
    }

    /** Whether something may be changed. */
    boolean applies() {
        return mode.applies();
    }

    /** Somebody is asked before each batch, and before each step of a fabric. */
    void asksBeforeBatches() {
        asksBeforeBatches = true;
    }

    /** A fabric is planned as a whole, whatever the limit says. */
    void sayWhoIsOnlyRead(List<DesiredHost> hosts) {
        List<String> onlyRead = hosts.stream()
                .filter(host -> !host.changeable())
                .map(DesiredHost::host)
                .toList();
        if (!onlyRead.isEmpty()) {
            int more = onlyRead.size() - MOST_NAMES;
            console.say("read, but not changed by this run: "
                    + String.join(", ", onlyRead.subList(0, Math.min(onlyRead.size(), MOST_NAMES)))
                    + (more > 0 ? " and " + more + " more" : ""));
        }
    }

    /** Runs to the end; closes the connections and the journal. */
    ExitCode carryOut(HostConnector connector, Function<HostConnector, Recording> begin, RunMaker maker) {
        progress.begin();
        Interruption interruption = Interruption.watch(Pace.of(environment));
        try (HostConnector hosts = connector;
                Recording recording = begin.apply(hosts);
                Run run = maker.make(hosts, recording, interruption)) {
            interruption.tells(new Leaving(
                    console,
                    recording.recorder(),
                    run::hosts,
                    underWay,
                    recording.name().map(RunName::text)));
            if (asksBeforeBatches) {
                run.asks(new StepQuestion(console, interruption));
            }
            Optional<RunRecord> record = recording.recorder().failure().isPresent()
                    ? Optional.empty()
                    : execute(run, recording, interruption);
            if (record.isEmpty()) {
                recording.failure(environment, "nothing was changed").ifPresent(console::show);
                return ExitCode.INVALID_INPUT;
            }
            progress.close();
            ExitCode code = interruption.isStopping() ? ExitCode.INTERRUPTED : code(record.get());
            ExitCode recorded = ended(recording, record.get(), code);
            show(record.get(), recorded, recording.name().map(RunName::text));
            return recorded;
        } finally {
            progress.close();
            interruption.finish();
        }
    }

    /** Nothing when the plan could not be recorded, and so was not begun. */
    private Optional<RunRecord> execute(Run run, Recording recording, Interruption interruption) {
        Plan plan = run.plan();
        if (interruption.isStopping()) {
            return Optional.of(run.cutShort());
        }
        boolean recorded =
                recording.recorder().saw(FabricsSeen.BEFORE, run.observed().fabrics())
                        && recording.recorder().planned(plan);
        if (!recorded) {
            return Optional.empty();
        }
        if (!output.json() && !mode.verifies()) {
            boolean holds = !plan.hasDifferences() && !plan.isRefused() && allRead(run.planned(plan));
            console.data(holds || plan.hasDifferences() ? RunText.plan(plan, output.diff()) : NOTHING_FOUND);
            console.data(plan.isRefused() ? "" : RolloutText.of(run.rollout(plan)));
        }
        plan.diagnostics().stream()
                .filter(d -> !mode.verifies() || TOLD_BY_VERIFY.contains(d.code()))
                .forEach(console::show);
        boolean apply = mode.applies() && (plan.hasSteps() || run.waitsForOthers()) && !plan.isRefused();
        if (apply && mode == RunMode.ASK_AND_APPLY && !isWanted(interruption)) {
            console.say("Nothing was changed.");
            apply = false;
        }
        List<FabricFacts> before = run.observed().fabrics();
        RunRecord record = apply ? run.apply(plan) : run.planned(plan);
        // A run that ended early has not looked again.
        if (!run.observed().fabrics().equals(before)) {
            recording.recorder().saw(FabricsSeen.AFTER, run.observed().fabrics());
        }
        if (mode.verifies()) {
            record = lookAgain(run, record);
        }
        return Optional.of(mode == RunMode.VERIFY_AND_PING ? ping(run, record) : record);
    }

    private boolean isWanted(Interruption interruption) {
        return interruption.answer(() -> console.ask("Apply these changes?")).orElse(false);
    }

    private RunRecord lookAgain(Run run, RunRecord record) {
        List<Diagnostic> found = run.lookAgain();
        found.forEach(console::show);
        return record.withFurther(found);
    }

    private RunRecord ping(Run run, RunRecord record) {
        PingResult pings = run.ping();
        pings.failures().forEach(console::show);
        console.say("%d of %d pings of full size were answered"
                .formatted(pings.asked() - pings.failures().size(), pings.asked()));
        return record.withFurther(pings.failures());
    }

    private ExitCode code(RunRecord record) {
        List<ExitCode> codes = new ArrayList<>();
        boolean applied = mode.applies()
                && record.hosts().stream()
                        .anyMatch(h -> h.status() == HostStatus.CHANGED || h.status() == HostStatus.UNVERIFIED);
        if (!mode.verifies() && record.plan().isRefused()) {
            codes.add(ExitCode.REFUSED);
        }
        boolean unverified =
                (applied && isUnproven(record)) || !unproven(record).isEmpty();
        boolean disproved = record.diagnostics().stream().anyMatch(d -> DISPROVED.contains(d.code()));
        if (record.any(HostStatus.FAILED) || record.any(HostStatus.REVERTED) || unverified || disproved) {
            codes.add(ExitCode.FAILED);
        }
        if (record.any(HostStatus.UNREACHABLE)) {
            codes.add(ExitCode.UNREACHABLE);
        }
        if (record.any(HostStatus.UNSUPPORTED) || record.any(HostStatus.HELD)) {
            codes.add(ExitCode.INCOMPLETE);
        }
        if (!record.remaining().isEmpty() || (strict && isOnlyInferred(record))) {
            codes.add(ExitCode.DIFFERENT);
        }
        return ExitCode.worst(codes);
    }

    /** Whether something is left on hosts that had their turn. */
    private static boolean isUnproven(RunRecord record) {
        Set<String> skipped = record.hosts().stream()
                .filter(host -> host.status() == HostStatus.SKIPPED)
                .map(HostRecord::host)
                .collect(Collectors.toSet());
        return record.open().stream().anyMatch(difference -> !skipped.contains(difference.host()));
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

    private void show(RunRecord record, ExitCode code, Optional<String> run) {
        unproven(record).forEach(console::show);
        if (output.json()) {
            console.data(RunJson.of(command, record, code.number(), rehearsal.get()));
            return;
        }
        boolean compared = mode.verifies() || (mode.applies() && code != ExitCode.REFUSED);
        if (compared && code != ExitCode.INTERRUPTED) {
            boolean known = allRead(record) && unproven(record).isEmpty();
            console.data(known || !record.remaining().isEmpty() ? RunText.differences(record) : NOTHING_FOUND);
        }
        rehearsal.get().ifPresent(came -> console.data(RehearsalText.of(came)));
        console.data(RunText.recap(record, output.verbose()));
        console.data(StoppedText.of(record, run));
    }

    private static boolean allRead(RunRecord record) {
        return !record.any(HostStatus.UNREACHABLE)
                && !record.any(HostStatus.FAILED)
                && !record.any(HostStatus.UNSUPPORTED);
    }

    /** Why the comparison at the end of a run says too little; check has refused for such reasons already. */
    private List<Diagnostic> unproven(RunRecord record) {
        List<Diagnostic> last = mode.verifies() ? record.plan().diagnostics() : record.diagnostics();
        return last.stream()
                .filter(d -> d.severity() == Severity.ERROR && UNPROVEN.contains(d.code()))
                .toList();
    }

    private static boolean isOnlyInferred(RunRecord record) {
        return Stream.concat(record.plan().diagnostics().stream(), record.diagnostics().stream())
                .anyMatch(d -> INFERRED.contains(d.code()));
    }

    /** Says what happens as it happens. */
    void tell(RunEvent event) {
        underWay.on(event);
        progress.on(event);
    }
}
