package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of copies, as a real shell makes it in another place. */
class KeptFilesTest {
    private static final String KEPT = "/var/lib/ibplay/kept";

    @TempDir
    private Path root;

    private Path kept;
    private Path started;

    @BeforeEach
    void aFindThatIsSeen() throws IOException {
        kept = root.resolve("kept");
        started = root.resolve("started");
        Path find = Files.createDirectories(root.resolve("bin")).resolve("find");
        Files.writeString(find, "#!/bin/sh\necho >> '%s'\nexec /usr/bin/find \"$@\"\n".formatted(started));
        Files.setPosixFilePermissions(find, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void makeFolder(String run) throws IOException, InterruptedException {
        FileChange change =
                new FileChange("h", "/etc/a.conf", Optional.of(Bytes.ofUtf8("old")), Optional.of(Bytes.ofUtf8("new")));
        Operation.RunCommand command =
                (Operation.RunCommand) new KeptFiles(run).keep(List.of(change)).getFirst();
        assertThat(KeptFiles.prepares(command)).isTrue();
        List<String> arguments = new ArrayList<>();
        command.arguments().forEach(argument -> arguments.add(argument.replace(KEPT, kept.toString())));
        var builder = new ProcessBuilder(arguments).inheritIO();
        builder.environment().merge("PATH", root.resolve("bin").toString(), (old, first) -> first + ":" + old);
        assertThat(builder.start().waitFor()).isZero();
        assertThat(kept.resolve(run)).isDirectory();
    }

    private void isDaysOld(String run, int days) throws IOException {
        Files.setLastModifiedTime(kept.resolve(run), FileTime.from(Instant.now().minus(Duration.ofDays(days))));
    }

    @Test
    void theFirstFolderIsTheOwnersAndNeedsNoSearch() throws IOException, InterruptedException {
        makeFolder("first");
        makeFolder("first");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept.resolve("first"))))
                .isEqualTo("rwx------");
        assertThat(started).doesNotExist();
    }

    @Test
    void aNewFolderEndsThoseThatAreTooOld() throws IOException, InterruptedException {
        makeFolder("old");
        Files.writeString(kept.resolve("old/etc%2Fa.conf"), "old");
        isDaysOld("old", 40);
        makeFolder("young");
        assertThat(kept.resolve("old")).doesNotExist();
        isDaysOld("young", 20);
        makeFolder("new");
        assertThat(kept.resolve("young")).isDirectory();
    }
}
