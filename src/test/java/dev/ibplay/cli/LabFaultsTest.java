package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Hosts of a lab that fail in different ways: each is reported with its own reason, and nothing else fails. */
class LabFaultsTest {
    private static final double PACE = 20;

    private static FaultRules rules(String... texts) throws FaultRule.Malformed {
        List<FaultRule> rules = new ArrayList<>();
        for (String text : texts) {
            rules.add(FaultRule.parse(text));
        }
        return new FaultRules(rules);
    }

    private static CommandLineRun run(LabFolder folder, String... words) {
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.path().toString(), Pace.VARIABLE, Double.toString(PACE)), words);
    }

    @Test
    void eachHostFailsInItsOwnWay() throws Exception {
        try (LabFolder folder = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(7), folder, clock)) {
            FaultRules faults = rules(
                    "node01 unreachable",
                    "node02 login-refused",
                    "node03 host-key-changed",
                    "node04 drop at 5",
                    "node05 kill-helper at 9",
                    "node06 slow=100ms",
                    "* mad-loss=1%");
            assertThat(faults.withoutHost(lab.hosts())).isEmpty();
            faults.apply(lab.hosts(), lab.servers(), 4711);

            String inventory = lab.inventory().toString();
            CommandLineRun check = run(folder, "check", "-i", inventory, "playbooks/site.yml");
            assertThat(check.exitCode()).as(check.all()).isEqualTo(3);
            assertThat(check.stdout())
                    .containsPattern("node01 +unreachable")
                    .containsPattern("node02 +unreachable")
                    .containsPattern("node03 +unreachable")
                    .containsPattern("node04 +unreachable")
                    .containsPattern("node05 +failed")
                    .containsPattern("node06 +ok")
                    .containsPattern("node07 +ok")
                    .containsPattern("sm1 +ok");
            assertThat(check.stderr())
                    .containsPattern("node01: error.*refused")
                    .containsPattern("node02: error.*(login|key)")
                    .containsPattern("node03: error.*host key")
                    .containsPattern("node04: error.*connection was lost")
                    .containsPattern("node05: error.*ended by signal 9");
        }
    }

    /** Without a helper a shell is the far end, and the programs that it starts are the steps. */
    @Test
    void hostsWithoutAHelperFailToo() throws Exception {
        try (LabFolder folder = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(5), folder, clock)) {
            Files.writeString(
                    lab.inventory(),
                    "\n[linux:vars]\nibplay_helper=none\nibplay_become=true\n",
                    StandardOpenOption.APPEND);
            rules(
                            "node01 drop at 5",
                            "node02 kill-helper at 9",
                            "node03 sudo-refused",
                            "node04 slow=20ms",
                            "sm1 clock-jump=-1h at 4")
                    .apply(lab.hosts(), lab.servers(), 4711);
            CommandLineRun check = run(folder, "check", "-i", lab.inventory().toString(), "playbooks/site.yml");
            assertThat(check.exitCode()).as(check.all()).isEqualTo(3);
            assertThat(check.stdout())
                    .containsPattern("node01 +unreachable")
                    .containsPattern("node02 +failed")
                    .containsPattern("node03 +failed")
                    .containsPattern("node04 +ok")
                    .containsPattern("node05 +ok")
                    .containsPattern("sm1 +ok");
            assertThat(check.stderr())
                    .containsPattern("node01: error.*connection was lost")
                    .containsPattern("node02: error.*the shell ended before it answered and said nothing")
                    .containsPattern("node03: error.*sudo");
        }
    }

    /** Guards and locks count by a clock that nobody can set. */
    @Test
    void clocksThatAreSetMeanwhileChangeNothing() throws Exception {
        try (LabFolder folder = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(4), folder, clock)) {
            Files.writeString(
                    lab.inventory(),
                    "\nnode02 ibplay_helper=none\nnode04 ibplay_helper=none\n",
                    StandardOpenOption.APPEND);
            rules("node01 clock-jump=1h at 30", "node02 clock-jump=1h at 60", "node0[34] clock-jump=-1h at 30")
                    .apply(lab.hosts(), lab.servers(), 1);
            CommandLineRun apply =
                    run(folder, "apply", "--yes", "-i", lab.inventory().toString(), "playbooks/site.yml");
            assertThat(apply.exitCode()).as(apply.all()).isZero();
            assertThat(apply.stdout()).contains("changed=6");
        }
    }

    @Test
    void aFullDiskLeavesTheOldFile() throws Exception {
        try (LabFolder folder = LabFolder.temporary();
                ScaledClock clock = new ScaledClock(PACE);
                Lab lab = Lab.start(LabLayout.sample(2), folder, clock)) {
            rules("node02 disk-full").apply(lab.hosts(), lab.servers(), 1);
            String inventory = lab.inventory().toString();
            CommandLineRun apply = run(folder, "apply", "--yes", "-i", inventory, "playbooks/site.yml");
            assertThat(apply.exitCode()).as(apply.all()).isEqualTo(3);
            assertThat(apply.stdout()).containsPattern("node01 +changed").containsPattern("node02 +failed");
            assertThat(lab.hosts()
                            .machine("node02")
                            .orElseThrow()
                            .machine()
                            .disk()
                            .read("/etc/systemd/network/20-ib0.network")
                            .lossyText())
                    .contains("MTUBytes=2044\n");
        }
    }
}
