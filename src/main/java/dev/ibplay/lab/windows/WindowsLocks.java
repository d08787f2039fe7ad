package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Locks of runs: a file that its holder has open, and that is free when that process is gone. */
final class WindowsLocks {
    private static final int KILL = 9;
    private static final long NANOS = 1_000_000_000L;

    private final WindowsMachine host;
    private final Map<String, Lock> held = new HashMap<>();

    private record Lock(String run, String owner, long sinceNanos, SimulatedProcess process) {}

    WindowsLocks(WindowsMachine host) {
        this.host = host;
    }

    /** Another session of the same run takes a lock over. */
    synchronized void take(FarEndCall call, SimulatedProcess process, Said said) {
        String path = call.path(0).toLowerCase(Locale.ROOT);
        LabClock clock = host.machine().clock();
        Lock before = held.get(path);
        if (before != null && before.process().isAlive() && !before.process().equals(process)) {
            if (!before.run().equals(call.text(1))) {
                long seconds = (clock.nanos() - before.sinceNanos()) / NANOS;
                said.text("r held %s %d".formatted(before.run(), seconds), before.owner());
                return;
            }
            host.machine().processes().signal(before.process().pid(), KILL);
        }
        held.put(path, new Lock(call.text(1), call.text(2), clock.nanos(), process));
        said.good("r ok");
    }

    synchronized boolean isHeldBy(SimulatedProcess process) {
        return held.values().stream().anyMatch(lock -> lock.process().equals(process));
    }
}
