package dev.ibplay.report;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.journal.RunState;
import dev.ibplay.plan.Effect;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One recorded run for people. */
public final class RecordedRunText {
    private RecordedRunText() {}

    /**
     * All that is known of a run.
     *
     * @param diffs whether texts of files are shown as unified diffs
     */
    public static String of(RecordedRun run, ZoneId zone, boolean diffs) {
        var text = new StringBuilder("run " + run.name() + ": " + RunStateText.of(run) + "\n");
        run.began().ifPresent(began -> began(text, run, began, zone));
        run.damage()
                .forEach(damage ->
                        text.append("  damaged journal: ").append(damage).append('\n'));
        run.plan().ifPresent(plan -> differences(text, plan));
        steps(text, run, diffs);
        failures(text, run);
        if (!(run.state() instanceof RunState.Finished)) {
            progress(text, run);
        }
        hosts(text, run);
        return text.toString();
    }

    private static void began(StringBuilder text, RecordedRun run, JournalEvent.RunBegan began, ZoneId zone) {
        JournalEvent.Controller controller = began.controller();
        text.append("  by %s on %s (process %d), ibplay %s\n"
                .formatted(controller.user(), controller.host(), controller.pid(), began.version()));
        run.beganAt()
                .ifPresent(at -> text.append("  began ")
                        .append(RunsText.time(at, zone))
                        .append(' ')
                        .append(zone));
        RunsText.duration(run)
                .ifPresent(time ->
                        text.append(", took ").append(RunsText.words(time)).append('\n'));
        text.append("  in ").append(began.invocation().directory()).append(": ibplay ");
        text.append(String.join(" ", began.invocation().commandLine())).append('\n');
        began.invocation()
                .undoes()
                .ifPresent(undone -> text.append("  undoes run ").append(undone).append('\n'));
        began.invocation()
                .resumes()
                .ifPresent(earlier ->
                        text.append("  goes on with run ").append(earlier).append('\n'));
        text.append("  hosts: ").append(String.join(", ", began.hosts())).append('\n');
    }

    private static void differences(StringBuilder text, JournalEvent.Planned plan) {
        text.append(
                plan.differences().isEmpty()
                        ? "\nNo difference was found where it could be looked for.\n"
                        : "\nDifferences\n");
        plan.differences()
                .forEach(d -> text.append("  %s  %s: %s %s %s -> %s   (%s)\n"
                        .formatted(
                                d.host(),
                                d.resource(),
                                d.attribute(),
                                d.level(),
                                d.observed(),
                                d.desired(),
                                d.askedBy())));
        plan.refusals().forEach(why -> text.append("  refused: ").append(why).append('\n'));
    }

    private static void steps(StringBuilder text, RecordedRun run, boolean diffs) {
        if (run.steps().isEmpty()) {
            return;
        }
        text.append("\nSteps\n");
        for (RecordedStep step : run.steps()) {
            text.append("%3d. %s: %s: %s\n"
                    .formatted(
                            step.planned().number(),
                            step.planned().host(),
                            step.planned().what(),
                            result(run, step)));
            for (Effect effect : step.planned().effects()) {
                text.append("       ").append(EffectText.of(effect)).append('\n');
                if (diffs) {
                    text.append(EffectText.diff(step.planned().host(), effect));
                }
            }
        }
    }

    static String result(RecordedRun run, RecordedStep step) {
        String because = step.because().isEmpty() ? "" : ": " + step.because();
        if (step.began().isEmpty()) {
            return run.state() instanceof RunState.Running ? "not begun yet" : "not begun";
        }
        if (step.isOpen()) {
            return (run.inDoubt().contains(step) ? "in doubt" : "under way") + because;
        }
        return step.result() + because;
    }

    private static void failures(StringBuilder text, RecordedRun run) {
        if (!run.failures().isEmpty()) {
            text.append("\nFailures\n");
            run.failures()
                    .forEach(f -> text.append(
                            "  %s%s: %s\n".formatted(f.host().isEmpty() ? "" : f.host() + " ", f.code(), f.message())));
        }
    }

    /** For each host with steps: what is done, in doubt, and not begun. */
    private static void progress(StringBuilder text, RecordedRun run) {
        Map<String, List<RecordedStep>> byHost = run.steps().stream()
                .collect(Collectors.groupingBy(step -> step.planned().host(), LinkedHashMap::new, Collectors.toList()));
        boolean killed = run.state() instanceof RunState.Killed;
        text.append(killed ? "\nState when it was killed\n" : "\nState so far\n");
        if (byHost.isEmpty()) {
            text.append("  No step had been planned: nothing was changed.\n");
        }
        byHost.forEach((host, steps) -> {
            String states = steps.stream()
                    .collect(Collectors.groupingBy(step -> state(run, step), LinkedHashMap::new, Collectors.toList()))
                    .entrySet()
                    .stream()
                    .map(e -> e.getKey() + " " + numbers(e.getValue()))
                    .collect(Collectors.joining("; "));
            text.append("  ").append(host).append(": ").append(states).append('\n');
        });
        if (!run.inDoubt().isEmpty()) {
            text.append("  A step in doubt was begun, and nobody saw it end: the old or the new value holds. "
                    + "ibplay check tells which.\n");
        }
    }

    private static String state(RecordedRun run, RecordedStep step) {
        if (step.began().isEmpty()) {
            return "not begun";
        }
        if (step.isOpen()) {
            return run.inDoubt().contains(step) ? "in doubt" : "under way";
        }
        return switch (step.result()) {
            case "failed", "interrupted" -> step.result();
            default -> "done";
        };
    }

    private static String numbers(List<RecordedStep> steps) {
        return steps.stream()
                .map(step -> Integer.toString(step.planned().number()))
                .collect(Collectors.joining(", "));
    }

    private static void hosts(StringBuilder text, RecordedRun run) {
        if (run.hostEnds().isEmpty()) {
            return;
        }
        text.append("\nHosts\n");
        run.hostEnds()
                .forEach(h -> text.append("  ")
                        .append(h.host())
                        .append("  ")
                        .append(h.status())
                        .append(h.messages().isEmpty() ? "" : ": " + String.join("; ", h.messages()))
                        .append('\n'));
        run.end()
                .filter(end -> !end.stopped().isEmpty())
                .ifPresent(
                        end -> text.append("  stopped: ").append(end.stopped()).append('\n'));
    }
}
