package dev.ibplay.lab.operations;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** What a session asks of a guard, whichever far end armed it (native/src/request.c). */
record GuardRequests(Machine machine, BooleanSupplier cancelled) {
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration ANSWER = Duration.ofMinutes(5);
    private static final Duration REVERSAL = Duration.ofSeconds(2);
    private static final Set<String> OVER = Set.of("confirmed", "undone", "failed");

    Outcome renew(String path, Duration window) throws InterruptedException {
        GuardFolder folder = new GuardFolder(machine, path);
        try {
            String state = look(folder);
            if (!state.equals("armed")) {
                return moved(folder, state);
            }
            try {
                folder.writeDeadline(GuardFolder.uptimeHundredths(machine) + Guard.hundredths(window));
            } catch (Errno error) {
                throw NotDone.failed(error, "renew " + path);
            }
            state = look(folder);
            long limit = machine.clock().nanos() + REVERSAL.toNanos();
            // A guard that was about to fire either sees the new time and is armed again at once, or goes on.
            while (state.equals("undoing") && machine.clock().nanos() < limit && !cancelled.getAsBoolean()) {
                machine.clock().sleep(LOOK);
                state = look(folder);
            }
            return state.equals("armed") ? new Outcome.Done() : moved(folder, state);
        } catch (NotDone end) {
            return end.outcome();
        }
    }

    Outcome confirm(String path) throws InterruptedException {
        GuardFolder folder = new GuardFolder(machine, path);
        try {
            String state = ask(folder, "confirm");
            return state.equals("confirmed") ? new Outcome.Done() : moved(folder, state);
        } catch (NotDone end) {
            return end.outcome();
        }
    }

    Outcome fire(String path) throws InterruptedException {
        GuardFolder folder = new GuardFolder(machine, path);
        try {
            String state = ask(folder, "fire");
            if (state.equals("undone")) {
                return new Outcome.Done();
            }
            return state.equals("failed")
                    ? NotDone.failure("EIO", told(folder, state) + "; see " + path + "/log")
                    : moved(folder, state);
        } catch (NotDone end) {
            return end.outcome();
        }
    }

    private String ask(GuardFolder folder, String request) throws NotDone, InterruptedException {
        String state = look(folder);
        if (state.equals("armed")) {
            try {
                folder.write(request, Bytes.EMPTY);
            } catch (Errno error) {
                throw NotDone.failed(error, "ask the guard " + folder.path());
            }
        }
        long limit = machine.clock().nanos() + ANSWER.toNanos();
        while (!OVER.contains(state)) {
            machine.clock().sleep(LOOK);
            if (cancelled.getAsBoolean()) {
                throw NotDone.failed("ECANCELED", "wait for the guard " + folder.path());
            }
            if (machine.clock().nanos() > limit) {
                throw NotDone.failed("ETIMEDOUT", folder.path() + " is still " + state);
            }
            state = look(folder);
        }
        return state;
    }

    /** The state, which is one that a guard alone can change and that guard runs, or is over. */
    private static String look(GuardFolder folder) throws NotDone {
        String state = state(folder);
        if (OVER.contains(state) || folder.isAlive()) {
            return state;
        }
        // It may have come to its end between the two looks.
        String again = state(folder);
        if (OVER.contains(again)) {
            return again;
        }
        throw NotDone.failed(
                "ESRCH",
                folder.path() + " is " + state + ", but its process " + folder.pid() + " does not run any more");
    }

    private static String state(GuardFolder folder) throws NotDone {
        try {
            return folder.read("state");
        } catch (Errno error) {
            throw NotDone.failed(error, "read the guard " + folder.path());
        }
    }

    private static Outcome moved(GuardFolder folder, String state) {
        return new Outcome.Moved(told(folder, state));
    }

    private static String told(GuardFolder folder, String state) {
        try {
            String reason = folder.read("reason");
            return reason.isEmpty() ? state : state + ": " + reason;
        } catch (Errno none) {
            return state;
        }
    }
}
