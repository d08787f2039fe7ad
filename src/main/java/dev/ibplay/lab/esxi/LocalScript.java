package dev.ibplay.lab.esxi;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/** The administrator's own script, which runs at the end of each boot. */
final class LocalScript {
    static final String PATH = "/etc/rc.local.d/local.sh";

    private LocalScript() {}

    static void run(Machine machine) {
        try {
            List<String> words = List.of(PATH);
            Program script = machine.load(PATH);
            SimulatedProcess process = machine.processes().start(1, 0, words);
            Invocation call = new Invocation(
                    machine,
                    process,
                    words,
                    Map.of("PATH", EsxiMachines.PATH),
                    "/",
                    InputStream.nullInputStream(),
                    OutputStream.nullOutputStream(),
                    OutputStream.nullOutputStream());
            machine.processes().run(process, () -> script.run(call));
        } catch (Errno none) {
            // There is none, or nothing that can be run.
        }
    }
}
