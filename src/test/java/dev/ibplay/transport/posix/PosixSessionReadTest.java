package dev.ibplay.transport.posix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PosixSessionReadTest {
    @TempDir
    Path folder = Path.of("");

    private static byte[] allBytes() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private Path file(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content);
    }

    private static void assertFailed(Outcome outcome, String errno) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.OperationFailed.class,
                        failed ->
                                assertThat(failed.errno()).as(failed.message()).isEqualTo(errno));
    }

    @ParameterizedTest
    @EnumSource
    void readsEveryByteAndWhatAReplacementKeeps(Shell shell) throws IOException, TransportException {
        Path file = file("a file's \"name\"", allBytes());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));
        long uid = ((Number) Files.getAttribute(file, "unix:uid")).longValue();
        long gid = ((Number) Files.getAttribute(file, "unix:gid")).longValue();
        assertThat(shell.ask(Operation.ReadFile.of(file.toString())))
                .isEqualTo(new Outcome.FileContent(Bytes.of(allBytes()), 0640, uid, gid, 1_700_000_000L));
    }

    @ParameterizedTest
    @EnumSource
    void followsLinksAndReadsEmptyFiles(Shell shell) throws IOException, TransportException {
        Path file = file("empty", new byte[0]);
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        assertThat(shell.ask(Operation.ReadFile.of(link.toString())))
                .isInstanceOfSatisfying(
                        Outcome.FileContent.class,
                        read -> assertThat(read.content()).isEqualTo(Bytes.EMPTY));
    }

    @ParameterizedTest
    @EnumSource
    void tellsAbsentFromUnreadable(Shell shell) throws IOException, TransportException {
        Path file = file("file", allBytes());
        assertThat(shell.ask(Operation.ReadFile.of(folder + "/none"))).isEqualTo(new Outcome.FileAbsent());
        assertThat(shell.ask(Operation.ReadFile.of(folder + "/no/folder"))).isEqualTo(new Outcome.FileAbsent());
        assertThat(shell.ask(Operation.ReadFile.of(file + "/x"))).isEqualTo(new Outcome.FileAbsent());
        assertFailed(shell.ask(Operation.ReadFile.of(folder.toString())), "EISDIR");
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
        assertFailed(shell.ask(Operation.ReadFile.of(loop.toString())), "ELOOP");
    }

    @ParameterizedTest
    @EnumSource
    void doesNotHangOnAPipe(Shell shell) throws IOException, TransportException, InterruptedException {
        Path fifo = folder.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor())
                .isZero();
        assertFailed(shell.ask(Operation.ReadFile.of(fifo.toString())), "EINVAL");
    }

    @ParameterizedTest
    @EnumSource
    void keepsTheLimit(Shell shell) throws IOException, TransportException {
        Path file = file("file", allBytes());
        List<Operation> operations = List.of(
                new Operation.ReadFile(file.toString(), 256),
                new Operation.ReadFile(file.toString(), 255),
                Operation.ReadFile.of(file.toString()));
        try (PosixSession session = shell.open()) {
            List<Outcome> outcomes = session.run(new Batch(operations, true), Shell.LIMIT);
            assertThat(outcomes.getFirst()).isInstanceOf(Outcome.FileContent.class);
            assertFailed(outcomes.get(1), "EFBIG");
            assertThat(outcomes.getLast()).isEqualTo(new Outcome.Skipped());
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsAttributesOfTheKernel(Shell shell) throws TransportException {
        assertThat(shell.ask(Operation.ReadFile.of("/sys/class/net/lo/mtu")))
                .isInstanceOfSatisfying(
                        Outcome.FileContent.class,
                        read -> assertThat(read.content().lossyText()).matches("\\d+\n"));
        assertThat(shell.ask(Operation.ReadFile.of("/proc/self/status")))
                .isInstanceOfSatisfying(
                        Outcome.FileContent.class,
                        read -> assertThat(read.content().lossyText()).contains("State:"));
    }

    @ParameterizedTest
    @EnumSource
    void readsAllThatAPatternMatches(Shell shell) throws IOException, TransportException {
        file("b 2.conf", allBytes());
        file("a.conf", new byte[0]);
        file("c.conf", "well below the limit".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        file("d.other", allBytes());
        Files.createDirectory(folder.resolve("e.conf"));
        Files.createSymbolicLink(folder.resolve("f.conf"), folder.resolve("gone"));
        Files.createSymbolicLink(folder.resolve("g.conf"), folder.resolve("d.other"));
        assertThat(shell.ask(new Operation.ReadMatching(folder + "/[a-g]*.conf", 256)))
                .isInstanceOfSatisfying(Outcome.FilesFound.class, found -> {
                    assertThat(found.files())
                            .extracting(file ->
                                    file.path().substring(folder.toString().length() + 1))
                            .containsExactly("a.conf", "b 2.conf", "c.conf", "g.conf");
                    assertThat(found.files().get(1).content()).isEqualTo(Bytes.of(allBytes()));
                });
        assertFailed(shell.ask(new Operation.ReadMatching(folder + "/[a-g]*.conf", 255)), "EFBIG");
        assertThat(shell.ask(new Operation.ReadMatching(folder + "/*.none", 256)))
                .isEqualTo(new Outcome.FilesFound(List.of()));
        assertThat(shell.ask(new Operation.ReadMatching("/sys/class/net/lo/mt[u]", 256)))
                .isInstanceOfSatisfying(
                        Outcome.FilesFound.class,
                        found -> assertThat(found.files()).hasSize(1));
    }

    @ParameterizedTest
    @EnumSource
    void resolvesLinks(Shell shell) throws IOException, TransportException {
        Path real = file("real\n", allBytes()).toRealPath();
        Files.createSymbolicLink(folder.resolve("one"), Path.of("two"));
        Files.createSymbolicLink(folder.resolve("two"), real);
        Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("gone"));
        assertThat(shell.ask(new Operation.ResolvePath(folder + "/one")))
                .isEqualTo(new Outcome.PathResolved(real.toString()));
        assertThat(shell.ask(new Operation.ResolvePath(folder + "/./.")))
                .isEqualTo(new Outcome.PathResolved(folder.toRealPath().toString()));
        assertThat(shell.ask(new Operation.ResolvePath(folder + "/dangling"))).isEqualTo(new Outcome.FileAbsent());
        assertThat(shell.ask(new Operation.ResolvePath(folder + "/gone"))).isEqualTo(new Outcome.FileAbsent());
    }

    @ParameterizedTest
    @EnumSource
    void listsProcessesByTheirKernelName(Shell shell) throws IOException, TransportException {
        Path program = Files.copy(Path.of("/usr/bin/sleep"), folder.resolve("odd ) (name"));
        Process process = new ProcessBuilder(program.toString(), "60").start();
        try {
            long now = System.currentTimeMillis() / 1000;
            assertThat(shell.ask(new Operation.ListProcesses(Set.of("odd ) (name", "no such process"))))
                    .isInstanceOfSatisfying(Outcome.ProcessesFound.class, found -> {
                        assertThat(found.processes()).hasSize(1);
                        Outcome.ProcessEntry entry = found.processes().getFirst();
                        assertThat(entry.pid()).isEqualTo((int) process.pid());
                        assertThat(entry.arguments()).containsExactly(program.toString(), "60");
                        assertThat(entry.startTicks()).isPositive();
                        assertThat(entry.startSeconds()).isBetween(now - 30, now + 5);
                    });
        } finally {
            process.destroy();
        }
        assertThat(shell.ask(new Operation.ListProcesses(Set.of()))).isEqualTo(new Outcome.ProcessesFound(List.of()));
    }

    @ParameterizedTest
    @EnumSource
    void saysWhatAnotherUserMayNotRead(Shell shell) throws IOException, TransportException {
        Root.require();
        Path file = file("private", allBytes());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path hidden = Files.createDirectory(folder.resolve("hidden"));
        Files.setPosixFilePermissions(hidden, PosixFilePermissions.fromString("rwx------"));
        try (PosixSession session = Root.asNobody(shell)) {
            List<Outcome> outcomes = session.run(
                    Batch.of(List.of(
                            Operation.ReadFile.of(file.toString()),
                            Operation.ReadFile.of(hidden + "/x"),
                            new Operation.ResolvePath(hidden + "/x"),
                            new Operation.ReadMatching(folder + "/priv*", 100),
                            new Operation.ReadMatching(folder + "/hid*/x", 100),
                            new Operation.ReadMatching(hidden + "/y/*", 100))),
                    Duration.ofSeconds(20));
            outcomes.subList(0, 3).forEach(outcome -> assertFailed(outcome, "EACCES"));
            assertThat(outcomes.get(3)).isEqualTo(unread(file));
            assertThat(outcomes.get(4)).isEqualTo(unread(hidden));
            assertThat(outcomes.get(5)).isEqualTo(unread(hidden));
        }
    }

    private static Outcome unread(Path path) {
        var why = new Outcome.OperationFailed("EACCES", path + ": Permission denied");
        return new Outcome.FilesFound(List.of(), List.of(new Outcome.Unread(path.toString(), why)));
    }
}
