package dev.ibplay.transport.posix;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

/** The shells that every case runs under; the last has only busybox's tools. */
enum Shell {
    DASH("exec dash", "dash"),
    BASH("exec bash", "bash"),
    ASH("exec busybox ash", "busybox"),
    BUSYBOX("exec busybox ash", "busybox") {
        @Override
        String commandLine() {
            return "PATH=" + BusyboxTools.FOLDER + "; export PATH; exec " + BusyboxTools.FOLDER + "/ash";
        }
    };

    static final Duration LIMIT = Duration.ofMinutes(2);

    private final String start;
    private final String program;

    Shell(String start, String program) {
        this.start = start;
        this.program = program;
    }

    String commandLine() {
        return start;
    }

    PosixSession open() throws TransportException {
        return open("");
    }

    /** A session whose shell is started after {@code setUp} has run in another, as start-up files do. */
    PosixSession open(String setUp) throws TransportException {
        boolean there =
                Files.isExecutable(Path.of("/usr/bin", program)) || Files.isExecutable(Path.of("/bin", program));
        Missing.unless(there, "the program " + program);
        return PosixSession.open("here", ProcessConnection.plain().withPrefix("setsid"), setUp + commandLine());
    }

    /** The outcome of one operation in a session of its own. */
    Outcome ask(Operation operation) throws TransportException {
        return ask("", operation);
    }

    Outcome ask(String setUp, Operation operation) throws TransportException {
        try (PosixSession session = open(setUp)) {
            return session.run(Batch.of(List.of(operation)), LIMIT).getFirst();
        }
    }

    /** A folder of links with all names of busybox, made once. */
    private static final class BusyboxTools {
        static final Path FOLDER = make();

        private static Path make() {
            try {
                Path folder = Files.createTempDirectory("busybox");
                Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
                Process list = new ProcessBuilder("busybox", "--list").start();
                String names = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                Path busybox = Path.of(Files.exists(Path.of("/usr/bin/busybox")) ? "/usr/bin/busybox" : "/bin/busybox");
                for (String name : names.lines().toList()) {
                    Files.createSymbolicLink(folder.resolve(name), busybox);
                }
                Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
                return folder;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        private static void remove(Path folder) {
            try (var links = Files.list(folder)) {
                for (Path link : links.toList()) {
                    Files.delete(link);
                }
                Files.delete(folder);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
