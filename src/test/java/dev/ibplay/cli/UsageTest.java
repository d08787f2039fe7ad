package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "chekc",
                "check",
                "check --no-such-option play.yml",
                "check play.yml --forks many",
                "check play.yml --format xml",
                "lint",
                "apply --yes",
                "inventory --list --graph"
            })
    void mistakesEndWithOne(String words) {
        CommandLineRun run = CommandLineRun.of(words.isEmpty() ? new String[0] : words.split(" "));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stdout()).isEmpty();
        assertThat(run.stderr())
                .startsWith("ibplay: ")
                .containsPattern("\n  hint: ibplay.* --help shows what it takes\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "check --help", "apply -h", "verify --help", "lint --help", "inventory --help"})
    void helpIsData(String words) {
        CommandLineRun run = CommandLineRun.of(words.split(" "));

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).startsWith("Usage: ibplay ");
        assertThat(run.stderr()).isEmpty();
    }

    @Test
    void helpTellsTheExitCodes() {
        assertThat(CommandLineRun.of("--help").stdout())
                .contains("Exit codes: 0 the desired state holds", "130 interrupted");
    }

    @Test
    void versionIsData() {
        CommandLineRun run = CommandLineRun.of("--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout().lines().findFirst().orElseThrow()).startsWith("ibplay ");
        assertThat(run.stderr()).isEmpty();
    }

    @Test
    void lintOfARightPlaybook() {
        CommandLineRun run = CommandLineRun.of("lint", "playbooks/site.yml", "playbooks/two-k.yml");

        assertThat(run).isEqualTo(new CommandLineRun(0, "", ""));
    }

    @Test
    void lintShowsAllMistakes(@TempDir Path folder) throws IOException {
        Path playbook = Files.writeString(folder.resolve("wrong.yml"), """
                - hosts: all
                  state:
                    opensm:
                      priority: 16
                      partitions:
                        - {name: Default, pkey: 0x7fff, mtu: 4092}
                        - {name: none, pkey: 0x8000}
                    ipoib: {ib0: {mtuu: 2044}}
                """);

        CommandLineRun run = CommandLineRun.of("lint", playbook.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stdout()).isEmpty();
        assertThat(run.stderr())
                .contains(playbook + ":4:17: error[IB106]: ")
                .contains(playbook + ":6:46: error[IB106]: ")
                .contains(playbook + ":7:30: error[IB106]: ")
                .contains(playbook + ":8:19: error[IB102]: ");
    }

    @Test
    void schemaIsData() {
        CommandLineRun run = CommandLineRun.of("schema");

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).startsWith("{").contains("\"max_fail_percentage\"");
        assertThat(run.stderr()).isEmpty();
    }
}
