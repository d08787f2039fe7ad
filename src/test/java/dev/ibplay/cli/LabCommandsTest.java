package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab from the command line: the demo, and one that goes on in the background. */
class LabCommandsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private CommandLineRun run(String... words) {
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"), words);
    }

    @Test
    void theDemoDoesTheWholeJobAndLeavesNothing() {
        CommandLineRun demo = run("lab", "demo");
        assertThat(demo.exitCode()).as(demo.all()).isZero();
        assertThat(demo.stdout())
                .containsSubsequence(
                        "ipoib ib0: mtu running and file 2044 -> 4092",
                        "vswitch vSwitch1: mtu running 1500 -> 2044",
                        "ipoib Ethernet 3: *JumboPacket file 2044 -> 4092 or more",
                        "sw1: write memory",
                        "ok=0 changed=10 skipped=0 unsupported=0 held=0 unverified=0 reverted=0 unreachable=0 failed=0",
                        "The desired state holds.",
                        "The desired state holds.");
        assertThat(demo.stderr()).contains("== What would change?", "everything is gone again");
        assertThat(folder.resolve("state")).as("the user's own records").doesNotExist();
    }

    @Test
    void oneThatGoesOnInTheBackground() throws Exception {
        String place = folder.resolve("lab").toString();
        CommandLineRun up = run("lab", "up", "--hosts", "2", "--pace", "20", "--dir", place);
        assertThat(up.exitCode()).as(up.all()).isZero();
        String inventory = up.stdout().strip();
        try {
            assertThat(Path.of(inventory)).exists();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(place))))
                    .isEqualTo("rwx------");
            assertThat(run("lab", "status", "--dir", place).stdout())
                    .contains("hosts      4\n", "pace       20.0\n", "inventory  " + inventory);
            CommandLineRun twice = run("lab", "up", "--dir", place);
            assertThat(twice.exitCode()).isEqualTo(1);
            assertThat(twice.stderr()).contains("a lab runs already", "ibplay lab down");
            CommandLineRun check = run("check", "-i", inventory, "playbooks/site.yml");
            assertThat(check.exitCode()).as(check.all()).isEqualTo(2);
            assertThat(check.stdout()).contains("node02\n  ipoib ib0: mtu running and file 2044 -> 4092");
            Files.writeString(Path.of(place, "mine"), "stays");
        } finally {
            assertThat(run("lab", "down", "--dir", place).exitCode()).isZero();
        }
        assertThat(Path.of(inventory)).doesNotExist();
        assertThat(Path.of(place, "mine")).as("what is not the lab's").exists();
        assertThat(run("lab", "status", "--dir", place).exitCode()).isEqualTo(1);
        assertThat(run("lab", "down", "--dir", place).stderr()).contains("no lab runs");
    }

    @Test
    void whatALabCannotBe() {
        assertThat(run("lab").exitCode()).isEqualTo(1);
        assertThat(run("lab", "up", "--hosts", "0").stderr()).contains("--hosts takes 1 to 5078");
        assertThat(run("lab", "up", "--hosts", "5077", "--mixed").stderr()).contains("--hosts takes 1 to 5075");
        assertThat(run("lab", "up", "--pace", "0.5").exitCode()).isEqualTo(1);
        assertThat(run("lab", "status").exitCode()).isEqualTo(1);
        assertThat(run("lab", "down").exitCode()).isZero();
        assertThat(folder.resolve("state")).as("looking makes nothing").doesNotExist();
    }
}
