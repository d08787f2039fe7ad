package dev.ibplay.transport.ssh;

import dev.ibplay.Missing;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** OpenSSH's sshd on a loopback port, with keys and settings of its own. */
final class RealSshd implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/sshd");

    private final Process process;
    private final int port;

    private RealSshd(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * What a program of another root file system is started by: in a mount namespace of its own, where that root has
     * /proc and the folder with configuration and keys.
     */
    private static final String IN_ROOT = """
            set -e
            mkdir -p "$1/run/sshd"
            mount -t proc proc "$1/proc"
            mount -t tmpfs tmpfs "$1/tmp"
            mkdir -p "$1$2"
            mount --bind "$2" "$1$2"
            root=$1
            shift 2
            exec chroot "$root" "$@"
            """;

    /** Aborts the test, with the reason, where there is no sshd. */
    static RealSshd start(Path folder, String... settings) throws IOException {
        Missing.unless(Files.isExecutable(PROGRAM), PROGRAM + " (package openssh-server)");
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        return start(List.of(), folder, settings);
    }

    /** The sshd of Debian trixie that {@code src/ssh/trixie} has got. */
    static RealSshd startTrixie(Path folder, String... settings) throws IOException {
        Path root = Path.of("target/ssh/trixie").toAbsolutePath();
        Missing.unless(System.getProperty("user.name").equals("root"), "root, for a chroot");
        Missing.unless(Files.isDirectory(root.resolve("usr/sbin")), root + " (made by src/ssh/trixie)");
        return start(
                List.of("unshare", "-m", "sh", "-c", IN_ROOT, "sh", root.toString(), folder.toString()),
                folder,
                settings);
    }

    private static RealSshd start(List<String> prefix, Path folder, String... settings) throws IOException {
        int port = freePort();
        List<String> config = new ArrayList<>(List.of(settings));
        config.addAll(List.of(
                "Port " + port,
                "ListenAddress 127.0.0.1",
                "PidFile none",
                "UsePAM no",
                "StrictModes no",
                "PasswordAuthentication no",
                "KbdInteractiveAuthentication no",
                "PermitRootLogin yes",
                // a home without start-up files: those of the user who runs the tests may be slow
                "SetEnv HOME=" + folder,
                "AuthorizedKeysFile " + folder.resolve("authorized_keys")));
        Path file = Files.write(folder.resolve("sshd_config"), config);
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(PROGRAM.toString(), "-D", "-e", "-f", file.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        RealSshd sshd = new RealSshd(process, port);
        sshd.awaitListening();
        return sshd;
    }

    /** Its first log line says that it listens; the rest is read and dropped, or it would block. */
    private void awaitListening() throws IOException {
        BufferedReader log = process.inputReader(StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        String line = log.readLine();
        while (line != null && !line.startsWith("Server listening")) {
            lines.add(line);
            line = log.readLine();
        }
        if (line == null) {
            throw new IOException("sshd did not start: " + lines);
        }
        Thread.ofPlatform().daemon().start(() -> log.lines().forEach(ignored -> {}));
    }

    int port() {
        return port;
    }

    /** Makes a key pair with ssh-keygen and returns the private file. */
    static Path keygen(Path file, String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of("ssh-keygen", "-q", "-f", file.toString()));
        command.addAll(List.of(options));
        run(new ProcessBuilder(command).redirectErrorStream(true));
        return file;
    }

    /** Runs a program to its end; it has no input, and what it says is in the error if it fails. */
    static void run(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (process.waitFor() != 0) {
                throw new IOException(builder.command() + ": " + output);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
