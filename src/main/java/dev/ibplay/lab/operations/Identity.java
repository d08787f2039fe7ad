package dev.ibplay.lab.operations;

import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;

/** Which process it is, for good: numbers are used again, and again after a boot (native/src/identity.c). */
record Identity(long pid, long startTicks, String boot) {
    static Identity of(Machine machine, SimulatedProcess process) {
        return new Identity(process.pid(), process.startTicks(), machine.bootId());
    }

    boolean lives(Machine machine) {
        return boot.equals(machine.bootId())
                && pid > 0
                && pid <= Integer.MAX_VALUE
                && machine.processes()
                        .find((int) pid)
                        .filter(process -> process.startTicks() == startTicks)
                        .isPresent();
    }
}
