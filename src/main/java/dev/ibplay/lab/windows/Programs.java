package dev.ibplay.lab.windows;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where programs are, and how they are started: as CreateProcess does it. */
final class Programs {
    static final String SYSTEM_FOLDER = "C:\\Windows\\System32";
    static final String POWERSHELL = SYSTEM_FOLDER + "\\WindowsPowerShell\\v1.0\\powershell.exe";

    private final Machine machine;
    private final WindowsFiles files;
    private final List<String> path;

    /**
     * Those of a host.
     *
     * @param path the folders in which programs are looked for
     */
    Programs(Machine machine, WindowsFiles files, List<String> path) {
        this.machine = machine;
        this.files = files;
        this.path = List.copyOf(path);
    }

    /** What the variable PATH says. */
    String path() {
        return String.join(";", path);
    }

    /** The path of a program by its name, with or without {@code .exe}. */
    Optional<String> find(String name) {
        String file = name.matches("(?i).*\\.(exe|com)") ? name : name + ".exe";
        if (name.contains("\\") || name.contains("/")) {
            return Optional.of(file).filter(this::isFile);
        }
        return path.stream()
                .map(folder -> folder + "\\" + file)
                .filter(this::isFile)
                .findFirst();
    }

    private boolean isFile(String path) {
        return files.exists(path) && !files.isFolder(path);
    }

    /** The program in a file; ENOEXEC and the like where it is none. */
    Program load(String path) throws Errno {
        return machine.load(files.program(path));
    }

    /** Starts one in a process of its own. */
    SimulatedProcess start(
            SimulatedProcess parent,
            List<String> words,
            Map<String, String> environment,
            InputStream in,
            OutputStream out,
            OutputStream err)
            throws Errno {
        Program program = load(find(words.getFirst()).orElseThrow(() -> new Errno("ENOENT", words.getFirst())));
        SimulatedProcess process = machine.processes().start(parent.pid(), parent.uid(), words);
        Invocation call = new Invocation(machine, process, words, environment, "/", in, out, err);
        machine.processes().run(process, () -> program.run(call));
        return process;
    }
}
