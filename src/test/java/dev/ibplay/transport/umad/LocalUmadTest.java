package dev.ibplay.transport.umad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.jna.Platform;
import dev.ibplay.Missing;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadKey;
import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.MadTiming;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library in this process, on a machine without InfiniBand. */
class LocalUmadTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path cache;

    @BeforeAll
    static void requireLibrary() {
        Missing.unless(
                Objects.nonNull(LocalUmad.class.getResource("/" + Platform.RESOURCE_PREFIX + "/libibplay.so")),
                "the library for " + Platform.RESOURCE_PREFIX);
    }

    private LocalUmad open() throws TransportException {
        return LocalUmad.open("here", Map.of("XDG_CACHE_HOME", cache.toString()));
    }

    private static String errno(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.OperationFailed.class);
        return ((Outcome.OperationFailed) outcome).errno();
    }

    @Test
    void readsButDoesNotChange() throws Exception {
        Path file = Files.writeString(cache.resolve("file"), "content\n");
        try (LocalUmad here = open()) {
            List<Outcome> outcomes = here.run(
                    Batch.of(List.of(
                            Operation.ReadFile.of(file.toString()),
                            Operation.ReadFile.of(file + ".absent"),
                            new Operation.ReadMatching(cache + "/fi*", 100),
                            new Operation.ResolvePath(cache + "/./file"),
                            new Operation.RemoveFile(file.toString(), Bytes.ofUtf8("content\n")),
                            Operation.RunCommand.of(LIMIT, "rm", file.toString()))),
                    LIMIT);
            assertThat(outcomes.get(0))
                    .isInstanceOfSatisfying(
                            Outcome.FileContent.class,
                            f -> assertThat(f.content().latin1()).isEqualTo("content\n"));
            assertThat(outcomes.get(1)).isEqualTo(new Outcome.FileAbsent());
            assertThat(outcomes.get(2))
                    .isInstanceOfSatisfying(
                            Outcome.FilesFound.class, f -> assertThat(f.files()).hasSize(1));
            assertThat(outcomes.get(3))
                    .isEqualTo(new Outcome.PathResolved(file.toRealPath().toString()));
            assertThat(errno(outcomes.get(4))).isEqualTo("ENOSYS");
            assertThat(errno(outcomes.get(5))).isEqualTo("ENOSYS");
            assertThat(here.counts().roundTrips()).isEqualTo(1);
        }
        assertThat(file).hasContent("content\n");
    }

    @Test
    void aMachineWithoutDevicesSaysSo() throws Exception {
        Missing.unless(!Files.exists(Path.of("/sys/class/infiniband_mad")), "a machine without umad devices");
        Operation sweep =
                new Operation.DiscoverFabric(new MadPort("mlx5_0", 1), MadKey.NONE, MadTiming.DEFAULT, 16, true);
        try (LocalUmad here = open()) {
            Outcome outcome = here.run(Batch.of(List.of(sweep)), LIMIT).getFirst();
            assertThat(errno(outcome)).isEqualTo("ENODEV");
            assertThat(((Outcome.OperationFailed) outcome).message())
                    .contains("mlx5_0/1")
                    .contains("ib_umad");
        }
    }

    @Test
    void afterItsEndThereIsNoAnswer() throws Exception {
        LocalUmad here = open();
        here.close();
        here.close();
        assertThatThrownBy(() -> here.run(Batch.of(List.of(Operation.ReadFile.of("/etc/hostname"))), LIMIT))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void theFileBelongsToTheUserAndIsNamedByItsContent() throws Exception {
        byte[] content = {1, 2, 3};
        LibraryCache own = LibraryCache.of(Map.of("XDG_CACHE_HOME", cache.toString()));
        Path path = own.put(content);
        assertThat(path)
                .isEqualTo(cache.resolve(
                        "ibplay/libibplay-" + "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81.so"));
        assertThat(Files.getPosixFilePermissions(path.getParent()))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        Files.write(path, new byte[] {9});
        assertThat(own.put(content)).isEqualTo(path).hasBinaryContent(content);
        assertThat(own.put(new byte[] {4})).isNotEqualTo(path).hasBinaryContent(new byte[] {4});
        try (Stream<Path> files = Files.list(path.getParent())) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void aFolderThatOthersMayWriteToIsRefused() throws Exception {
        LibraryCache own = LibraryCache.of(Map.of("XDG_CACHE_HOME", cache.toString()));
        Files.createDirectory(own.folder());
        Files.setPosixFilePermissions(own.folder(), PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(() -> own.put(new byte[] {1}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this user alone");
        assertThatThrownBy(this::open)
                .isInstanceOfSatisfying(
                        TransportException.class,
                        e -> assertThat(e.hint().orElseThrow()).contains("XDG_CACHE_HOME"));
    }

    @Test
    void withoutACacheFolderItIsTheHome() {
        assertThat(LibraryCache.of(Map.of("HOME", "/home/ada")).folder()).isEqualTo(Path.of("/home/ada/.cache/ibplay"));
        assertThat(LibraryCache.of(Map.of("HOME", "/home/ada", "XDG_CACHE_HOME", "relative"))
                        .folder())
                .isEqualTo(Path.of("/home/ada/.cache/ibplay"));
    }
}
