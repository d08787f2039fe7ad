package dev.ibplay.transport.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.HostSession;
import dev.ibplay.transport.ProcessConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A machine like an ESXi host, in namespaces of this one: busybox, {@code uname} that says VMkernel, an empty /proc, and stand-ins
 * for ESXi's programs (src/test/resources/dev/ibplay/transport/posix/vmkernel). It shares /tmp with this machine, its process
 * numbers are its own.
 */
public final class VmkernelHost extends RealHost implements AutoCloseable {
    private static final Path PROGRAMS =
            Path.of("src/test/resources/dev/ibplay/transport/posix/vmkernel").toAbsolutePath();

    /** Of busybox, what ESXi has too; setsid, sync, cmp and sha256sum are perhaps not everywhere. */
    public static final List<String> APPLETS = List.of(
            "sh",
            "ash",
            "cat",
            "chmod",
            "chown",
            "cp",
            "dd",
            "echo",
            "false",
            "grep",
            "head",
            "id",
            "kill",
            "ln",
            "ls",
            "md5sum",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "rmdir",
            "sleep",
            "stat",
            "tail",
            "tee",
            "test",
            "timeout",
            "touch",
            "tr",
            "true",
            "wc",
            "printf",
            "sed",
            "setsid");

    private final Process first;
    private final long init;
    private final Path root;
    private final List<String> applets;

    private VmkernelHost(Process first, Path root, List<String> applets) {
        this.first = first;
        this.init = first.children().findFirst().orElseThrow().pid();
        this.root = root;
        this.applets = applets;
    }

    /**
     * Starts one, or skips the test where that is not possible.
     *
     * @param more applets beside {@link #APPLETS}
     */
    public static VmkernelHost start(String... more) throws IOException, InterruptedException {
        Missing.unless("root".equals(System.getProperty("user.name")), "root, to make a machine like an ESXi host");
        for (String program : List.of("busybox", "unshare", "nsenter", "chroot")) {
            boolean there = Stream.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")
                    .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
            Missing.unless(there, "the program " + program);
        }
        List<String> applets =
                Stream.concat(APPLETS.stream(), Arrays.stream(more)).toList();
        Path root = Files.createTempDirectory("vmkernel");
        List<String> words = new ArrayList<>(List.of(
                "unshare",
                "-m",
                "-p",
                "-f",
                "--kill-child",
                "sh",
                PROGRAMS.resolve("world.sh").toString(),
                root.toString(),
                PROGRAMS.toString()));
        words.addAll(applets);
        Process unshare = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] said = unshare.getInputStream().readNBytes("ready\n".length());
        Missing.unless(
                new String(said, StandardCharsets.US_ASCII).equals("ready\n"),
                "the right to make namespaces and mounts");
        return new VmkernelHost(unshare, root, applets);
    }

    private List<String> inside() {
        return List.of("nsenter", "-t", Long.toString(init), "-m", "-p", "-r", "-w");
    }

    /** Logins there, each of which leads a session. */
    public ProcessConnection connection() {
        List<String> words = new ArrayList<>(inside());
        words.add("/bin/setsid");
        return ProcessConnection.plain()
                .withPrefix(words.toArray(String[]::new))
                .withShell("/bin/sh", "-c");
    }

    /** Runs a script there, and returns what it says. */
    public String sh(String script) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(inside());
        words.addAll(List.of("/bin/sh", "-c", "PATH=/bin:/sbin; " + script));
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return said.strip();
    }

    private String stat(long pid) {
        try {
            String text = Files.readString(Path.of("/proc/" + init + "/root/.proc/" + pid + "/stat"));
            return text.substring(text.lastIndexOf(')') + 2);
        } catch (IOException gone) {
            return "Z 0 0 0";
        }
    }

    @Override
    public boolean lives(long pid) {
        return !stat(pid).startsWith("Z") && !stat(pid).startsWith("X");
    }

    @Override
    public void kill(long pid) {
        try {
            sh("kill -9 " + pid);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        } catch (InterruptedException failed) {
            Thread.currentThread().interrupt();
            throw new AssertionError(failed);
        }
    }

    @Override
    public void killSession(HostSession session) throws Exception {
        RunCommand cat = RunCommand.of(Scene.LIMIT, "cat", "/.proc/self/stat");
        Outcome outcome = session.run(Batch.of(List.of(cat)), Scene.LIMIT).getFirst();
        String said = Scene.as(Outcome.CommandEnded.class, outcome).stdout().lossyText();
        String number = said.substring(said.lastIndexOf(')') + 2).split(" ", -1)[3];
        assertThat(number).isNotEqualTo("0");
        List<Long> members;
        try (Stream<Path> all = Files.list(Path.of("/proc/" + init + "/root/.proc"))) {
            members = all.map(path -> path.getFileName().toString())
                    .filter(name -> name.matches("[0-9]+"))
                    .map(Long::parseLong)
                    .filter(pid -> stat(pid).split(" ", -1)[3].equals(number))
                    .toList();
        }
        assertThat(members).isNotEmpty();
        members.forEach(this::kill);
        for (long pid : members) {
            assertThat(GuardScene.await(() -> !lives(pid))).isTrue();
        }
    }

    /** What a process of ESXi tells of itself is less, and VmkernelWorldTest's. */
    @Override
    public Sleeper sleeper(String path, List<String> arguments) {
        Missing.notApplicable("a world of ESXi has no start time");
        throw new AssertionError();
    }

    @Override
    public boolean hasProgram(String name) {
        return name.startsWith("/") || applets.contains(name);
    }

    /** /tmp is this machine's, but what is mounted in it there shows there only. */
    @Override
    Path at(String path) {
        return path.startsWith("/tmp/") ? Path.of("/proc/" + init + "/root" + path) : Path.of(path);
    }

    @Override
    public Mounts mounts() {
        return new MountsThere();
    }

    private final class MountsThere extends RealMounts {
        @Override
        Path at(String path) {
            return VmkernelHost.this.at(path);
        }

        /** By this machine's mount and umount, on the same folder below that machine's root. */
        @Override
        boolean execute(String... words) throws Exception {
            List<String> all = new ArrayList<>(List.of("nsenter", "-t", Long.toString(init), "-m"));
            Arrays.stream(words)
                    .map(word -> word.startsWith("/tmp/") ? root + word : word)
                    .forEach(all::add);
            return super.execute(all.toArray(String[]::new));
        }
    }

    @Override
    public boolean isVmkernel() {
        return true;
    }

    @Override
    public void close() throws IOException {
        first.destroyForcibly().onExit().join();
        Files.deleteIfExists(root);
    }
}
