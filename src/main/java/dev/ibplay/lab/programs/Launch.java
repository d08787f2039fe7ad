package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.machine.SimulatedProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Another program that a program starts, with its own streams and folder.
 *
 * @param words with the name in front, Unicode
 */
record Launch(Invocation by, List<String> words, Map<String, String> environment) {
    private static final String DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    Launch(Invocation by, List<String> words) {
        this(by, words, by.environment());
    }

    private String absolute(String path) {
        return path.startsWith("/") ? path : by.folder().equals("/") ? "/" + path : by.folder() + "/" + path;
    }

    /** As execvp(3) finds it: a file that is no program is a script for sh. */
    Program program() throws Errno {
        String name = words.getFirst();
        Machine machine = by.machine();
        String path = name.contains("/")
                ? absolute(name)
                : machine.find(name, environment.getOrDefault("PATH", DEFAULT_PATH))
                        .orElseThrow(() -> new Errno("ENOENT", name));
        try {
            return machine.load(path);
        } catch (Errno error) {
            if (!error.name().equals("ENOEXEC")) {
                throw error;
            }
            Program shell = machine.load("/bin/sh");
            return call -> shell.run(scripted(call, path));
        }
    }

    private static Invocation scripted(Invocation call, String path) {
        List<String> words = new ArrayList<>(List.of("sh", path));
        words.addAll(call.arguments().subList(1, call.arguments().size()));
        return new Invocation(
                call.machine(),
                call.process(),
                words,
                call.environment(),
                call.folder(),
                call.stdin(),
                call.stdout(),
                call.stderr());
    }

    Invocation in(SimulatedProcess process) {
        return new Invocation(
                by.machine(), process, words, environment, by.folder(), by.stdin(), by.stdout(), by.stderr());
    }

    /** A process for it, of this user. */
    SimulatedProcess child(long uid) {
        SimulatedProcess child = by.machine().processes().start(by.process().pid(), uid, words);
        child.umask(by.process().umask());
        return child;
    }

    /** Takes the caller's place, as exec(2). */
    int inPlace() throws IOException, InterruptedException {
        Program program = program();
        String name = words.getFirst();
        by.process().replace(name.substring(name.lastIndexOf('/') + 1), words);
        return program.run(in(by.process()));
    }

    /** Runs it to its end as a child; gives its status. */
    int andWait(long uid) throws Errno, InterruptedException {
        Program program = program();
        SimulatedProcess child = child(uid);
        Invocation call = in(child);
        int status = by.machine().processes().runHere(child, () -> program.run(call));
        if (Thread.interrupted() && !by.process().isAlive()) {
            throw new InterruptedException("killed");
        }
        return status;
    }

    /** 127 when there is none, else 126, as tools answer that run others. */
    static int statusOf(Errno error) {
        return error.isAbsent() ? 127 : 126;
    }
}
