package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Carries out calls of the far end's functions for one process of PowerShell. */
final class FarEndCalls {
    private static final int KILL = 9;
    private static final int HEADERS = 28;

    private final WindowsMachine host;
    private final SimulatedProcess process;
    private final Map<String, String> environment;
    private final FarEndFiles files;

    FarEndCalls(WindowsMachine host, SimulatedProcess process, Map<String, String> environment) {
        this.host = host;
        this.process = process;
        this.environment = environment;
        this.files = new FarEndFiles(host.files());
    }

    void carryOut(FarEndCall call, Said said) throws InterruptedException {
        switch (call.function()) {
            case "Ib-Read" -> files.read(call, said);
            case "Ib-Match" -> files.match(call, said);
            case "Ib-MatchBelow" -> files.matchBelow(call, said);
            case "Ib-Replace" -> files.replace(call, said);
            case "Ib-Remove" -> files.remove(call, said);
            case "Ib-Run" -> run(call, said);
            case "Ib-Ping" -> ping(call, said);
            case "Ib-Fail" -> said.fail(call.text(0), call.text(1));
            case "Ib-Lock" -> host.locks().take(call, process, said);
            case "Ib-Arm" -> host.guards().arm(call, said);
            case "Ib-Renew" -> host.guards().renew(call, said);
            case "Ib-Confirm" -> host.guards().confirm(call, said);
            case "Ib-Fire" -> host.guards().fire(call, said);
            default -> said.fail("EOTHER", "the lab's far end does not know " + call.function());
        }
    }

    private void run(FarEndCall call, Said said) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(call.text(0)));
        words.addAll(ArgumentWords.of(call.text(1)));
        if (host.programs().find(words.getFirst()).isEmpty()) {
            said.fail("ENOENT", "The system cannot find the file specified");
            return;
        }
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        try {
            SimulatedProcess started = host.programs()
                    .start(
                            process,
                            words,
                            environment,
                            new ByteArrayInputStream(call.bytes(2).toArray()),
                            out,
                            err);
            tell(said, ended(started, Duration.ofMillis(call.number(3))), out, err);
        } catch (Errno error) {
            FarEndFiles.fail(said, error);
        }
    }

    /** How it ended; its limit is counted in the lab's time. */
    private CommandEnd ended(SimulatedProcess started, Duration limit) throws InterruptedException {
        AtomicBoolean isLate = new AtomicBoolean();
        LabClock.Timer timer = host.machine().clock().after(limit, () -> {
            isLate.set(started.isAlive());
            host.machine().processes().signal(started.pid(), KILL);
        });
        try {
            CommandEnd end = started.ended().get();
            return isLate.get() ? new CommandEnd.TimedOut() : end;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            timer.cancel();
        }
    }

    private static void tell(Said said, CommandEnd end, ByteArrayOutputStream out, ByteArrayOutputStream err) {
        said.bytes("out", Bytes.of(out.toByteArray()));
        said.bytes("err", Bytes.of(err.toByteArray()));
        switch (end) {
            case CommandEnd.Exited exited -> {
                if (exited.status() == 0) {
                    said.good("r exit 0");
                } else {
                    said.other("r exit " + exited.status());
                }
            }
            // A process that is ended from outside has the status 1.
            case CommandEnd.Signalled ignored -> said.other("r exit 1");
            case CommandEnd.TimedOut ignored -> said.other("r timeout");
        }
    }

    private void ping(FarEndCall call, Said said) throws InterruptedException {
        String name = call.text(0);
        String address = call.text(1);
        int bytes = (int) call.number(2) + HEADERS;
        Optional<NetAdapter> from = host.network().adapters().stream()
                .filter(each -> name.isEmpty() || each.name().equals(name))
                .filter(each -> each.isEnabled() && each.reaches(address))
                .findFirst();
        if (from.isEmpty()) {
            said.fail("ENETUNREACH", "%s is in no network of %s".formatted(address, name));
            return;
        }
        if (bytes > from.get().mtu()) {
            said.fail("EMSGSIZE", "a packet of %d bytes is too large on the way to %s".formatted(bytes, address));
            return;
        }
        for (long i = 0; i < call.number(3); i++) {
            if (host.network().answers(from.get(), address, bytes)) {
                said.good("r ok");
                return;
            }
            host.machine().clock().sleep(Duration.ofMillis(call.number(4)));
        }
        said.other("r none");
    }
}
