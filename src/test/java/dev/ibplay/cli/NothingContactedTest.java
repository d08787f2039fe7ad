package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong before any host is asked ends with 1, and no host is asked. */
class NothingContactedTest {
    @TempDir
    private Path folder = Path.of("set by JUnit");

    private SilentHost host;
    private String inventory = "";
    private String playbook = "";

    NothingContactedTest() throws IOException {
        host = new SilentHost();
    }

    @BeforeEach
    void write() throws IOException {
        inventory = host.inventory(folder);
        playbook = playbook("""
                - name: Quiet ones
                  hosts: quiet
                  state:
                    ipoib: {ib0: {mtu: 2044}}
                """);
    }

    @AfterEach
    void close() throws IOException {
        host.close();
    }

    private String playbook(String text) throws IOException {
        return Files.writeString(folder.resolve("play.yml"), text).toString();
    }

    private CommandLineRun refused(String... words) throws IOException {
        CommandLineRun run = CommandLineRun.of(words);
        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(1);
        assertThat(run.stdout()).isEmpty();
        assertThat(host.wasContacted()).isFalse();
        return run;
    }

    @Test
    void listHosts() throws IOException {
        CommandLineRun run = CommandLineRun.of("check", "-i", inventory, playbook, "--list-hosts");

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo("Quiet ones (2)\n  quiet1\n  quiet2\n");
        assertThat(run.stderr()).isEmpty();
        assertThat(host.wasContacted()).isFalse();
    }

    @Test
    void applyWithoutATerminalNeedsYes() throws IOException {
        assertThat(refused("apply", "-i", inventory, playbook).stderr()).isEqualTo("""
                        ibplay: standard input is no terminal, so nobody can be asked before applying
                          hint: give --yes to apply without asking, or look first with ibplay check
                        """);
    }

    @Test
    void unknownHostInAPlay() throws IOException {
        String other = playbook("""
                - hosts: quite
                  state:
                    ipoib: {ib0: {mtu: 2044}}
                """);

        assertThat(refused("check", "-i", inventory, other).stderr())
                .startsWith(other + ":1:10: error[IB211]: ")
                .contains("quite");
    }

    @Test
    void unknownHostInTheLimit() throws IOException {
        assertThat(refused("check", "-i", inventory, playbook, "--limit", "nobody")
                        .stderr())
                .contains("error[IB211]: ")
                .contains("nobody");
    }

    @Test
    void playbookThatCannotBeRead() throws IOException {
        String missing = folder.resolve("missing.yml").toString();

        assertThat(refused("check", "-i", inventory, missing).stderr()).contains("error[IB002]: ", "missing.yml");
    }

    @Test
    void playbookWithAMistake() throws IOException {
        String wrong = playbook("""
                - hosts: quiet
                  stat:
                    ipoib: {ib0: {mtu: 2044}}
                """);

        assertThat(refused("check", "-i", inventory, wrong).stderr())
                .contains(wrong + ":2:3: error[IB102]: ")
                .contains("  hint: ")
                .contains("state");
    }

    @Test
    void inventoryWithAMistake() throws IOException {
        String wrong = Files.writeString(folder.resolve("wrong.ini"), "[quiet\nquiet1\n")
                .toString();

        assertThat(refused("check", "-i", wrong, playbook).stderr()).contains("wrong.ini:1:", "error[IB20");
    }

    @Test
    void inventoryThatIsMissing() throws IOException {
        assertThat(refused("check", "-i", folder.resolve("none.ini").toString(), playbook)
                        .stderr())
                .contains("error[IB200]: ", "none.ini");
    }

    @Test
    void extraVariableThatIsNone() throws IOException {
        assertThat(refused("check", "-i", inventory, playbook, "-e", "novalue").stderr())
                .contains("error[IB001]: \"novalue\" is no variable")
                .contains("  hint: write -e name=value");
    }

    @Test
    void connectionVariableWithAWrongValue() throws IOException {
        assertThat(refused("check", "-i", inventory, playbook, "-e", "ansible_port=many")
                        .stderr())
                .contains("error[IB220]: ", "ansible_port");
    }

    @Test
    void hostIsContactedOtherwise() throws InterruptedException {
        // Shows that the other tests could fail.
        Thread hangingUp = host.hangUp();

        CommandLineRun run = CommandLineRun.of("check", "-i", inventory, playbook, "--limit", "quiet1");

        assertThat(run.exitCode()).as(run.stderr()).isEqualTo(4);
        assertThat(run.stdout()).startsWith("No difference was found where it could be looked for.\n");
        hangingUp.interrupt();
        hangingUp.join();
    }
}
