package dev.ibplay.lab.shell;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.programs.ByteText;
import dev.ibplay.lab.programs.Devices;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Carries out redirections, and takes them back. */
final class Redirecting {
    private static final int NEW_FILE = 0666;

    private final ShellEnvironment shell;
    private final Expander expander;
    private final Deque<Saved> saved = new ArrayDeque<>();

    private record Saved(int descriptor, Optional<OpenFile> file) {}

    /** A redirection that cannot be; the message says why. */
    static final class Failure extends Exception {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    Redirecting(ShellEnvironment shell, Expander expander) {
        this.shell = shell;
        this.expander = expander;
    }

    /** In their order; when one fails those before it are taken back. */
    void apply(List<Redirection> redirections) throws Failure, IOException, InterruptedException {
        try {
            for (Redirection redirection : redirections) {
                Optional<OpenFile> file = open(redirection);
                saved.push(new Saved(redirection.descriptor(), shell.descriptors.put(redirection.descriptor(), file)));
            }
        } catch (Failure failure) {
            undo();
            throw failure;
        }
    }

    void undo() {
        while (!saved.isEmpty()) {
            Saved one = saved.pop();
            shell.descriptors.put(one.descriptor(), one.file()).ifPresent(OpenFile::release);
        }
    }

    /** They stay: {@code exec} without a command. */
    void keep() {
        saved.forEach(one -> one.file().ifPresent(OpenFile::release));
        saved.clear();
    }

    private Optional<OpenFile> open(Redirection redirection) throws Failure, IOException, InterruptedException {
        return switch (redirection) {
            case Redirection.ToFile file -> Optional.of(open(file.mode(), expander.text(file.target())));
            case Redirection.ToDescriptor other -> duplicate(expander.text(other.target()));
            case Redirection.Here here -> {
                String text = expander.text(here.document().body());
                yield Optional.of(OpenFile.lent(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1))));
            }
        };
    }

    private Optional<OpenFile> duplicate(String target) throws Failure {
        if (target.equals("-")) {
            return Optional.empty();
        }
        if (!target.matches("[0-9]{1,4}")) {
            throw new ShellError(0, "Bad fd number");
        }
        return Optional.of(duplicate(Integer.parseInt(target)));
    }

    private OpenFile duplicate(int descriptor) throws Failure {
        return shell.descriptors
                .get(descriptor)
                .orElseThrow(() -> new Failure(descriptor + ": Bad file descriptor"))
                .retain();
    }

    private OpenFile open(Redirection.Mode mode, String target) throws Failure {
        return switch (target) {
            case "/dev/null" -> OpenFile.nothing();
            case "/dev/zero" -> OpenFile.lent(Devices.input(target).orElseThrow());
            case "/dev/stdin" -> duplicate(0);
            case "/dev/stdout" -> duplicate(1);
            case "/dev/stderr" -> duplicate(2);
            default -> openFile(mode, target);
        };
    }

    private OpenFile openFile(Redirection.Mode mode, String target) throws Failure {
        Disk disk = shell.machine.disk();
        String path = ByteText.unicode(shell.absolute(target));
        boolean reads = mode == Redirection.Mode.READ;
        try {
            if (target.isEmpty()) {
                throw new Errno("ENOENT", target);
            }
            if (!reads) {
                prepare(mode, path);
            } else if (disk.stat(path, true).isFolder()) {
                return OpenFile.closed();
            }
            return OpenFile.of(new DiskFile(disk, path, mode));
        } catch (Errno error) {
            boolean absent = error.isAbsent() && error.name().equals("ENOENT");
            String why = !absent ? error.text() : reads ? "No such file" : "Directory nonexistent";
            throw new Failure((reads ? "cannot open " : "cannot create ") + target + ": " + why);
        }
    }

    private void prepare(Redirection.Mode mode, String path) throws Errno {
        Disk disk = shell.machine.disk();
        boolean exclusive = mode == Redirection.Mode.WRITE && shell.has('C');
        if (disk.exists(path) && exists(path)) {
            if (disk.stat(path, true).isFolder()) {
                throw new Errno("EISDIR", path);
            }
            if (exclusive && disk.isStored(path)) {
                throw new Errno("EEXIST", path);
            }
            return;
        }
        int bits = NEW_FILE & ~shell.umask;
        if (exclusive) {
            disk.create(path, Bytes.EMPTY, bits);
        } else {
            disk.append(path, Bytes.EMPTY, bits);
        }
        if (shell.process.uid() != 0) {
            disk.chown(path, shell.process.uid(), shell.process.uid());
        }
    }

    private boolean exists(String path) {
        try {
            shell.machine.disk().stat(path, true);
            return true;
        } catch (Errno dangling) {
            return false;
        }
    }
}
