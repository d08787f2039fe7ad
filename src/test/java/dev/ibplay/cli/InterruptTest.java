package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real processes get real signals while they change the hosts of a lab, and two of them change the same hosts. */
class InterruptTest {
    private static final double PACE = 20;
    private static final int NODES = 3;
    private static final String STEP = ": set ipoib ib0 mtu 1500";

    /** Told with -v; without the dots it stands in the plan. */
    private static final String BEGUN =
            STEP + ", write /etc/network/interfaces, or back after 120 s without confirmation ...";

    private final ScaledClock clock = new ScaledClock(PACE);
    private final LabFolder folder;
    private final Lab lab;

    InterruptTest() throws Exception {
        folder = LabFolder.temporary();
        lab = Lab.start(LabLayout.sample(NODES), folder, clock);
        playbook("");
    }

    @AfterEach
    void end() throws Exception {
        lab.close();
        clock.close();
        folder.close();
    }

    private void playbook(String keys) throws Exception {
        Files.writeString(site(), """
                - hosts: linux
                %s  state:
                    ipoib:
                      ib0: {mtu: 1500}
                """.formatted(keys));
    }

    private Path site() {
        return folder.path().resolve("site.yml");
    }

    private ControllerProcess apply() throws Exception {
        return ControllerProcess.start(
                folder, PACE, "apply", "--yes", "-v", "-i", lab.inventory().toString(), site().toString());
    }

    private CommandLineRun ibplay(String command, String... words) {
        String[] line = new String[words.length + 4];
        line[0] = command;
        line[1] = "-i";
        line[2] = lab.inventory().toString();
        line[3] = site().toString();
        System.arraycopy(words, 0, line, 4, words.length);
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.path().toString(), Pace.VARIABLE, Double.toString(PACE)), line);
    }

    private void faults(String... texts) throws Exception {
        List<FaultRule> rules = new ArrayList<>();
        for (String text : texts) {
            rules.add(FaultRule.parse(text));
        }
        new FaultRules(rules).apply(lab.hosts(), lab.servers(), 1);
    }

    private String mtu(String host) throws Exception {
        return lab.hosts()
                .machine(host)
                .orElseThrow()
                .machine()
                .disk()
                .read("/sys/class/net/ib0/mtu")
                .lossyText()
                .strip();
    }

    /** Whatever was interrupted, the next run finds each host in the old or the new state, and goes on. */
    private void converges() throws Exception {
        faults();
        for (int i = 1; i <= NODES; i++) {
            assertThat(mtu("node0" + i)).isIn("1500", "2044");
        }
        CommandLineRun apply = ibplay("apply", "--yes");
        assertThat(apply.exitCode()).as(apply.all()).isZero();
        CommandLineRun check = ibplay("check");
        assertThat(check.exitCode()).as(check.all()).isZero();
    }

    @Test
    void theStepUnderWayIsFinished() throws Exception {
        playbook("  serial: 1\n");
        faults("node0? slow=4s");
        try (ControllerProcess apply = apply()) {
            apply.await("node01" + BEGUN);
            apply.signal("INT");
            apply.await("interrupted (INT): finishing 1 step on node01, then nothing further is begun");
            assertThat(apply.end()).as(apply.output()).isEqualTo(ExitCode.INTERRUPTED.number());
            assertThat(apply.output())
                    .containsPattern("node01" + STEP + ".*: changed")
                    .containsPattern("node01 +unverified")
                    .containsPattern("node02 +skipped")
                    .contains("Stopped: interrupted", "not begun: 2 (node02, node03)", "ibplay apply --resume 2");
        }
        assertThat(List.of(mtu("node01"), mtu("node02"), mtu("node03"))).containsExactly("1500", "2044", "2044");
        converges();
    }

    @Test
    void theSecondSignalLeavesAtOnceAndTellsWhatIsLeft() throws Exception {
        faults("node0? slow=4s");
        try (ControllerProcess apply = apply()) {
            apply.await("node01" + BEGUN);
            apply.signal("TERM");
            apply.await("interrupted (TERM): finishing");
            long before = System.nanoTime();
            apply.signal("TERM");
            assertThat(apply.end()).as(apply.output()).isEqualTo(ExitCode.INTERRUPTED.number());
            assertThat(System.nanoTime() - before).isLessThan(20_000_000_000L);
            assertThat(apply.output())
                    .contains("interrupted again (TERM): left at once")
                    .containsPattern("node01: in doubt: set ipoib ib0 mtu 1500.*its guard .* takes it back within 2m");
        }
        CommandLineRun show =
                CommandLineRun.of(Map.of("XDG_STATE_HOME", folder.path().toString()), "runs", "show", "last");
        assertThat(show.stdout()).contains("interrupted (exit 130)", "in doubt");
    }

    @Test
    void aCommandThatIsWaitedForIsEnded() throws Exception {
        playbook("  before: [{command: sleep 9000, timeout: 3d}]\n  after: [{command: echo done}]\n");
        try (ControllerProcess apply = apply()) {
            apply.await("node03: before: `sleep 9000` on node03");
            apply.signal("HUP");
            assertThat(apply.end()).as(apply.output()).isEqualTo(ExitCode.INTERRUPTED.number());
            assertThat(apply.output())
                    .contains("interrupted (HUP): ending 3 commands of before", "not begun: 3 (node[01:03])")
                    .doesNotContain("node01" + BEGUN);
        }
        playbook("");
        converges();
    }

    @Test
    void whileHostsAreReadNothingWasChanged() throws Exception {
        faults("node0? slow=5m");
        try (ControllerProcess apply = apply()) {
            apply.await("gather: ");
            apply.signal("INT");
            assertThat(apply.end()).as(apply.output()).isEqualTo(ExitCode.INTERRUPTED.number());
            assertThat(apply.output()).contains("Stopped: interrupted; nothing was changed");
        }
    }

    @Test
    void ofTwoControllersOneChangesTheHost() throws Exception {
        playbook("  before: [{command: sleep 60}]\n");
        try (ControllerProcess first = apply();
                ControllerProcess second = apply()) {
            int one = first.end();
            int other = second.end();
            assertThat(List.of(one, other)).as(first.output() + second.output()).isSubsetOf(0, 3);
            String both = first.output() + second.output();
            for (int i = 1; i <= NODES; i++) {
                assertThat(both.split("node0" + i + STEP + ".*: changed", -1))
                        .as(both)
                        .hasSize(2);
            }
            assertThat(both).containsPattern("another run changes this host: 2\\S+ of \\S+, process \\d+, for \\d+ s");
        }
        playbook("");
        converges();
    }
}
