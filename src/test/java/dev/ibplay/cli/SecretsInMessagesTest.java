package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.opensm.OpensmOption;
import dev.ibplay.opensm.OpensmOptions;
import dev.ibplay.plan.Redaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The line that a message shows may hold a secret that it is not about. */
class SecretsInMessagesTest {
    private static final String SECRET = "0xfeedface";

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "options: {sweep_interval: [1], sm_key: 0xfeedface}",
                "options: {sm_key: 0xfeedface, sweep_interval: [1]}",
                "options: {sa_key: 0xfeedface0xfeedface}",
                "options: {m_key: [0xfeedface]}",
                "options: {m_key: >\n        0xfeedface 1}",
                "options:\n        sm_key:\n          - 0xfeedface",
                "options: {\"sm_key\": {a: 0xfeedface}}",
            })
    void linesWithKeysOfTheFabric(String options) throws IOException {
        String playbook = file("site.yml", "- hosts: all\n  state:\n    opensm:\n      " + options + "\n");
        CommandLineRun run = CommandLineRun.of("lint", playbook);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(1);
        assertThat(run.all()).contains("site.yml:").doesNotContain("feedface");
    }

    @Test
    void twoPlaysWithDifferentKeys() throws IOException {
        String playbook = file("site.yml", """
                - hosts: sm1
                  state: {opensm: {options: {sm_key: 0xfeedface}}}
                - hosts: sm1
                  state: {opensm: {options: {sm_key: "{{ other }}"}}}
                """);
        CommandLineRun run = CommandLineRun.of(
                "check", "-i", file("hosts.ini", "sm1 other=0xfeedbeef\n"), playbook, "-e", "spare=" + SECRET);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr()).contains("two plays give opensm options.sm_key of sm1 different values");
        assertThat(run.all()).doesNotContain("feed");
    }

    @Test
    void everySecretOfOpensmsTableIsHiddenByItsName() {
        assertThat(OpensmOptions.known())
                .filteredOn(OpensmOption::isSecret)
                .filteredOn(option -> !option.key().endsWith("_file")) // the name of a file that holds keys
                .isNotEmpty()
                .allSatisfy(option -> assertThat(Redaction.isSecret(option.key()))
                        .as(option.key())
                        .isTrue());
    }
}
