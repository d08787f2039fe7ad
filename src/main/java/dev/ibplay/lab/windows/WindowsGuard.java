package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A guard: a scheduled task of the system's account, which waits in a process of its own, outside of every login, and starts again with
 * the host. All that others know of it is in its folder.
 */
final class WindowsGuard {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration RETRY = Duration.ofSeconds(5);
    private static final Duration MOST_RETRIES = Duration.ofSeconds(60);
    private static final double NANOS = 1e9;
    private static final List<String> WORDS =
            List.of(Programs.POWERSHELL, "-NoProfile", "-NonInteractive", "-EncodedCommand", "JABpAGIAXwBnAA==");

    private final WindowsMachine host;
    private final String folder;
    private final GuardPlan plan;
    private Optional<SimulatedProcess> process = Optional.empty();

    WindowsGuard(WindowsMachine host, String folder, GuardPlan plan) {
        this.host = host;
        this.folder = folder;
        this.plan = plan;
    }

    private WindowsFiles files() {
        return host.files();
    }

    private String file(String name) {
        return folder + "\\" + name;
    }

    private String read(String name) {
        return files().tryToRead(file(name)).map(Bytes::lossyText).orElse("").strip();
    }

    private void write(String name, String text) {
        try {
            files().write(file(name), Bytes.ofUtf8(text));
        } catch (Errno full) {
            // As on a real host: the undo is carried out whatever cannot be written down.
        }
    }

    String state() {
        return read("state");
    }

    /** With the reason, where there is one. */
    String told() {
        String reason = read("reason");
        return reason.isEmpty() ? state() : state() + ": " + reason;
    }

    synchronized boolean isAlive() {
        return process.filter(SimulatedProcess::isAlive).isPresent();
    }

    /** New contents are written beside the files that they are for. */
    void stage() throws Errno {
        for (GuardPlan.File file : plan.files()) {
            if (file.content().isPresent()) {
                files().write(file.staged(), file.content().get());
            }
        }
    }

    /** The task is run, now or because the host has been started. */
    synchronized void start(boolean byBoot) {
        SimulatedProcess started = host.machine().processes().start(1, WindowsMachine.SYSTEM_USER, WORDS);
        process = Optional.of(started);
        files().hold(file("alive"));
        started.onEnd(end -> files().release(file("alive")));
        host.machine().processes().run(started, () -> {
            if (byBoot) {
                putBack();
                undo("the host was started anew before it was confirmed");
            } else {
                watch();
            }
            return 0;
        });
    }

    private void watch() throws InterruptedException {
        LabClock clock = host.machine().clock();
        String order = "";
        long until = clock.nanos();
        while (true) {
            String deadline = read("deadline");
            if (!deadline.equals(order)) {
                order = deadline;
                until = clock.nanos() + seconds(deadline);
            }
            if (files().exists(file("fire"))) {
                undo("it was asked to");
                return;
            }
            if (files().exists(file("confirm"))) {
                confirm();
                return;
            }
            if (clock.nanos() >= until && fires(order)) {
                undo("it was not confirmed in time");
                return;
            }
            clock.sleep(LOOK);
        }
    }

    private static long seconds(String deadline) {
        String number = deadline.split(" ", 2)[0];
        return number.matches("\\d{1,9}(\\.\\d+)?") ? (long) (Double.parseDouble(number) * NANOS) : 0;
    }

    /** Unless it was renewed meanwhile; who renews it does so either before or not at all. */
    private synchronized boolean fires(String order) {
        boolean isDue = read("deadline").equals(order);
        if (isDue) {
            write("state", "undoing");
        }
        return isDue;
    }

    /** Whether it waits for so long from now on. */
    synchronized boolean renew(String deadline) {
        boolean waits = state().equals("armed");
        if (waits) {
            write("deadline", deadline);
        }
        return waits;
    }

    private void confirm() throws InterruptedException {
        FarEndFiles own = new FarEndFiles(files());
        write("state", "confirming");
        try {
            for (GuardPlan.File file : plan.files()) {
                Optional<String> found = own.differs(file.path(), file.expected());
                if (found.isPresent()) {
                    undo(file.path() + " has changed: " + found.get());
                    return;
                }
            }
            for (GuardPlan.File file : plan.files()) {
                if (file.expected().isPresent()) {
                    files().rename(file.path(), file.old());
                }
                if (file.content().isPresent()) {
                    files().rename(file.staged(), file.path());
                }
            }
        } catch (Errno error) {
            putBack();
            undo(error.subject() + ": " + error.text());
            return;
        }
        plan.files().forEach(file -> files().delete(file.old()));
        log("confirmed");
        end("confirmed");
    }

    /** Old files get their names again. */
    private void putBack() {
        for (GuardPlan.File file : plan.files()) {
            try {
                boolean wasNamed = file.expected().isEmpty()
                        && file.content().equals(files().tryToRead(file.path()))
                        && !files().exists(file.staged());
                if (files().exists(file.old())) {
                    files().rename(file.old(), file.path());
                } else if (wasNamed) {
                    files().delete(file.path());
                }
            } catch (Errno error) {
                log(file.path() + ": " + error.text());
            }
        }
    }

    private void undo(String reason) throws InterruptedException {
        write("reason", reason);
        write("state", "undoing");
        log("undo: " + reason);
        SimulatedProcess own = process.orElseThrow();
        FarEndCalls calls = new FarEndCalls(host, own, Map.of());
        long until = host.machine().clock().nanos() + MOST_RETRIES.toNanos();
        boolean isWhole = true;
        for (GuardPlan.Undo each : plan.undo()) {
            Said said = said(calls, each);
            while (!said.isGood() && host.machine().clock().nanos() < until) {
                host.machine().clock().sleep(RETRY);
                said = said(calls, each);
            }
            log(each.text() + ": " + said.result());
            isWhole &= said.isGood();
        }
        plan.files().forEach(file -> files().delete(file.staged()));
        end(isWhole ? "undone" : "failed");
    }

    private static Said said(FarEndCalls calls, GuardPlan.Undo each) throws InterruptedException {
        Said said = new Said();
        calls.carryOut(each.call(), said);
        return said;
    }

    private void log(String line) {
        try {
            files().append(file("log"), line + "\n");
        } catch (Errno full) {
            // The same.
        }
    }

    private synchronized void end(String state) {
        files().delete(file("plan.ps1"));
        files().delete(file("guard.ps1"));
        write("state", state);
        host.guards().forget(folder);
        files().release(file("alive"));
    }
}
