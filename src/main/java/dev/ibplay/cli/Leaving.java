package dev.ibplay.cli;

import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.plan.Step;
import dev.ibplay.report.FoldedNames;
import dev.ibplay.source.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Says what an interrupt does to a run, and what is left where it is not waited for. */
final class Leaving implements Interruption.Listener {
    private static final int MOST_NAMES = 10;

    private final Console console;
    private final RunRecorder recorder;
    private final Supplier<List<HostRecord>> hosts;
    private final UnderWay underWay;
    private final Optional<String> run;

    /**
     * Tells of one run.
     *
     * @param hosts what has become of them so far
     * @param run its name, where it is recorded
     */
    Leaving(
            Console console,
            RunRecorder recorder,
            Supplier<List<HostRecord>> hosts,
            UnderWay underWay,
            Optional<String> run) {
        this.console = console;
        this.recorder = recorder;
        this.hosts = hosts;
        this.underWay = underWay;
        this.run = run;
    }

    @Override
    public void stopping(String signal) {
        console.say("interrupted (%s): %s; Ctrl-C again leaves at once".formatted(signal, whatIsFinished()));
        recorder.on(new RunEvent.Interrupted(signal, false));
    }

    private String whatIsFinished() {
        Map<String, Step> steps = underWay.steps();
        List<RunEvent.CommandBegan> commands = underWay.commands();
        List<String> parts = new ArrayList<>();
        if (!steps.isEmpty()) {
            parts.add("finishing %s on %s"
                    .formatted(count(steps.size(), "step"), FoldedNames.of(steps.keySet(), MOST_NAMES)));
        }
        long waiting = commands.stream().filter(c -> c.when().equals("before")).count();
        if (waiting > 0) {
            parts.add("ending %s of before".formatted(count(waiting, "command")));
        }
        if (commands.size() > waiting) {
            parts.add("finishing %s of after".formatted(count(commands.size() - waiting, "command")));
        }
        return parts.isEmpty()
                ? "nothing further is begun"
                : String.join(", ", parts) + ", then nothing further is begun";
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    @Override
    public void leaving(String signal) {
        console.stopDrawing();
        recorder.on(new RunEvent.Interrupted(signal, true));
        Map<String, Step> steps = underWay.steps();
        List<RunEvent.CommandBegan> commands = underWay.commands();
        console.say("interrupted again (%s): left at once".formatted(signal));
        steps.forEach((host, step) -> console.say("  " + host + ": " + left(step)));
        commands.forEach(command -> console.say("  %s: `%s` on %s ends with its connection, if the host ends it"
                .formatted(command.host(), command.what(), command.on())));
        if (steps.isEmpty() && commands.isEmpty()) {
            console.say("  no step was under way");
        }
        run.ifPresent(name ->
                console.say("  \"ibplay runs show %s\" tells what was done; ibplay check looks at the hosts again"
                        .formatted(name)));
        recorder.left(
                hosts.get().stream().map(host -> left(host, steps)).toList(),
                ExitCode.INTERRUPTED.number(),
                0,
                "interrupted twice, and left at once");
    }

    private static String left(Step step) {
        return switch (step) {
            case Step.Guarded guarded ->
                "in doubt: %s; unless it was confirmed, its guard %s takes it back within %s"
                        .formatted(guarded.what(), guarded.guard(), Durations.text(guarded.window()));
            case Step.Act act ->
                "in doubt: %s; nobody saw it end, so the old or the new value holds".formatted(act.what());
            case Step.Await await -> "not waited for any more: " + await.what();
        };
    }

    /** Nobody will look at what was changed, and what is under way may end either way. */
    private static HostRecord left(HostRecord host, Map<String, Step> steps) {
        boolean inDoubt = steps.containsKey(host.host());
        HostStatus status = inDoubt || host.status() == HostStatus.CHANGED
                ? host.status().or(HostStatus.UNVERIFIED)
                : host.status();
        return new HostRecord(host.host(), status, host.messages(), host.connections(), host.roundTrips());
    }
}
