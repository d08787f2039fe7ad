package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.time.LabClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs commands of a machine for tests. */
public record LabShell(Machine machine, long uid, Map<String, String> environment, String folder) {
    /** What a command left. Text is bytes as ISO 8859-1. */
    record Result(int status, String stdout, String stderr) {}

    public static Machine machine(LabClock clock) {
        try {
            Machine machine = new Machine("leaf01", new Disk(clock), clock);
            Shell.install(machine);
            for (String name : List.of("/tmp", "/root", "/home/admin", "/var/lib", "/etc", "/work")) {
                machine.disk().folders(name);
            }
            return machine;
        } catch (Errno impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static LabShell root(Machine machine) {
        return new LabShell(machine, 0, Map.of("PATH", "/usr/bin:/bin", "HOME", "/root"), "/work");
    }

    Result run(String stdin, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        SimulatedProcess process = machine.processes().start(1, uid, List.of(words));
        process.newSession();
        Invocation call = new Invocation(
                machine,
                process,
                List.of(words),
                environment,
                folder,
                new ByteArrayInputStream(stdin.getBytes(StandardCharsets.ISO_8859_1)),
                out,
                err);
        int status = machine.processes().runHere(process, () -> Shell.PROGRAM.run(call));
        return new Result(status, latin1(out), latin1(err));
    }

    private static String latin1(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }
}
