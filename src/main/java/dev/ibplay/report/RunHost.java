package dev.ibplay.report;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.journal.RunState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A host of a recorded run.
 *
 * @param status as {@link dev.ibplay.journal.HostStatus} says it; of a run without an end what its steps tell: in-doubt,
 *     under way, changed, failed or not begun
 * @param changes what the plan found different, whatever became of it
 * @param left what was found different at the end
 */
record RunHost(
        String name,
        String status,
        List<String> messages,
        List<RunLines.Line> changes,
        Set<RunLines.Key> left,
        List<RecordedStep> steps) {
    /** Failures first, then what waits, then the others; each in the order of the run. */
    static List<RunHost> of(RecordedRun run) {
        RunLines planned =
                RunLines.of(run.plan().map(JournalEvent.Planned::differences).orElse(List.of()));
        RunLines remaining =
                RunLines.of(run.compared().map(JournalEvent.Compared::remaining).orElse(List.of()));
        Map<String, List<RecordedStep>> steps = new LinkedHashMap<>();
        run.steps()
                .forEach(step -> steps.computeIfAbsent(step.planned().host(), h -> new ArrayList<>())
                        .add(step));
        Map<String, JournalEvent.HostEnded> ends = new LinkedHashMap<>();
        run.hostEnds().forEach(end -> ends.put(end.host(), end));
        Map<String, List<String>> failures = new LinkedHashMap<>();
        run.failures()
                .forEach(f -> failures.computeIfAbsent(f.host(), h -> new ArrayList<>())
                        .add(f.code() + ": " + f.message()));
        Set<String> names = new LinkedHashSet<>(run.hosts());
        names.addAll(ends.keySet());
        names.addAll(steps.keySet());
        List<RunHost> hosts = new ArrayList<>();
        for (String name : names) {
            List<RecordedStep> own = steps.getOrDefault(name, List.of());
            JournalEvent.HostEnded end = ends.get(name);
            hosts.add(new RunHost(
                    name,
                    end != null ? end.status() : soFar(run, own, failures.containsKey(name)),
                    end != null ? end.messages() : failures.getOrDefault(name, List.of()),
                    planned.of(name).isEmpty() ? remaining.of(name) : planned.of(name),
                    remaining.of(name).stream().map(RunLines.Line::key).collect(Collectors.toSet()),
                    own));
        }
        hosts.sort(Comparator.comparingInt(RunHost::rank));
        return hosts;
    }

    private static String soFar(RecordedRun run, List<RecordedStep> steps, boolean hasFailed) {
        boolean isOpen = steps.stream().anyMatch(RecordedStep::isOpen);
        if (isOpen) {
            return run.state() instanceof RunState.Running ? "under way" : "in-doubt";
        }
        if (hasFailed || steps.stream().anyMatch(step -> step.result().equals("failed"))) {
            return "failed";
        }
        return steps.stream().anyMatch(RecordedStep::isChanged) ? "changed" : "not begun";
    }

    private int rank() {
        return switch (look()) {
            case "bad" -> 0;
            case "wait" -> 1;
            case "done" -> 2;
            default -> 3;
        };
    }

    boolean isBad() {
        return look().equals("bad");
    }

    /** The class that it is drawn with. */
    String look() {
        return look(status);
    }

    static String look(String status) {
        return switch (status) {
            case "failed", "unreachable", "reverted", "unverified", "in-doubt" -> "bad";
            case "held", "unsupported", "skipped", "not begun", "under way" -> "wait";
            case "changed" -> "done";
            default -> "good";
        };
    }

    /** All its steps together. */
    Duration took() {
        return steps.stream().flatMap(step -> step.took().stream()).reduce(Duration.ZERO, Duration::plus);
    }
}
