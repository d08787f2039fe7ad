package dev.ibplay.lab.operations;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.util.Optional;

/** Lists processes and sends them signals (native/src/process.c). */
record ProcessTable(Machine machine, SimulatedProcess own) {
    private static final int TICKS_PER_SECOND = 100;

    Outcome list(Operation.ListProcesses operation) {
        return new Outcome.ProcessesFound(machine.processes().all().stream()
                .filter(process -> operation.names().contains(process.comm()))
                .map(this::entry)
                .toList());
    }

    private Outcome.ProcessEntry entry(SimulatedProcess process) {
        return new Outcome.ProcessEntry(
                process.pid(),
                process.comm(),
                process.arguments(),
                process.startTicks(),
                machine.bootedAtSeconds() + process.startTicks() / TICKS_PER_SECOND);
    }

    Outcome signal(Operation.SendSignal operation) {
        int number = operation.signal().number();
        String what = "signal " + number + " to process " + operation.pid();
        if (operation.pid() < 1) {
            return NotDone.failure("EINVAL", what);
        }
        Optional<SimulatedProcess> process = machine.processes().find(operation.pid());
        if (process.isEmpty()) {
            return new Outcome.Moved("no such process");
        }
        if (process.get().startTicks() != operation.startTicks()) {
            return new Outcome.Moved("another process has this number now");
        }
        if (own.uid() != 0 && own.uid() != process.get().uid()) {
            return NotDone.failure("EPERM", what);
        }
        machine.processes().signal(operation.pid(), number);
        return new Outcome.Done();
    }
}
