package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import dev.ibplay.transport.WaitingThreads;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The guard's process, which alone decides what becomes of the change (native/src/guard.c). It looks around a tenth of a
 * second after something happened in its folder, and when its time is over; it has a thread only meanwhile.
 */
final class Guard {
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final long NANOS_PER_HUNDREDTH = 10_000_000;

    private final Machine machine;
    private final GuardFolder folder;
    private final Stage stage;
    private final List<Operation> undo;
    private final SimulatedProcess process;
    private final Operations operations;
    private final Timers timers = new Timers();
    private long deadline;

    /** What wakes it up. */
    private final class Timers {
        private Optional<LabClock.Timer> due = Optional.empty();
        private boolean looksSoon;
        private Runnable unwatch = () -> {};

        synchronized void watch() {
            unwatch = machine.disk().watch(folder.path(), this::changed);
        }

        synchronized void changed() {
            if (!looksSoon && process.isAlive()) {
                looksSoon = true;
                machine.clock().after(LOOK, this::look);
            }
        }

        private void look() {
            synchronized (this) {
                looksSoon = false;
            }
            wake();
        }

        synchronized void wakeAt(long hundredths) {
            due.ifPresent(LabClock.Timer::cancel);
            long nanos = hundredths * NANOS_PER_HUNDREDTH - machine.uptimeNanos();
            due = Optional.of(machine.clock().after(Duration.ofNanos(Math.max(0, nanos)), Guard.this::wake));
        }

        synchronized void stop() {
            due.ifPresent(LabClock.Timer::cancel);
            unwatch.run();
        }
    }

    private Guard(Machine machine, GuardFolder folder, Stage stage, List<Operation> undo, Child child) {
        this.machine = machine;
        this.folder = folder;
        this.stage = stage;
        this.undo = undo;
        this.process = child.process();
        this.operations = new Operations(machine, process, child.environment());
    }

    private record Child(SimulatedProcess process, Map<String, String> environment) {}

    /** Arms one: all that can fail is done before its process waits. */
    static Outcome arm(
            Machine machine, SimulatedProcess session, Map<String, String> environment, Operation.ArmGuard arm) {
        GuardFolder folder = new GuardFolder(machine, arm.folder());
        try {
            folder.make();
        } catch (Errno error) {
            return NotDone.failure(error.name(), "create " + arm.folder());
        }
        try {
            armIn(machine, folder, session, environment, arm);
            return new Outcome.Done();
        } catch (NotDone end) {
            folder.remove();
            return end.outcome();
        }
    }

    private static void armIn(
            Machine machine,
            GuardFolder folder,
            SimulatedProcess session,
            Map<String, String> environment,
            Operation.ArmGuard arm)
            throws NotDone {
        try {
            folder.write("record", arm.record());
            StringBuilder lines = new StringBuilder();
            arm.undo().forEach(o -> lines.append(Telling.operation(o)).append('\n'));
            folder.write("undo", Bytes.ofUtf8(lines.toString()));
        } catch (Errno error) {
            throw NotDone.failed(error, "write in " + folder.path());
        }
        Stage stage = Stage.of(machine.disk(), arm.commit());
        SimulatedProcess process = machine.processes().start(1, session.uid(), session.arguments());
        process.newSession();
        process.controlGroup("/");
        process.onSignal(deaf -> {});
        Guard guard = new Guard(machine, folder, stage, arm.undo(), new Child(process, environment));
        try {
            guard.begin(arm.window());
        } catch (Errno error) {
            machine.processes().end(process.pid(), 1);
            stage.unstage();
            throw NotDone.failed(error, "write in " + folder.path());
        }
    }

    private void begin(Duration window) throws Errno {
        folder.writeProcess(Identity.of(machine, process));
        deadline = GuardFolder.uptimeHundredths(machine) + hundredths(window);
        folder.writeDeadline(deadline);
        // The last that can fail: from here on the guard waits.
        folder.writeState("armed");
        timers.watch();
        timers.wakeAt(deadline);
        process.onEnd(end -> timers.stop());
    }

    /** Rounded up, and at least a millisecond, as the frame carries it. */
    static long hundredths(Duration window) {
        return (Math.max(1, window.toMillis()) + 9) / 10;
    }

    private void wake() {
        if (process.isAlive()) {
            WaitingThreads.builder().name("guard-" + process.pid()).start(() -> {
                process.enter(Thread.currentThread());
                try {
                    lookAround();
                } catch (InterruptedException killed) {
                    Thread.currentThread().interrupt();
                } finally {
                    process.leave(Thread.currentThread());
                }
            });
        }
    }

    private synchronized void lookAround() throws InterruptedException {
        if (!process.isAlive()) {
            return;
        }
        deadline = folder.deadline().orElse(deadline);
        if (folder.has("fire")) {
            undo("it was asked to", true);
        } else if (folder.has("confirm")) {
            confirm();
        } else if (GuardFolder.uptimeHundredths(machine) >= deadline) {
            fireUnlessRenewed();
        } else {
            timers.wakeAt(deadline);
        }
    }

    /**
     * A session that renews writes the new deadline and then reads the state. Here the state is written first and the
     * deadline read again: so one of them sees the other.
     */
    private void fireUnlessRenewed() throws InterruptedException {
        folder.tryState("undoing");
        long renewed = folder.deadline().orElse(deadline);
        if (renewed <= deadline) {
            undo("it was not confirmed in time", true);
        } else {
            deadline = renewed;
            folder.tryState("armed");
            timers.wakeAt(deadline);
        }
    }

    private void confirm() throws InterruptedException {
        Optional<String> obstacle = stage.obstacle();
        if (obstacle.isPresent()) {
            undo(obstacle.get(), true);
            return;
        }
        try {
            folder.writeState("confirming");
        } catch (Errno error) {
            undo("the folder cannot be written: " + error.text(), true);
            return;
        }
        Stage.Naming naming = stage.name(folder);
        if (naming.obstacle().isPresent()) {
            undo(naming.obstacle().get(), naming.whole());
            return;
        }
        folder.log("confirmed");
        end("confirmed");
    }

    /** Whatever cannot be written down, the undo is carried out. */
    private void undo(String reason, boolean wholeSoFar) throws InterruptedException {
        boolean whole = wholeSoFar;
        folder.tryReason(reason);
        folder.tryState("undoing");
        folder.log("undo: " + reason);
        for (Operation operation : undo) {
            Outcome outcome = operations.perform(operation);
            folder.log(Telling.operation(operation) + ": " + Telling.outcome(outcome));
            whole &= Successes.is(outcome);
        }
        stage.unstage();
        end(whole ? "undone" : "failed");
    }

    private void end(String state) {
        folder.tryState(state);
        machine.processes().end(process.pid(), 0);
    }
}
