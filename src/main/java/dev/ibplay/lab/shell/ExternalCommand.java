package dev.ibplay.lab.shell;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import dev.ibplay.lab.programs.ByteText;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds programs and runs them. */
final class ExternalCommand {
    private static final int NOT_FOUND = 127;
    private static final int NOT_EXECUTABLE = 126;

    private final Interpreter interpreter;
    private final ShellEnvironment shell;

    ExternalCommand(Interpreter interpreter) {
        this.interpreter = interpreter;
        shell = interpreter.shell;
    }

    int run(List<String> words, Map<String, String> environment, boolean tail)
            throws IOException, InterruptedException {
        String path = environment.getOrDefault("PATH", ShellEnvironment.DEFAULT_PATH);
        if (tail && shell.ownsProcess && shell.traps.isEmpty()) {
            return become(words, environment, path, "");
        }
        try {
            Program program = load(find(words.getFirst(), path));
            return start(program, words, environment);
        } catch (Errno error) {
            return refused(words.getFirst(), error, "");
        }
    }

    /** {@code exec}: the program takes the shell's place; does not come back unless there is no such program. */
    int become(List<String> words, Map<String, String> environment, String path, String prefix)
            throws IOException, InterruptedException {
        Program program;
        try {
            program = load(find(words.getFirst(), path));
        } catch (Errno error) {
            throw new Unwinding.Exit(refused(words.getFirst(), error, prefix));
        }
        shell.traps.remove("EXIT");
        if (!shell.ownsProcess) {
            throw new Unwinding.Exit(start(program, words, environment));
        }
        String name = words.getFirst();
        List<String> arguments = unicode(words);
        shell.process.replace(ByteText.unicode(name.substring(name.lastIndexOf('/') + 1)), arguments);
        shell.process.umask(shell.umask);
        Invocation call = invocation(shell.process, arguments, environment);
        throw new Become(() -> program.run(call));
    }

    private int refused(String name, Errno error, String prefix) {
        boolean absent = error.isAbsent();
        interpreter.complain(prefix + name + ": " + (absent ? "not found" : error.text()));
        return absent ? NOT_FOUND : NOT_EXECUTABLE;
    }

    private int start(Program program, List<String> words, Map<String, String> environment)
            throws InterruptedException {
        List<String> arguments = unicode(words);
        if (shell.session.isPresent()) {
            shell.session.get().before(arguments);
            if (!shell.process.isAlive()) {
                throw new Unwinding.Killed(9);
            }
        }
        SimulatedProcess child = shell.machine.processes().start(shell.process.pid(), shell.process.uid(), arguments);
        child.umask(shell.umask);
        Invocation call = invocation(child, arguments, environment);
        int status = shell.machine.processes().runHere(child, () -> program.run(call));
        // The interruption was the program's, unless the shell itself is to end.
        if (Thread.interrupted() && !shell.process.isAlive()) {
            throw new Unwinding.Killed(9);
        }
        return status;
    }

    private Invocation invocation(SimulatedProcess process, List<String> arguments, Map<String, String> environment) {
        Map<String, String> variables = new HashMap<>();
        environment.forEach((name, value) -> variables.put(name, ByteText.unicode(value)));
        return new Invocation(
                shell.machine,
                process,
                arguments,
                variables,
                ByteText.unicode(shell.folder),
                shell.descriptors.input(0),
                shell.descriptors.output(1),
                shell.descriptors.output(2));
    }

    private static List<String> unicode(List<String> words) {
        return words.stream().map(ByteText::unicode).toList();
    }

    /** A file that is executable but no program is a script for this shell (POSIX.1-2017, XCU 2.9.1.1). */
    private Program load(String path) throws Errno {
        try {
            return shell.machine.load(path);
        } catch (Errno error) {
            if (!error.name().equals("ENOEXEC")) {
                throw error;
            }
            return call -> Shell.runFile(call, path);
        }
    }

    /** The absolute path, as the disk takes it. */
    String find(String name, String path) throws Errno {
        if (name.contains("/")) {
            return ByteText.unicode(shell.absolute(name));
        }
        Optional<Errno> other = Optional.empty();
        for (String folder : name.isEmpty() ? new String[0] : path.split(":", -1)) {
            String candidate = ByteText.unicode(shell.absolute(folder.isEmpty() ? name : folder + "/" + name));
            try {
                Stat stat = shell.machine.disk().stat(candidate, true);
                if (stat.isExecutable()) {
                    return candidate;
                }
                other = Optional.of(new Errno("EACCES", name));
            } catch (Errno absent) {
                other = absent.isAbsent() ? other : Optional.of(absent);
            }
        }
        throw other.orElseGet(() -> new Errno("ENOENT", name));
    }
}
