package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Runs programs without a shell (native/src/command.c). */
final class Commands {
    private static final String MORE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final int TERM = 15;
    private static final int KILL = 9;

    private final Machine machine;
    private final SimulatedProcess own;
    private final Map<String, String> environment;
    private final AtomicReference<Optional<SimulatedProcess>> running = new AtomicReference<>(Optional.empty());
    private volatile boolean cancelled;

    Commands(Machine machine, SimulatedProcess own, Map<String, String> environment) {
        this.machine = machine;
        this.own = own;
        this.environment = completed(environment);
    }

    /** A login over SSH often has no sbin folders in its path. */
    private static Map<String, String> completed(Map<String, String> environment) {
        Map<String, String> all = new HashMap<>(environment);
        String path = environment.getOrDefault("PATH", "");
        all.put("PATH", path.isEmpty() ? MORE_PATH : path + ":" + MORE_PATH);
        all.put("LC_ALL", "C");
        all.remove("LANGUAGE");
        return all;
    }

    /** The command that runs is asked to end, and killed a second later. */
    void cancel() {
        cancelled = true;
        running.get().ifPresent(this::stop);
    }

    private void stop(SimulatedProcess process) {
        machine.processes().signalGroup(process.pid(), TERM);
        machine.clock().after(GRACE, () -> machine.processes().signalGroup(process.pid(), KILL));
    }

    Outcome run(RunCommand command) throws InterruptedException {
        String name = command.arguments().getFirst();
        Program program;
        try {
            program = machine.load(locate(name));
        } catch (Errno error) {
            return NotDone.failure(error.name(), name);
        }
        SimulatedProcess process = machine.processes().start(own.pid(), own.uid(), command.arguments());
        process.newGroup();
        return follow(command, process, program);
    }

    /** ENOENT, unless a folder of PATH has a file of that name which may not be run. */
    private String locate(String name) throws Errno {
        Optional<String> found = machine.find(name, environment.getOrDefault("PATH", MORE_PATH));
        if (found.isPresent()) {
            return found.get();
        }
        if (name.contains("/")) {
            machine.load(name);
        }
        for (String folder : environment.getOrDefault("PATH", MORE_PATH).split(":", -1)) {
            if (!name.isEmpty() && machine.disk().exists(folder + "/" + name)) {
                throw new Errno("EACCES", name);
            }
        }
        throw new Errno("ENOENT", name);
    }

    private Outcome follow(RunCommand command, SimulatedProcess process, Program program) throws InterruptedException {
        Runnable kill = () -> machine.processes().signalGroup(process.pid(), KILL);
        Capture output = new Capture(kill);
        Capture errors = new Capture(kill);
        Invocation call = new Invocation(
                machine,
                process,
                command.arguments(),
                environment,
                "/",
                new ByteArrayInputStream(command.stdin().toArray()),
                output,
                errors);
        AtomicBoolean late = new AtomicBoolean();
        running.set(Optional.of(process));
        if (cancelled) {
            stop(process);
        }
        machine.processes().run(process, () -> program.run(call));
        LabClock.Timer limit = machine.clock().after(command.timeLimit(), () -> {
            late.set(process.isAlive());
            kill.run();
        });
        try {
            CommandEnd end = process.ended().get();
            return outcome(late.get() ? new CommandEnd.TimedOut() : end, output, errors);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            limit.cancel();
            running.set(Optional.empty());
        }
    }

    private static Outcome outcome(CommandEnd end, Capture output, Capture errors) {
        if (output.isOver() || errors.isOver()) {
            return NotDone.failure("EFBIG", "more than " + Capture.LIMIT + " bytes of output");
        }
        Bytes said = output.end();
        return new Outcome.CommandEnded(end, said, errors.end());
    }
}
