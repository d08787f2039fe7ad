package dev.ibplay.lab.machine;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What running a file of a disk means, as execve(2) says. */
record Executables(Disk disk, Programs programs, Predicate<String> allowed) {
    private static final int MAX_SCRIPT_LINE = 255;
    private static final int MAX_SCRIPTS = 4;

    Program load(String path) throws Errno {
        return load(path, 0);
    }

    private Program load(String path, int scripts) throws Errno {
        Stat stat = disk.stat(path, true);
        if (!stat.isExecutable()) {
            throw new Errno("EACCES", path);
        }
        Bytes content = disk.read(path);
        Optional<Program> known = programs.find(content);
        boolean isScript = content.size() > 2 && content.at(0) == '#' && content.at(1) == '!';
        if (!isScript && !allowed.test(disk.resolve(path))) {
            throw new Errno("EPERM", path);
        }
        if (known.isPresent()) {
            return known.get();
        }
        if (isScript) {
            return script(path, content, scripts);
        }
        throw new Errno("ENOEXEC", path);
    }

    private Program script(String path, Bytes content, int scripts) throws Errno {
        if (scripts >= MAX_SCRIPTS) {
            throw new Errno("ELOOP", path);
        }
        List<String> words = interpreter(content);
        if (words.isEmpty()) {
            throw new Errno("ENOEXEC", path);
        }
        Program interpreter = load(words.getFirst(), scripts + 1);
        return call -> {
            List<String> arguments = new ArrayList<>(words);
            arguments.add(path);
            arguments.addAll(call.arguments().subList(1, call.arguments().size()));
            call.process().replace(call.process().comm(), arguments);
            return interpreter.run(new Invocation(
                    call.machine(),
                    call.process(),
                    arguments,
                    call.environment(),
                    call.folder(),
                    call.stdin(),
                    call.stdout(),
                    call.stderr()));
        };
    }

    /** The interpreter and at most one argument, which may hold spaces. */
    private static List<String> interpreter(Bytes content) {
        String text = content.latin1();
        int end = text.indexOf('\n');
        String line = text.substring(2, Math.min(end < 0 ? text.length() : end, MAX_SCRIPT_LINE))
                .strip();
        return line.isEmpty() ? List.of() : List.of(line.split("[ \t]+", 2));
    }

    Optional<String> find(String name, String path) {
        if (name.contains("/")) {
            return isExecutable(name) ? Optional.of(name) : Optional.empty();
        }
        for (String folder : path.split(":", -1)) {
            String candidate = folder + "/" + name;
            if (!name.isEmpty() && isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private boolean isExecutable(String path) {
        try {
            return disk.stat(path, true).isExecutable();
        } catch (Errno absent) {
            return false;
        }
    }
}
