package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On this machine's own sh. */
class ObservedFilesTest {
    @TempDir
    private Path folder;

    private ObservedFiles find(List<String> patterns) throws TransportException {
        try (PosixSession session = PosixSession.open("localhost", ProcessConnection.plain())) {
            return ObservedFiles.parse(
                    patterns, session.run(Batch.of(ObservedFiles.operations(patterns)), Duration.ofSeconds(30)));
        }
    }

    @Test
    void filesMasksAndWhatIsNone() throws IOException, TransportException {
        Path plain = folder.resolve("10 with blanks.conf");
        Files.writeString(plain, "x\n");
        Files.createSymbolicLink(folder.resolve("20-masked.conf"), Path.of("/dev/null"));
        Files.createSymbolicLink(folder.resolve("30-dangling.conf"), Path.of("/nowhere/at/all"));
        Files.createDirectory(folder.resolve("40-folder.conf"));
        Files.writeString(folder.resolve("other"), "x\n");
        ObservedFiles found = find(List.of(folder + "/*.conf", folder + "/missing/*"));
        assertThat(found.unlisted()).isEmpty();
        assertThat(found.in(folder.toString()))
                .containsExactly(
                        new FileObserved(plain.toString(), Fact.known(Bytes.ofUtf8("x\n")), 0),
                        new FileObserved(folder + "/20-masked.conf", Fact.known(Bytes.EMPTY), 0));
        assertThat(found.get(folder + "/other").content()).isEqualTo(Fact.absent());
        assertThat(found.obstacle(List.of(folder.toString()))).isEmpty();
    }

    @Test
    void aFileThatIsTooLarge() throws IOException, TransportException {
        Files.write(folder.resolve("large.conf"), new byte[2 << 20]);
        ObservedFiles found = find(List.of(folder + "/*.conf"));
        assertThat(found.unlisted().get(folder.toString())).contains("large.conf");
        assertThat(found.obstacle(List.of(folder.toString()))).isPresent();
        assertThat(found.obstacle(List.of("/elsewhere"))).isEmpty();
    }

    private static Outcome.Unread unread(String path) {
        return new Outcome.Unread(path, new Outcome.OperationFailed("EACCES", path + " is shut"));
    }

    @Test
    void whatCouldNotBeLookedAt() {
        ObservedFiles found = ObservedFiles.parse(
                List.of("/etc/a/*.d/*.conf", "/etc/b/*", "/etc/c/x/*", "/etc/rc[35].d/S*"),
                List.of(
                        new Outcome.FilesFound(List.of(), List.of(unread("/etc/a/1.d"), unread("/etc/a/2.d/x.conf"))),
                        new Outcome.FilesFound(List.of(new Outcome.NamedFile("/etc/b/y", Bytes.EMPTY))),
                        new Outcome.FilesFound(List.of(), List.of(unread("/etc/c"))),
                        new Outcome.OperationFailed("EFBIG", "read /etc/rc3.d/S1: File too large")));
        assertThat(found.files()).containsOnlyKeys("/etc/a/2.d/x.conf", "/etc/b/y");
        assertThat(found.get("/etc/a/2.d/x.conf").content()).isEqualTo(Fact.unreadable("/etc/a/2.d/x.conf is shut"));
        assertThat(found.unlisted()).containsOnlyKeys("/etc/a/1.d", "/etc/c", "/etc");
        assertThat(found.whyUnlisted("/etc/a/1.d/z.conf")).contains("read /etc/rc3.d/S1: File too large");
        assertThat(found.whyUnlisted("/opt/z")).isEmpty();
    }

    @Test
    void aShutFolderIsAnObstacleToThoseAroundItAndWithinIt() {
        ObservedFiles found = ObservedFiles.parse(
                List.of("/etc/a/b/*.conf"), List.of(new Outcome.FilesFound(List.of(), List.of(unread("/etc/a/b")))));
        assertThat(found.obstacle(List.of("/etc/a"))).contains("/etc/a/b is shut");
        assertThat(found.obstacle(List.of("/etc/a/b/c"))).contains("/etc/a/b is shut");
        assertThat(found.obstacle(List.of("/etc/a/bc", "/etc/d"))).isEmpty();
    }
}
