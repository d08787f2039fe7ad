package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code ibplay fabric} refuses before it asks anything. */
class FabricCommandTest {
    @TempDir
    private Path folder;

    private CommandLineRun fabric(String... words) throws IOException {
        Path inventory = Files.writeString(folder.resolve("hosts"), "[ib]\nnode1 ansible_connection=local\n");
        String[] line = new String[words.length + 3];
        line[0] = "fabric";
        line[1] = "-i";
        line[2] = inventory.toString();
        System.arraycopy(words, 0, line, 3, words.length);
        return CommandLineRun.of(line);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--outstanding-smps 0 | --outstanding-smps takes 1 to 255, not 0",
                "--outstanding-smps 256 | --outstanding-smps takes 1 to 255, not 256",
                "--local --from node1 | --local and --from exclude each other",
                "--from node2 | --from node2 is no host of the inventory",
                "--between node1 | --between takes two hosts with a comma between them",
                "--mtu 20 | --mtu takes 68 to 65520 bytes, not 20",
                "--format xml | --format",
                "nobody | nobody",
            })
    void usage(String words, String message) throws IOException {
        CommandLineRun run = fabric(words.strip().split(" "));
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(1);
        assertThat(run.stderr()).contains(message.strip());
        assertThat(run.stdout()).isEmpty();
    }

    @Test
    void keysAreNeverShown() throws IOException {
        CommandLineRun wrong = fabric("-e", "ibplay_m_key=0xnokey5ecret");
        assertThat(wrong.stderr() + wrong.stdout()).doesNotContain("nokey5ecret");
        assertThat(wrong.stderr()).contains("ibplay_m_key of node1 is no key of 64 bits");
    }

    @Test
    void aHostThatCannotBeReachedIsToldOnce() throws IOException {
        CommandLineRun run = fabric("-e", "ansible_connection=ssh ansible_host=127.0.0.1 ansible_port=1");
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(4);
        assertThat(run.stderr()).containsOnlyOnce("error[IB601]").contains("no fabric could be looked at");
        assertThat(run.stdout()).isEmpty();
    }
}
