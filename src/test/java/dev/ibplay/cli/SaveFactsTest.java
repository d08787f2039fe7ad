package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaveFactsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"), words);
    }

    @Test
    void factsOfALabAreSaved() throws Exception {
        String place = folder.resolve("lab").toString();
        CommandLineRun up = run("lab", "up", "--hosts", "2", "--pace", "20", "--dir", place);
        assertThat(up.exitCode()).as(up.all()).isZero();
        try {
            Path saved = folder.resolve("facts");
            String inventory = up.stdout().strip();
            CommandLineRun save = run("facts", "-i", inventory, "--save", saved.toString());
            assertThat(save.exitCode()).as(save.all()).isZero();
            assertThat(save.stderr()).isEqualTo("saved the facts of 4 of 4 hosts in " + saved + "\n");
            assertThat(save.stdout()).isEqualTo(run("facts", "-i", inventory).stdout());
            assertThat(saved).isDirectoryContaining("glob:**/sm1.jsonl").isDirectoryContaining("glob:**/node02.jsonl");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(saved)))
                    .isEqualTo("rwx------");
            assertThat(Files.readString(saved.resolve("sm1.jsonl")))
                    .contains("\"discover-fabric\"", "\"administration-query\"", "\"mlx4_core\"");
        } finally {
            run("lab", "down", "--dir", place);
        }
    }

    @Test
    void whatWasSavedEarlierStays() throws IOException {
        Path hosts = Files.writeString(
                folder.resolve("hosts.ini"), "win1 ansible_connection=winrm\nwin2 ansible_connection=winrm\n");
        Path saved = Files.createDirectory(folder.resolve("facts"));
        Files.writeString(saved.resolve("win1.jsonl"), "earlier");
        CommandLineRun save = run("facts", "-i", hosts.toString(), "--save", saved.toString());
        assertThat(save.exitCode()).isEqualTo(6);
        assertThat(save.stderr())
                .endsWith("saved the facts of 0 of 2 hosts in " + saved + "\nwin1: the facts saved earlier stay: "
                        + saved.resolve("win1.jsonl") + "\n");
        assertThat(saved.resolve("win1.jsonl")).hasContent("earlier");
    }

    @Test
    void noHostIsAskedWhereNothingCanBeSaved() throws IOException {
        Path hosts = Files.writeString(folder.resolve("hosts.ini"), "a ansible_host=192.0.2.1\n");
        Path file = Files.writeString(folder.resolve("file"), "");
        CommandLineRun save = run("facts", "-i", hosts.toString(), "--save", file.toString());
        assertThat(save.exitCode()).isEqualTo(1);
        assertThat(save.stderr()).startsWith("ibplay: cannot make the folder " + file);
        CommandLineRun both = run("facts", "--save", file.toString(), "--from-output", hosts.toString());
        assertThat(both.exitCode()).isEqualTo(1);
        assertThat(both.stderr()).contains("--from-output asks no host, so that there is nothing to save");
    }
}
