package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Faults;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a run that came to an early end: what it has left, by its journal. */
class ResumeTest {
    private static final double PACE = 20;

    @TempDir
    private Path folder = Path.of("set by JUnit");

    private final LabFolder place;
    private final ScaledClock clock = new ScaledClock(PACE);
    private final Lab lab;

    ResumeTest() throws IOException, InterruptedException {
        place = LabFolder.temporary();
        lab = Lab.start(LabLayout.sample(5), place, clock);
    }

    /** node02 fails in its batch of its own; node04 is never reached, and node03 to node05 do not have their turns. */
    @BeforeEach
    void anEarlyEnd() throws Exception {
        List<FaultRule> rules = new ArrayList<>();
        for (String rule : List.of("node02 disk-full=/etc at 2", "node04 unreachable")) {
            rules.add(FaultRule.parse(rule));
        }
        new FaultRules(rules).apply(lab.hosts(), lab.servers(), 1);
        CommandLineRun first =
                ibplay("apply", "--yes", "-i", lab.inventory().toString(), playbook(1500), "-e", "mtu=1500");
        assertThat(first.exitCode()).as(first.all()).isEqualTo(3);
        assertThat(first.all()).contains("ibplay apply --resume ");
        assertThat(running()).containsEntry("node01", "datagram 1500").containsEntry("node03", "datagram 2044");
    }

    @AfterEach
    void end() throws IOException {
        lab.close();
        clock.close();
        place.close();
    }

    private CommandLineRun ibplay(String... words) {
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.toString(), Pace.VARIABLE, Double.toString(PACE)), words);
    }

    private String playbook(int ignored) throws IOException {
        return Files.writeString(folder.resolve("site.yml"), """
                - hosts: node*
                  become: true
                  serial: 1
                  any_errors_fatal: true
                  state:
                    ipoib:
                      ib0: {mtu: "{{ mtu }}"}
                """).toString();
    }

    private Map<String, String> running() {
        Map<String, String> running = new java.util.TreeMap<>();
        LabLook.at(lab.hosts()).running().forEach((name, value) -> running.put(name.replace(" ib0", ""), value));
        return running;
    }

    private void mend() throws Exception {
        lab.hosts().machine("node02").orElseThrow().machine().faults(Faults.NONE);
        lab.hosts().machine("node02").orElseThrow().machine().disk().unlimited("/etc");
        lab.servers().stream()
                .filter(server -> server.machine().name().equals("node04"))
                .findFirst()
                .orElseThrow()
                .listen();
    }

    @Test
    void goesOnWithTheWholeCommandLine() throws Exception {
        mend();
        CommandLineRun resumed = ibplay("apply", "--resume", "last", "--yes");
        assertThat(resumed.exitCode()).as(resumed.all()).isZero();
        assertThat(resumed.stderr()).contains(", which goes on with run ");
        assertThat(resumed.stdout()).contains("changed=4");
        for (int i = 1; i <= 5; i++) {
            assertThat(running()).containsEntry("node0" + i, "datagram 1500");
        }
        assertThat(ibplay("runs", "show", "last").stdout()).contains("goes on with run ", "-e mtu=1500");
    }

    @Test
    void asksAndChecksAsItIsToldNow() throws Exception {
        CommandLineRun nobody = ibplay("apply", "--resume", "last");
        assertThat(nobody.exitCode()).as(nobody.all()).isEqualTo(1);
        Map<String, String> before = running();
        CommandLineRun check = ibplay("apply", "--resume", "last", "--check", "-e", "mtu=1400");
        assertThat(check.exitCode()).as(check.all()).isEqualTo(4);
        assertThat(check.stdout()).contains("-> 1400").doesNotContain("-> 1500");
        assertThat(running()).isEqualTo(before);
    }

    @Test
    void saysWhatHasChangedSince() throws Exception {
        Files.writeString(folder.resolve("site.yml"), "\n# later\n", java.nio.file.StandardOpenOption.APPEND);
        CommandLineRun check = ibplay("apply", "--resume", "last", "--check");
        assertThat(check.stderr())
                .contains("warning[IB652]: since run ")
                .contains("these files have changed: " + folder.resolve("site.yml"));
    }

    @Test
    void theFailedOnesAlone() throws Exception {
        mend();
        String[] line = {
            "apply", "--yes", "-i", lab.inventory().toString(), playbook(1500), "-e", "mtu=1500", "-l", "@failed"
        };
        CommandLineRun run = ibplay(line);
        assertThat(run.exitCode()).as(run.all()).isZero();
        assertThat(running())
                .containsEntry("node02", "datagram 1500")
                .containsEntry("node03", "datagram 2044")
                .containsEntry("node04", "datagram 2044");
        CommandLineRun again = ibplay(line);
        assertThat(again.exitCode()).as(again.all()).isEqualTo(1);
        assertThat(again.stderr()).contains("no host of the last run, ", " is failed");
        // What @failed meant counts, not what it would mean now.
        CommandLineRun resumed = ibplay("apply", "--resume", "last", "--yes");
        assertThat(resumed.exitCode()).as(resumed.all()).isZero();
        assertThat(resumed.stdout()).contains("ok=1 changed=0");
    }

    @Test
    void theUnreachableAndTheSkippedOnes() throws Exception {
        CommandLineRun list = ibplay(
                "check",
                "-i",
                lab.inventory().toString(),
                playbook(1500),
                "-e",
                "mtu=1500",
                "--list-hosts",
                "-l",
                "@unreachable");
        assertThat(list.exitCode()).as(list.all()).isZero();
        assertThat(list.stdout()).contains("node04").doesNotContain("node02", "node03");
        CommandLineRun skipped = ibplay(
                "check",
                "-i",
                lab.inventory().toString(),
                playbook(1500),
                "-e",
                "mtu=1500",
                "--list-hosts",
                "-l",
                "@skipped,!node05");
        assertThat(skipped.stdout()).contains("node03").doesNotContain("node02", "node05");
    }

    @Test
    void withoutARecordedRun() throws Exception {
        CommandLineRun none = CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("none").toString()),
                "check",
                "-i",
                lab.inventory().toString(),
                playbook(1500),
                "-l",
                "@failed");
        assertThat(none.exitCode()).isEqualTo(1);
        assertThat(none.stderr()).contains("there is no recorded run in ");
        CommandLineRun resume = CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("none").toString()), "apply", "--yes", "--resume", "last");
        assertThat(resume.exitCode()).isEqualTo(1);
        assertThat(resume.stderr()).contains("there is no run last");
    }
}
