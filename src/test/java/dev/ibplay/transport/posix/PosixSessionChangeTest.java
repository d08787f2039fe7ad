package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RemoveFile;
import dev.ibplay.exec.Operation.ReplaceFile;
import dev.ibplay.exec.Operation.WriteAttribute;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.Signal;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PosixSessionChangeTest {
    private static final Bytes OLD = Bytes.ofUtf8("old\n");
    private static final Bytes NEW = Bytes.ofUtf8("new 100%\\n 'quoted'\n");

    @TempDir
    Path folder = Path.of("");

    private static void assertFailed(Outcome outcome, String errno) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        failed ->
                                assertThat(failed.errno()).as(failed.message()).isEqualTo(errno));
    }

    private Path old() throws IOException {
        return Files.write(folder.resolve("file"), OLD.toArray());
    }

    private static Bytes content(Path file) throws IOException {
        return Bytes.of(Files.readAllBytes(file));
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static ReplaceFile replace(Path file, Bytes expected, Bytes content) {
        return new ReplaceFile(file.toString(), Optional.of(expected), content, 0600);
    }

    @ParameterizedTest
    @EnumSource
    void replacesAndKeepsModeAndOwner(Shell shell) throws IOException, TransportException {
        Path file = old();
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root) {
            Files.setAttribute(file, "unix:uid", 12345);
            Files.setAttribute(file, "unix:gid", 54321);
        }
        assertThat(shell.ask(replace(file, OLD, NEW))).isEqualTo(new Outcome.Done());
        assertThat(content(file)).isEqualTo(NEW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("r--r-----");
        if (root) {
            assertThat(Files.readAttributes(file, "unix:uid,gid"))
                    .containsEntry("uid", 12345)
                    .containsEntry("gid", 54321);
        }
        assertThat(names(folder)).containsExactly("file");
    }

    @ParameterizedTest
    @EnumSource
    void replacesBinaryContentOfAnySize(Shell shell) throws IOException, TransportException {
        byte[] bytes = new byte[100_003];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7 + i / 256);
        }
        Path file = Files.write(folder.resolve("-odd 'name'"), bytes);
        bytes[50_000]++;
        Bytes changed = Bytes.of(bytes);
        bytes[50_000]--;
        assertThat(shell.ask(replace(file, Bytes.of(bytes), changed))).isEqualTo(new Outcome.Done());
        assertThat(content(file)).isEqualTo(changed);
        assertThat(shell.ask(replace(file, changed, Bytes.EMPTY))).isEqualTo(new Outcome.Done());
        assertThat(content(file)).isEqualTo(Bytes.EMPTY);
        assertThat(shell.ask(replace(file, Bytes.EMPTY, NEW))).isEqualTo(new Outcome.Done());
        assertThat(content(file)).isEqualTo(NEW);
    }

    @ParameterizedTest
    @EnumSource
    void leavesAFileThatHasMoved(Shell shell) throws IOException, TransportException {
        Path file = old();
        assertThat(shell.ask(replace(file, Bytes.ofUtf8("old"), NEW))).isInstanceOf(Outcome.Moved.class);
        assertThat(shell.ask(replace(folder.resolve("none"), OLD, NEW))).isEqualTo(new Outcome.Moved("absent"));
        assertThat(shell.ask(new ReplaceFile(file.toString(), Optional.empty(), NEW, 0644)))
                .isEqualTo(new Outcome.Moved("exists"));
        assertThat(content(file)).isEqualTo(OLD);
        assertThat(names(folder)).containsExactly("file");
    }

    @ParameterizedTest
    @EnumSource
    void createsAFileWithTheModeGiven(Shell shell) throws IOException, TransportException {
        Path file = folder.resolve("created");
        assertThat(shell.ask(new ReplaceFile(file.toString(), Optional.empty(), NEW, 0751)))
                .isEqualTo(new Outcome.Done());
        assertThat(content(file)).isEqualTo(NEW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x--x");
        assertThat(names(folder)).containsExactly("created");
        assertFailed(shell.ask(new ReplaceFile(folder + "/no/folder", Optional.empty(), NEW, 0644)), "ENOENT");
        assertFailed(shell.ask(replace(folder, OLD, NEW)), "EISDIR");
    }

    @ParameterizedTest
    @EnumSource
    void followsALinkToTheFile(Shell shell) throws IOException, TransportException {
        Path file = old();
        Path link = Files.createSymbolicLink(
                Files.createDirectory(folder.resolve("sub")).resolve("link"), Path.of("../file"));
        assertThat(shell.ask(replace(link, OLD, NEW))).isEqualTo(new Outcome.Done());
        assertThat(link).isSymbolicLink();
        assertThat(content(file)).isEqualTo(NEW);
        assertThat(names(folder)).containsExactly("file", "sub");
    }

    @ParameterizedTest
    @EnumSource
    void leavesNothingBehindOnAFullDisk(Shell shell) throws IOException, TransportException, InterruptedException {
        Root.require();
        Path disk = Files.createDirectory(folder.resolve("disk"));
        int mounted = new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString())
                .start()
                .waitFor();
        Missing.unless(mounted == 0, "the right to mount a tmpfs");
        try {
            Path file = Files.write(disk.resolve("file"), OLD.toArray());
            Bytes large = Bytes.of(new byte[100_000]);
            assertFailed(shell.ask(replace(file, OLD, large)), "ENOSPC");
            assertFailed(shell.ask(new ReplaceFile(disk + "/new", Optional.empty(), large, 0644)), "ENOSPC");
            assertThat(content(file)).isEqualTo(OLD);
            assertThat(names(disk)).containsExactly("file");
        } finally {
            assertThat(new ProcessBuilder("umount", disk.toString()).start().waitFor())
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void saysWhyAFolderCannotBeWrittenTo(Shell shell) throws IOException, TransportException {
        Root.require();
        Path file = old();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (PosixSession session = Root.asNobody(shell)) {
            List<Outcome> outcomes = session.run(
                    Batch.of(List.of(
                            replace(file, OLD, NEW),
                            new ReplaceFile(folder + "/new", Optional.empty(), NEW, 0644),
                            new RemoveFile(file.toString(), OLD),
                            new WriteAttribute(file.toString(), NEW),
                            new WriteAttribute("/sys/class/net/lo/mtu", Bytes.ofUtf8("1000")))),
                    Duration.ofSeconds(20));
            outcomes.subList(0, 4).forEach(outcome -> assertFailed(outcome, "EACCES"));
            assertThat(outcomes.getLast()).isInstanceOf(Outcome.OperationFailed.class);
            assertThat(content(file)).isEqualTo(OLD);
            assertThat(names(folder)).containsExactly("file");
        }
    }

    @ParameterizedTest
    @EnumSource
    void refusesToChangeTheOwner(Shell shell) throws IOException, TransportException {
        Root.require();
        Path file = old();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (PosixSession session = Root.asNobody(shell)) {
            Outcome outcome = session.run(Batch.of(List.of(replace(file, OLD, NEW))), Shell.LIMIT)
                    .getFirst();
            assertFailed(outcome, "EPERM");
            assertThat(content(file)).isEqualTo(OLD);
            assertThat(names(folder)).containsExactly("file");
        }
    }

    @ParameterizedTest
    @EnumSource
    void removesOnlyWhatItExpects(Shell shell) throws IOException, TransportException {
        Path file = old();
        assertThat(shell.ask(new RemoveFile(file.toString(), NEW))).isInstanceOf(Outcome.Moved.class);
        assertThat(file).exists();
        assertThat(shell.ask(new RemoveFile(file.toString(), OLD))).isEqualTo(new Outcome.Done());
        assertThat(file).doesNotExist();
        assertThat(shell.ask(new RemoveFile(file.toString(), OLD))).isEqualTo(new Outcome.Moved("absent"));
    }

    @ParameterizedTest
    @EnumSource
    void comparesByDigestWhereThereIsNoCmp(Shell shell) throws IOException, TransportException {
        Path file = old();
        // A function in place of `command` hides cmp from the far end's functions.
        try (PosixSession session = PosixSession.open("here", ProcessConnection.plain(), withoutCmp(shell))) {
            List<Outcome> outcomes =
                    session.run(Batch.of(List.of(replace(file, NEW, OLD), replace(file, OLD, NEW))), Shell.LIMIT);
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.Moved.class);
            assertThat(outcomes.getLast()).isEqualTo(new Outcome.Done());
            assertThat(content(file)).isEqualTo(NEW);
        }
    }

    private static String withoutCmp(Shell shell) {
        return "{ echo 'command() { return 1; }'; cat; } | { " + shell.commandLine() + "; }";
    }

    @ParameterizedTest
    @EnumSource
    void writesAttributesInPlace(Shell shell) throws IOException, TransportException {
        Path file = Files.writeString(folder.resolve("attribute"), "abcdef");
        assertThat(shell.ask(new WriteAttribute(file.toString(), Bytes.ofUtf8("XY\0"))))
                .isEqualTo(new Outcome.Done());
        assertThat(content(file)).isEqualTo(Bytes.ofUtf8("XY\0def"));
        assertFailed(shell.ask(new WriteAttribute(folder + "/none", NEW)), "ENOENT");
        assertThat(folder.resolve("none")).doesNotExist();
        assertFailed(shell.ask(new WriteAttribute(folder.toString(), NEW)), "EISDIR");
        assertFailed(shell.ask(new WriteAttribute(file.toString(), Bytes.EMPTY)), "EINVAL");
    }

    @ParameterizedTest
    @EnumSource
    void passesOnTheKernelsAnswerToAnAttribute(Shell shell) throws IOException, TransportException {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            String path = "/proc/" + process.pid() + "/oom_score_adj";
            assertThat(shell.ask(new WriteAttribute(path, Bytes.ofUtf8("500\n"))))
                    .isEqualTo(new Outcome.Done());
            assertThat(Files.readString(Path.of(path))).isEqualTo("500\n");
            assertFailed(shell.ask(new WriteAttribute(path, Bytes.ofUtf8("5000\n"))), "EINVAL");
        } finally {
            process.destroy();
        }
    }

    @ParameterizedTest
    @EnumSource
    void setsTheMtuOfAnInterface(Shell shell) throws IOException, TransportException, InterruptedException {
        Root.require();
        String setUp = "exec unshare -n sh -c '%s'".formatted(shell.commandLine());
        int unshared = new ProcessBuilder("unshare", "-n", "true").start().waitFor();
        Missing.unless(unshared == 0, "the right to make a network namespace");
        try (PosixSession session = PosixSession.open("here", ProcessConnection.plain(), setUp)) {
            List<Outcome> outcomes = session.run(
                    Batch.of(List.of(
                            new Operation.SetLinkMtu("lo", 2044),
                            Operation.RunCommand.of(Shell.LIMIT, "ip", "link", "show", "lo"),
                            new Operation.SetLinkMtu("ib77", 2044),
                            new Operation.SetLinkMtu("lo", -1))),
                    Shell.LIMIT);
            assertThat(outcomes.getFirst()).isEqualTo(new Outcome.Done());
            assertThat(((Outcome.CommandEnded) outcomes.get(1)).stdout().lossyText())
                    .contains("mtu 2044");
            assertFailed(outcomes.get(2), "ENODEV");
            assertThat(outcomes.get(3)).isInstanceOf(Outcome.OperationFailed.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void signalsOnlyTheProcessThatWasSeen(Shell shell) throws IOException, TransportException, InterruptedException {
        Path program = Files.copy(Path.of("/usr/bin/sleep"), folder.resolve("a ) b"));
        Process process = new ProcessBuilder(program.toString(), "60").start();
        int pid = (int) process.pid();
        long ticks = ((Outcome.ProcessesFound) shell.ask(new Operation.ListProcesses(Set.of("a ) b"))))
                .processes()
                .getFirst()
                .startTicks();
        assertThat(shell.ask(new Operation.SendSignal(pid, ticks + 1, Signal.TERM)))
                .isInstanceOf(Outcome.Moved.class);
        assertThat(process.isAlive()).isTrue();
        assertThat(shell.ask(new Operation.SendSignal(pid, ticks, Signal.HUP))).isEqualTo(new Outcome.Done());
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 1);
        assertThat(shell.ask(new Operation.SendSignal(pid, ticks, Signal.HUP))).isEqualTo(new Outcome.Moved("absent"));
    }
}
