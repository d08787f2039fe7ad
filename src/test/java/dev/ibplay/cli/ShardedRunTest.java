package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RecordedStep;
import dev.ibplay.journal.disk.JournalFolder;
import dev.ibplay.journal.disk.RunHistory;
import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.LabLook;
import dev.ibplay.lab.faults.FaultRule;
import dev.ibplay.lab.faults.FaultRules;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Controllers in processes of their own share the hosts of one lab. Of three shards the first has the subnet managers and node05, the
 * second node01 and node03, the third node02 and node04.
 */
class ShardedRunTest {
    private static final double PACE = 20;
    private static final int NODES = 5;
    private static final int SHARDS = 3;
    private static final int RAISED = 4096;
    private static final int LOWERED = 2048;

    private final ScaledClock clock = new ScaledClock(PACE);
    private final LabFolder folder;
    private final Lab lab;
    private String napping = "";

    ShardedRunTest() throws Exception {
        folder = LabFolder.temporary();
        lab = Lab.start(LabLayout.sample(NODES), folder, clock);
    }

    @AfterEach
    void end() throws Exception {
        lab.close();
        clock.close();
        folder.close();
    }

    private Path playbook(int mtu) throws Exception {
        if (!napping.isEmpty()) {
            return Files.writeString(folder.path().resolve("napping.yml"), napping);
        }
        return Files.writeString(folder.path().resolve("mtu" + mtu + ".yml"), """
                - hosts: subnet_managers
                  become: true
                  state:
                    opensm:
                      partitions:
                        - {name: Default, pkey: 0x7fff, ipoib: true, mtu: %d, members: {ALL: full, SELF: full}}
                - hosts: linux
                  become: true
                  state:
                    ipoib:
                      ib0: {mode: datagram, mtu: %d}
                """.formatted(mtu, mtu - 4));
    }

    private ControllerProcess start(int shard, Path job, int mtu, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of(
                "apply",
                "--yes",
                "-v",
                "-i",
                lab.inventory().toString(),
                playbook(mtu).toString(),
                "--shard",
                shard + "/" + SHARDS,
                "--shards",
                job.toString()));
        words.addAll(List.of(more));
        return ControllerProcess.start(folder, PACE, words.toArray(String[]::new));
    }

    private void faults(String... texts) throws Exception {
        List<FaultRule> rules = new ArrayList<>();
        for (String text : texts) {
            rules.add(FaultRule.parse(text));
        }
        new FaultRules(rules).apply(lab.hosts(), lab.servers(), 1);
    }

    private CommandLineRun ibplay(String... words) {
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.path().toString(), Pace.VARIABLE, Double.toString(PACE)), words);
    }

    private void apply(Path job, int mtu) throws Exception {
        try (ControllerProcess first = start(1, job, mtu);
                ControllerProcess second = start(2, job, mtu);
                ControllerProcess third = start(3, job, mtu)) {
            for (ControllerProcess shard : List.of(first, second, third)) {
                assertThat(shard.end()).as(shard.output()).isZero();
            }
        }
        CommandLineRun check =
                ibplay("check", "-i", lab.inventory().toString(), playbook(mtu).toString());
        assertThat(check.exitCode()).as(check.all()).isZero();
    }

    private static List<RecordedStep> steps(Path job) {
        var history =
                new RunHistory(new JournalFolder(job), new dev.ibplay.journal.disk.ControllerProcess(Path.of("/proc")));
        return IntStream.rangeClosed(1, SHARDS)
                .mapToObj(shard ->
                        history.readAt(job.resolve(Integer.toString(shard))).orElseThrow())
                .map(RecordedRun::steps)
                .flatMap(List::stream)
                .toList();
    }

    private static List<RecordedStep> ofFabric(List<RecordedStep> steps) {
        return steps.stream()
                .filter(step -> step.planned().host().startsWith("sm"))
                .toList();
    }

    private static List<RecordedStep> ofNodes(List<RecordedStep> steps) {
        return steps.stream()
                .filter(step -> step.planned().host().startsWith("node"))
                .toList();
    }

    private static Instant begun(List<RecordedStep> steps) {
        return steps.stream()
                .map(step -> step.began().orElseThrow())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Instant ended(List<RecordedStep> steps) {
        return steps.stream()
                .map(step -> step.ended().orElseThrow())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Test
    void noInterfaceIsEverAboveItsGroupWhicheverShardHasIt() throws Exception {
        Path raising = folder.path().resolve("raising");
        apply(raising, RAISED);
        List<RecordedStep> raised = steps(raising);
        assertThat(ofNodes(raised)).hasSize(NODES);
        assertThat(ended(ofFabric(raised))).isBeforeOrEqualTo(begun(ofNodes(raised)));
        assertThat(Files.readString(raising.resolve("2").resolve("ended"))).isEqualTo("0\n");

        Path lowering = folder.path().resolve("lowering");
        apply(lowering, LOWERED);
        List<RecordedStep> lowered = steps(lowering);
        assertThat(ofNodes(lowered)).hasSize(NODES);
        assertThat(ended(ofNodes(lowered))).isBeforeOrEqualTo(begun(ofFabric(lowered)));

        CommandLineRun again = ibplay(
                "apply",
                "--yes",
                "-i",
                lab.inventory().toString(),
                playbook(LOWERED).toString(),
                "--shard",
                "2/3",
                "--shards",
                lowering.toString());
        assertThat(again.exitCode()).isEqualTo(ExitCode.INVALID_INPUT.number());
        assertThat(again.stderr()).contains("shard 2/3", "has begun before");
    }

    @Test
    void aShardThatIsKilledStopsThoseWhoWaitForIt() throws Exception {
        apply(folder.path().resolve("raising"), RAISED);
        Map<String, String> fabric = LabLook.at(lab.hosts()).fabric();
        // Node01, which is the second shard's, does something else first for as long as the test takes.
        String site = Files.readString(playbook(LOWERED));
        int nodes = site.indexOf("- hosts: linux");
        napping = site.substring(0, nodes)
                + site.substring(nodes)
                        .replace("- hosts: linux", "- hosts: node01\n  before: [{command: sleep 9000, timeout: 3d}]")
                + site.substring(nodes).replace("- hosts: linux", "- hosts: linux:!node01");
        Path job = folder.path().resolve("killed");
        try (ControllerProcess first = start(1, job, LOWERED);
                ControllerProcess second = start(2, job, LOWERED);
                ControllerProcess third = start(3, job, LOWERED)) {
            second.await("before: `sleep 9000` on node01");
            second.signal("KILL");
            assertThat(first.end()).as(first.output()).isEqualTo(ExitCode.DIFFERENT.number());
            assertThat(third.end()).as(third.output()).isZero();
            assertThat(first.output())
                    .contains("the subnet managers are left alone: shard 2 is lost")
                    .doesNotContain("restart opensm: changed");
            assertThat(third.output()).contains("shard 1 has stopped: the subnet managers are left alone");
        }
        assertThat(LabLook.at(lab.hosts()).fabric()).isEqualTo(fabric);
        assertThat(Files.exists(job.resolve("2").resolve("ended"))).isFalse();
        napping = "";
        apply(folder.path().resolve("again"), LOWERED);
    }

    @Test
    void whatOneCannotReadHoldsTheFabricForAll() throws Exception {
        apply(folder.path().resolve("raising"), RAISED);
        Map<String, String> fabric = LabLook.at(lab.hosts()).fabric();
        faults("node04 unreachable");
        Path job = folder.path().resolve("held");
        try (ControllerProcess first = start(1, job, LOWERED);
                ControllerProcess second = start(2, job, LOWERED);
                ControllerProcess third = start(3, job, LOWERED)) {
            assertThat(first.end()).as(first.output()).isEqualTo(ExitCode.INCOMPLETE.number());
            assertThat(second.end()).as(second.output()).isZero();
            assertThat(third.end()).as(third.output()).isEqualTo(ExitCode.UNREACHABLE.number());
            assertThat(first.output()).contains("until these can be read: node04");
        }
        assertThat(LabLook.at(lab.hosts()).fabric()).isEqualTo(fabric);
    }

    @Test
    void allAreAboutTheSameAndSomebodyNeverComes() throws Exception {
        Path job = folder.path().resolve("alone");
        try (ControllerProcess first = start(1, job, RAISED, "--shard-wait", "3");
                ControllerProcess second = start(2, job, RAISED, "--shard-wait", "3")) {
            assertThat(first.end()).as(first.output()).isEqualTo(ExitCode.REFUSED.number());
            assertThat(second.end()).as(second.output()).isEqualTo(ExitCode.REFUSED.number());
            assertThat(first.output()).contains("shard 3 has not begun within 3 s");
            assertThat(second.output()).contains("the shards of this job change nothing");
        }
        CommandLineRun other = ibplay(
                "apply",
                "--yes",
                "-i",
                lab.inventory().toString(),
                playbook(LOWERED).toString(),
                "--shard",
                "3/3",
                "--shards",
                job.toString());
        assertThat(other.exitCode()).isEqualTo(ExitCode.INVALID_INPUT.number());
        assertThat(other.stderr()).contains("differs in: what playbooks, inventories and files of variables say");
    }
}
