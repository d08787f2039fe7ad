package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation.TakeLock;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** The host's lock: a file that names its holder (native/src/lock.c, PROTOCOL.md "The lock"). */
final class HostLock {
    private static final int TRIES = 200;
    private static final Duration CLAIM_WAIT = Duration.ofMillis(10);
    private static final int MODE = 0600;

    private final Machine machine;
    private final Disk disk;
    private final SimulatedProcess own;
    private final Map<String, String> held = new LinkedHashMap<>();

    HostLock(Machine machine, SimulatedProcess own) {
        this.machine = machine;
        this.disk = machine.disk();
        this.own = own;
    }

    synchronized Outcome take(TakeLock lock) throws InterruptedException {
        String text = LockHolder.compose(machine, own, lock);
        String candidate = lock.path() + "." + own.pid();
        try {
            GuardFolder.makeParents(disk, lock.path());
            unlink(candidate);
            disk.create(candidate, Bytes.ofUtf8(text), MODE);
        } catch (Errno error) {
            unlink(candidate);
            return NotDone.failure(error.name(), "take the lock " + lock.path());
        }
        try {
            compete(lock, candidate);
        } catch (NotDone end) {
            return end.outcome();
        } finally {
            unlink(candidate);
        }
        held.put(lock.path(), text);
        return new Outcome.Done();
    }

    private void unlink(String path) {
        try {
            disk.unlink(path);
        } catch (Errno gone) {
            // as wanted
        }
    }

    private void compete(TakeLock lock, String candidate) throws NotDone, InterruptedException {
        for (int i = 0; i < TRIES; i++) {
            String step = "create " + lock.path();
            try {
                if (link(candidate, lock.path())) {
                    return;
                }
                step = "read " + lock.path();
                String judged = read(lock.path());
                LockHolder holder = LockHolder.read(judged);
                if (!holder.run().equals(lock.run()) && holder.process().lives(machine)) {
                    throw new NotDone(holder.held(machine));
                }
                step = "take over " + lock.path();
                if (takeOver(lock.path(), judged, holder.process(), candidate)) {
                    return;
                }
            } catch (Errno error) {
                if (!error.name().equals("ENOENT")) {
                    throw NotDone.failed(error, step);
                }
            }
        }
        throw NotDone.failed("EAGAIN", lock.path() + " changes hands all the time");
    }

    private boolean link(String from, String to) throws Errno {
        try {
            disk.link(from, to);
            return true;
        } catch (Errno error) {
            if (error.name().equals("EEXIST")) {
                return false;
            }
            throw error;
        }
    }

    private String read(String path) throws Errno {
        return disk.read(path).lossyText().stripTrailing();
    }

    private static String claim(String path, Identity holder) {
        return path + "." + holder.pid() + "-" + holder.startTicks();
    }

    /** Only who holds the claim on a lock replaces or removes it. False when it must be looked at again. */
    private boolean takeOver(String path, String judged, Identity holder, String candidate)
            throws Errno, InterruptedException {
        String claim = claim(path, holder);
        if (!link(candidate, claim)) {
            waitFor(claim);
            return false;
        }
        try {
            if (!read(path).equals(judged)) {
                return false;
            }
            disk.rename(candidate, path);
            return true;
        } finally {
            unlink(claim);
        }
    }

    /** Another one has the claim, for a moment, or was killed meanwhile. */
    private void waitFor(String claim) throws Errno, InterruptedException {
        if (!LockHolder.read(read(claim)).process().lives(machine)) {
            unlink(claim);
        }
        machine.clock().sleep(CLAIM_WAIT);
    }

    /** Gives back what is held; another session of the same run may have it by now. */
    synchronized void release() {
        held.forEach(this::release);
        held.clear();
    }

    private void release(String path, String text) {
        String claim = claim(path, Identity.of(machine, own));
        try {
            disk.link(path, claim);
        } catch (Errno gone) {
            return;
        }
        try {
            if (read(path).equals(text.stripTrailing())) {
                disk.unlink(path);
            }
        } catch (Errno gone) {
            // it is not ours any more
        } finally {
            unlink(claim);
        }
    }
}
