package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.transport.ProcessConnection;
import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.posix.PosixSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
        Files.setLastModifiedTime(plain, FileTime.from(1_600_000_000, TimeUnit.SECONDS));
        Files.createSymbolicLink(folder.resolve("20-masked.conf"), Path.of("/dev/null"));
        Files.createSymbolicLink(folder.resolve("30-dangling.conf"), Path.of("/nowhere/at/all"));
        Files.createDirectory(folder.resolve("40-folder.conf"));
        Files.writeString(folder.resolve("other"), "x\n");
        ObservedFiles found = find(List.of(folder + "/*.conf", folder + "/missing/*"));
        assertThat(found.unlisted()).isEmpty();
        assertThat(found.in(folder.toString()))
                .containsExactly(
                        new FileObserved(plain.toString(), Fact.known(Bytes.ofUtf8("x\n")), 1_600_000_000),
                        new FileObserved(
                                folder + "/20-masked.conf",
                                Fact.known(Bytes.EMPTY),
                                found.get(folder + "/20-masked.conf").modifiedSeconds()));
        assertThat(found.get(folder + "/other").content()).isEqualTo(Fact.absent());
        assertThat(found.obstacle(List.of(folder.toString()))).isEmpty();
    }

    @Test
    void aFileThatIsTooLarge() throws IOException, TransportException {
        Files.write(folder.resolve("large.conf"), new byte[2 << 20]);
        ObservedFiles found = find(List.of(folder + "/*.conf"));
        assertThat(found.get(folder + "/large.conf").content()).isInstanceOf(Fact.Unreadable.class);
        assertThat(found.obstacle(List.of(folder.toString()))).isPresent();
        assertThat(found.obstacle(List.of("/elsewhere"))).isEmpty();
    }
}
