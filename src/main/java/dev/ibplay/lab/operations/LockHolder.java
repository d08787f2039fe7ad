package dev.ibplay.lab.operations;

import dev.ibplay.exec.Operation.TakeLock;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.util.Locale;

/**
 * What a lock's file says.
 *
 * @param since seconds after boot
 */
record LockHolder(String run, String owner, Identity process, long since) {
    static LockHolder read(String text) {
        Identity process = new Identity(number(text, "pid"), number(text, "start"), line(text, "boot"));
        return new LockHolder(line(text, "run"), line(text, "owner"), process, number(text, "since"));
    }

    private static String line(String text, String key) {
        return text.lines()
                .filter(line -> line.startsWith(key + " "))
                .findFirst()
                .map(line -> line.substring(key.length() + 1))
                .orElse("");
    }

    /** The whole number that the value begins with, as strtol(3) has it; 0 when there is none. */
    private static long number(String text, String key) {
        return GuardFolder.leadingNumber(line(text, key));
    }

    static String compose(Machine machine, SimulatedProcess own, TakeLock lock) {
        long now = GuardFolder.uptimeHundredths(machine);
        return String.format(
                Locale.ROOT,
                "run %s\nowner %s\npid %d\nstart %d\nboot %s\nsince %d.%02d\n",
                lock.run(),
                lock.owner(),
                own.pid(),
                own.startTicks(),
                machine.bootId(),
                now / 100,
                now % 100);
    }

    Outcome held(Machine machine) {
        return new Outcome.Held(run, owner, Math.max(0, GuardFolder.uptimeHundredths(machine) / 100 - since));
    }
}
