package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens in a run into its journal, ahead of it. Each method says whether the event is durable; after the first
 * that is not, none is, and what would be done next must not be begun. Safe for use by several threads.
 */
public final class RunRecorder {
    private final RunJournal journal;
    private final IdentityHashMap<Step, Integer> numbers = new IdentityHashMap<>();
    private final Map<String, Integer> numbersByName = new HashMap<>();
    private final Map<String, Step> underWay = Collections.synchronizedMap(new HashMap<>());
    private volatile @Nullable String failure;

    public RunRecorder(RunJournal journal) {
        this.journal = journal;
    }

    /** For runs that change nothing and are not recorded. */
    public static RunRecorder none() {
        return new RunRecorder(event -> {});
    }

    /** For a run whose journal could not be begun. */
    public static RunRecorder failed(String because) {
        RunRecorder recorder = none();
        recorder.failure = because;
        return recorder;
    }

    /** Why the journal cannot be written any more. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** The event that comes first. */
    public boolean began(JournalEvent.RunBegan event) {
        return write(event);
    }

    /** The same, and the plays behind it. */
    public boolean began(JournalEvent.RunBegan event, JournalEvent.Plays plays) {
        return write(List.of(event, plays));
    }

    /** The plan that may now be carried out; before any of its steps. */
    public synchronized boolean planned(Plan plan) {
        List<PlannedStep> steps = new ArrayList<>();
        plan.shrinking().forEach(host -> number(host, steps));
        plan.fabric().forEach(step -> number(OptionalInt.empty(), step, steps));
        plan.growing().forEach(host -> number(host, steps));
        return write(new JournalEvent.Planned(
                plan.differences().stream().map(RecordedDifference::of).toList(),
                steps,
                plan.diagnostics().stream()
                        .filter(d -> d.severity() == Severity.ERROR)
                        .map(d -> d.code().id() + ": " + d.message())
                        .toList()));
    }

    /** Fabrics as a look at them has found them; {@code when} as in {@link JournalEvent.FabricsSeen}. */
    public boolean saw(String when, List<FabricFacts> fabrics) {
        return fabrics.isEmpty()
                || write(new JournalEvent.FabricsSeen(
                        when, fabrics.stream().map(RecordedFabric::of).toList()));
    }

    private void number(HostSteps host, List<PlannedStep> steps) {
        host.steps().forEach(step -> number(OptionalInt.of(host.play()), step, steps));
    }

    private void number(OptionalInt play, Step step, List<PlannedStep> steps) {
        int number = steps.size() + 1;
        numbers.put(step, number);
        numbersByName.put(name(step), number);
        steps.add(PlannedStep.of(number, play, step));
    }

    /** What happens, or is about to. */
    public boolean on(RunEvent event) {
        return switch (event) {
            case RunEvent.PhaseBegan phase -> write(new JournalEvent.PhaseBegan(phase.phase(), phase.hosts()));
            case RunEvent.StepBegan begun -> {
                underWay.put(begun.host(), begun.step());
                yield write(new JournalEvent.StepBegan(number(begun.step()), begun.host(), begun.what()));
            }
            case RunEvent.StepEnded ended -> {
                underWay.remove(ended.host());
                yield write(stepEnded(ended.step(), ended.result(), ended.because()));
            }
            case RunEvent.BatchBegan batch ->
                write(new JournalEvent.BatchBegan(batch.play(), batch.number(), batch.of(), batch.hosts()));
            case RunEvent.BatchEnded batch ->
                write(new JournalEvent.BatchEnded(batch.play(), batch.number(), batch.of(), batch.failed()));
            case RunEvent.HostVerified verified -> write(new JournalEvent.HostVerified(verified.host()));
            case RunEvent.CommandBegan command ->
                write(new JournalEvent.CommandBegan(command.host(), command.when(), command.on(), command.what()));
            case RunEvent.CommandEnded command ->
                write(new JournalEvent.CommandEnded(
                        command.host(),
                        command.when(),
                        command.on(),
                        command.what(),
                        command.result(),
                        command.said()));
            case RunEvent.Interrupted interrupted ->
                write(new JournalEvent.Interrupted(interrupted.signal(), interrupted.again()));
            case RunEvent.HostFailed failed -> hostFailed(failed.diagnostic());
            // Only for those who look on: what a host's reading has told is in the plan.
            case RunEvent.HostBegan ignored -> true;
            case RunEvent.HostDone ignored -> true;
            case RunEvent.Stopped stopped -> write(new JournalEvent.Stopped(stopped.because()));
        };
    }

    /** A host that is lost while a step is under way leaves that step in doubt. */
    private boolean hostFailed(Diagnostic diagnostic) {
        String host = diagnostic.location() instanceof Location.OnHost place ? place.host() : "";
        Step step = underWay.remove(host);
        if (step != null) {
            write(stepEnded(step, JournalEvent.StepEnded.IN_DOUBT, diagnostic.message()));
        }
        return write(new JournalEvent.HostFailed(host, diagnostic.code().id(), diagnostic.message()));
    }

    private JournalEvent.StepEnded stepEnded(Step step, String result, String because) {
        return new JournalEvent.StepEnded(number(step), step.host(), step.what(), result, because);
    }

    /** How it ended. */
    public boolean ended(RunRecord record, int exitCode) {
        List<JournalEvent> events = new ArrayList<>();
        events.add(new JournalEvent.Compared(
                record.remaining().stream().map(RecordedDifference::of).toList(),
                record.held().stream().map(RecordedHeld::of).toList(),
                Stream.concat(record.plan().diagnostics().stream(), record.diagnostics().stream())
                        .map(RecordedFinding::of)
                        .distinct()
                        .toList()));
        events.addAll(ends(record.hosts(), exitCode, record.remaining().size(), record.stopped()));
        return write(events);
    }

    /** The run is left while steps are under way: they stay in doubt, and nothing is written any more. */
    public boolean left(List<HostRecord> hosts, int exitCode, int remaining, String because) {
        boolean written = write(ends(hosts, exitCode, remaining, because));
        failure = "the run was left";
        return written;
    }

    private static List<JournalEvent> ends(List<HostRecord> hosts, int exitCode, int remaining, String stopped) {
        Map<String, Integer> recap = new TreeMap<>();
        List<JournalEvent> events = new ArrayList<>();
        for (HostRecord host : hosts) {
            recap.merge(host.status().word(), 1, Integer::sum);
            events.add(new JournalEvent.HostEnded(host.host(), host.status().word(), host.messages()));
        }
        events.add(new JournalEvent.RunEnded(exitCode, recap, remaining, stopped));
        return events;
    }

    private synchronized int number(Step step) {
        Integer number = numbers.get(step);
        return number != null ? number : numbersByName.getOrDefault(name(step), 0);
    }

    private static String name(Step step) {
        return step.host() + "\n" + step.what();
    }

    private boolean write(JournalEvent event) {
        return write(List.of(event));
    }

    private boolean write(List<JournalEvent> events) {
        if (failure != null) {
            return false;
        }
        try {
            journal.record(events);
            return true;
        } catch (IOException broken) {
            failure = String.valueOf(broken.getMessage());
            return false;
        }
    }
}
