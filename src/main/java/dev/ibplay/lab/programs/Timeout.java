package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Processes;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * {@code timeout} ends a command, and all of its process group, when its time is over. GNU's tells that by a status of its own;
 * busybox's, which takes the command's place, by that of the signal.
 */
final class Timeout {
    private static final int FAILED = 125;
    private static final int TIMED_OUT = 124;
    private static final int KILL = 9;
    private static final int SIGNALLED = 128;

    /** Seconds of busybox before 1.30 where nothing is said. */
    private static final String USUAL_LIMIT = "10";

    private static final Map<String, Integer> SIGNALS =
            Map.of("HUP", 1, "INT", 2, "QUIT", 3, "KILL", KILL, "USR1", 10, "USR2", 12, "TERM", 15);

    private final ToolCall call;
    private final SimulatedProcess own;
    private final boolean tellsSignal;
    private volatile int sent;

    private Timeout(ToolCall call, boolean tellsSignal) {
        this.call = call;
        this.tellsSignal = tellsSignal;
        own = call.invocation().process();
    }

    static int timeout(ToolCall call) throws ToolFailure, InterruptedException {
        Options options;
        try {
            options = Options.of(
                    call.arguments(),
                    "+k:s:v",
                    Map.of("kill-after", 'k', "signal", 's', "foreground", 'f', "preserve-status", 'p'));
        } catch (ToolFailure wrong) {
            throw new ToolFailure(FAILED, String.valueOf(wrong.getMessage()));
        }
        List<String> words = options.operands();
        if (words.size() < 2) {
            throw new ToolFailure(FAILED, "missing operand");
        }
        return new Timeout(call, false).run(options, words);
    }

    /** Busybox before 1.30: {@code timeout [-t SECS] [-s SIG] PROG ARGS}. */
    static int busybox(ToolCall call) throws ToolFailure, InterruptedException {
        Options options = Options.of(call.arguments(), "+t:s:");
        List<String> words = new ArrayList<>(options.atLeast(1));
        words.addFirst(options.argument('t').orElse(USUAL_LIMIT));
        return new Timeout(call, true).run(options, words);
    }

    /** Busybox since 1.30: {@code timeout [-s SIG] SECS PROG ARGS}; -k came later. */
    static int newBusybox(ToolCall call) throws ToolFailure, InterruptedException {
        Options options = Options.of(call.arguments(), "+s:");
        return new Timeout(call, true).run(options, options.atLeast(2));
    }

    private int run(Options options, List<String> words) throws ToolFailure, InterruptedException {
        Duration limit = Times.duration(words.getFirst(), FAILED);
        int signal = signal(options.argument('s').orElse("TERM"));
        Optional<String> grace = options.argument('k');
        Duration killAfter = grace.isPresent() ? Times.duration(grace.get(), FAILED) : Duration.ZERO;
        List<String> command =
                words.subList(1, words.size()).stream().map(ByteText::unicode).toList();
        own.newGroup();
        SimulatedProcess child = start(new Launch(call.invocation(), command));
        own.onSignal(number -> call.invocation().machine().processes().signal(child.pid(), number));
        LabClock clock = call.invocation().machine().clock();
        LabClock.Timer end = clock.after(limit, () -> {
            if (child.isAlive()) {
                if (grace.isPresent()) {
                    clock.after(killAfter, () -> end(child, KILL));
                }
                end(child, signal);
            }
        });
        try {
            int status = Processes.status(child.ended().get());
            if (sent == 0) {
                return status;
            }
            return tellsSignal || sent == KILL ? SIGNALLED + sent : TIMED_OUT;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            end.cancel();
        }
    }

    private static int signal(String name) throws ToolFailure {
        String bare = name.startsWith("SIG") ? name.substring(3) : name;
        if (bare.matches("[0-9]{1,2}")) {
            return Integer.parseInt(bare);
        }
        return Optional.ofNullable(SIGNALS.get(bare))
                .orElseThrow(() -> new ToolFailure(FAILED, "'" + name + "': invalid signal"));
    }

    private SimulatedProcess start(Launch launch) throws ToolFailure {
        Program program;
        try {
            program = launch.program();
        } catch (Errno error) {
            throw new ToolFailure(
                    Launch.statusOf(error),
                    "failed to run command '" + ByteText.bytes(launch.words().getFirst()) + "': " + error.text());
        }
        SimulatedProcess child = launch.child(call.uid());
        Invocation inner = launch.in(child);
        call.invocation().machine().processes().run(child, () -> program.run(inner));
        return child;
    }

    /** The command and what it has started in the same group. */
    private void end(SimulatedProcess child, int signal) {
        if (!child.isAlive()) {
            return;
        }
        sent = signal;
        Processes processes = call.invocation().machine().processes();
        processes.all().stream()
                .filter(process -> process.group() == own.pid() && process.pid() != own.pid())
                .forEach(process -> processes.signal(process.pid(), signal));
    }
}
