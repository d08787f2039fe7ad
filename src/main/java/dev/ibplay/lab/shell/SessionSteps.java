package dev.ibplay.lab.shell;

import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.machine.Step;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the programs that a session's shell starts, itself or by its subshells, and lets faults happen before them. */
final class SessionSteps {
    private final Machine machine;
    private final SimulatedProcess process;
    private final AtomicInteger count = new AtomicInteger();

    /** @param process of the session's shell */
    SessionSteps(Machine machine, SimulatedProcess process) {
        this.machine = machine;
        this.process = process;
    }

    void before(List<String> words) throws InterruptedException {
        RunCommand command = RunCommand.of(Duration.ZERO, words.toArray(String[]::new));
        machine.faults().before(new Step(machine, process, count.incrementAndGet(), command));
    }
}
