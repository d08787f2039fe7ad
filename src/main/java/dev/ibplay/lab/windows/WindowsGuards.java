package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The guards of a host, each a scheduled task for as long as it is not over. */
final class WindowsGuards {
    private static final Set<String> OVER = Set.of("confirmed", "undone", "failed");
    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofMinutes(5);

    /** The boot trigger's delay. */
    private static final Duration AFTER_BOOT = Duration.ofSeconds(15);

    private final WindowsMachine host;
    private final Map<String, WindowsGuard> tasks = new HashMap<>();
    private int orders;

    WindowsGuards(WindowsMachine host) {
        this.host = host;
    }

    private static String folded(String folder) {
        return folder.toLowerCase(Locale.ROOT);
    }

    /** Its task is deleted. */
    synchronized void forget(String folder) {
        tasks.remove(folded(folder));
    }

    private synchronized Optional<WindowsGuard> task(String folder) {
        return Optional.ofNullable(tasks.get(folded(folder)));
    }

    /** The host has been started: tasks that were there before run. One that is made meanwhile is none of them. */
    void boot() {
        Map<String, WindowsGuard> before;
        synchronized (this) {
            before = Map.copyOf(tasks);
        }
        host.machine()
                .clock()
                .after(
                        AFTER_BOOT,
                        () -> before.forEach((folder, guard) -> {
                            if (task(folder).filter(guard::equals).isPresent()) {
                                guard.start(true);
                            }
                        }));
    }

    void arm(FarEndCall call, Said said) {
        String folder = call.path(0);
        WindowsFiles files = host.files();
        Optional<GuardPlan> plan = GuardPlan.of(call.text(4));
        if (plan.isEmpty()) {
            said.fail("EINVAL", "the guard's plan is none");
            return;
        }
        if (files.exists(folder)) {
            said.fail("EEXIST", folder + " is there already");
            return;
        }
        sweep(folder.substring(0, folder.lastIndexOf('\\')));
        try {
            for (GuardPlan.File file : plan.get().files()) {
                Optional<String> found = new FarEndFiles(files).differs(file.path(), file.expected());
                if (found.isPresent()) {
                    said.moved(found.get());
                    return;
                }
            }
            lay(folder, call, plan.get());
            said.good("r ok");
        } catch (Errno error) {
            files.deleteFolder(folder);
            FarEndFiles.fail(said, error);
        }
    }

    private void lay(String folder, FarEndCall call, GuardPlan plan) throws Errno {
        WindowsFiles files = host.files();
        WindowsGuard guard = new WindowsGuard(host, folder, plan);
        files.write(folder + "\\record", call.bytes(2));
        files.write(folder + "\\undo", call.bytes(3));
        files.write(folder + "\\plan.ps1", call.bytes(4));
        files.write(folder + "\\guard.ps1", call.bytes(5));
        files.write(folder + "\\alive", Bytes.EMPTY);
        files.write(folder + "\\deadline", Bytes.ofUtf8(deadline(call.number(1))));
        guard.stage();
        files.write(folder + "\\state", Bytes.ofUtf8("armed"));
        synchronized (this) {
            tasks.put(folded(folder), guard);
        }
        guard.start(false);
    }

    private synchronized String deadline(long seconds) {
        return "%d.00 order%d".formatted(seconds, ++orders);
    }

    /** What is left of guards that are over, or whose process has ended. */
    private void sweep(String parent) {
        for (String name : host.files().list(parent)) {
            String folder = parent + "\\" + name;
            if (task(folder).filter(WindowsGuard::isAlive).isEmpty()) {
                forget(folder);
                host.files().deleteFolder(folder);
            }
        }
    }

    /** The state of one that waits or is over; else says what keeps it from either. */
    private Optional<String> look(String folder, Said said) {
        Optional<Bytes> state = host.files().tryToRead(folder + "\\state");
        if (state.isEmpty()) {
            said.fail("ENOENT", "there is no guard " + folder);
            return Optional.empty();
        }
        String found = state.get().lossyText().strip();
        if (OVER.contains(found) || task(folder).filter(WindowsGuard::isAlive).isPresent()) {
            return Optional.of(found);
        }
        // It may have come to its end between the two looks.
        Optional<String> again = host.files()
                .tryToRead(folder + "\\state")
                .map(bytes -> bytes.lossyText().strip())
                .filter(OVER::contains);
        if (again.isEmpty()) {
            said.fail("ESRCH", "%s is %s, but its process does not run any more".formatted(folder, found));
        }
        return again;
    }

    private String told(String folder) {
        return new WindowsGuard(host, folder, new GuardPlan(List.of(), List.of())).told();
    }

    void renew(FarEndCall call, Said said) {
        String folder = call.path(0);
        if (look(folder, said).isEmpty()) {
            return;
        }
        String deadline = deadline(call.number(1));
        if (task(folder).filter(guard -> guard.renew(deadline)).isPresent()) {
            said.good("r ok");
        } else {
            said.moved(told(folder));
        }
    }

    void confirm(FarEndCall call, Said said) throws InterruptedException {
        Optional<String> state = ask(call.path(0), "confirm", said);
        if (state.equals(Optional.of("confirmed"))) {
            said.good("r ok");
        } else if (state.isPresent()) {
            said.moved(told(call.path(0)));
        }
    }

    void fire(FarEndCall call, Said said) throws InterruptedException {
        Optional<String> state = ask(call.path(0), "fire", said);
        if (state.equals(Optional.of("undone"))) {
            said.good("r ok");
        } else if (state.equals(Optional.of("failed"))) {
            said.fail("EIO", told(call.path(0)) + "; see " + call.path(0) + "\\log");
        } else if (state.isPresent()) {
            said.moved(told(call.path(0)));
        }
    }

    /** Asks one that waits, and waits itself until that is over. */
    private Optional<String> ask(String folder, String request, Said said) throws InterruptedException {
        Optional<String> state = look(folder, said);
        long until = host.machine().clock().nanos() + ANSWER.toNanos();
        if (state.equals(Optional.of("armed"))) {
            try {
                host.files().write(folder + "\\" + request, Bytes.EMPTY);
            } catch (Errno error) {
                FarEndFiles.fail(said, error);
                return Optional.empty();
            }
        }
        while (state.filter(OVER::contains).isEmpty() && state.isPresent()) {
            host.machine().clock().sleep(LOOK);
            if (host.machine().clock().nanos() > until) {
                said.fail("ETIMEDOUT", "%s is still %s".formatted(folder, state.get()));
                return Optional.empty();
            }
            state = look(folder, said);
        }
        return state;
    }
}
