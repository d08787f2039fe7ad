package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.HostRecord;
import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.RunRecord;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Turn;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of a rollout before it begins and where it has stopped. */
class RolloutWordsTest {
    private static Turn turn(List<Integer> batches, Optional<Integer> share, boolean fatal) {
        return new Turn(
                "Linux",
                false,
                batches,
                List.of("n1", "n2"),
                share,
                fatal,
                OptionalInt.empty(),
                List.of("`drain` (at most 1h)"),
                List.of());
    }

    @Test
    void batchesAndWhatEndsTheRun() {
        assertThat(RolloutText.of(List.of(turn(List.of(1, 25, 74), Optional.of(0), false))))
                .isEqualTo("""

                        Rollout
                          Linux: 3 batches of 1, 25, 74 hosts, 2 hosts to change
                            stops when more than 0 % of a batch fails: with the first host
                            between batches: hosts of the last batch must be verified, and each of their fabrics must have the same one master
                            before each host: `drain` (at most 1h)
                          Hosts that cannot be reached count as failed. A play that has failed ends the run: later plays are not begun.
                        """);
    }

    @Test
    void sharesAreToldInHosts() {
        assertThat(RolloutText.of(List.of(turn(List.of(10, 40), Optional.of(20), false))))
                .contains("more than 20 % of a batch fails: with 3 to 9 hosts, by the size of the batch");
        assertThat(RolloutText.of(List.of(turn(List.of(40), Optional.of(10), false))))
                .contains("one batch of 40 hosts", "fails: with 5 hosts")
                .doesNotContain("between batches");
        assertThat(RolloutText.of(List.of(turn(List.of(4), Optional.of(100), false))))
                .contains("stops when all hosts of a batch fail");
        assertThat(RolloutText.of(List.of(turn(List.of(4), Optional.empty(), true))))
                .contains("stops with the first host that fails (any_errors_fatal)");
    }

    private static RunRecord record(String stopped, HostStatus... statuses) {
        List<HostRecord> hosts = IntStream.range(0, statuses.length)
                .mapToObj(i -> new HostRecord(
                        "node%02d".formatted(i + 1),
                        statuses[i],
                        i == 1 ? List.of(HostRecord.AFTER_NOT_RUN) : List.of(),
                        1,
                        1))
                .toList();
        return new RunRecord(hosts, Plan.EMPTY, List.of(), List.of(), List.of(), stopped);
    }

    @Test
    void whoIsInWhichStateAndWhatToDo() {
        RunRecord record = record(
                "interrupted",
                HostStatus.CHANGED,
                HostStatus.UNVERIFIED,
                HostStatus.SKIPPED,
                HostStatus.SKIPPED,
                HostStatus.SKIPPED,
                HostStatus.UNREACHABLE);
        assertThat(StoppedText.of(record, Optional.of("R"))).isEqualTo("""

                        Stopped: interrupted
                          done: 1 (node01)
                          changed, not verified: 1 (node02)
                          not begun: 3 (node[03:05])
                          unreachable: 1 (node06)
                          commands of before were run, those of after were not, and a run that finds nothing to change does not run them: 1 (node02)
                        Next: "ibplay apply --resume R" goes on with what is left; "ibplay rollback R" takes back what was done.
                        """);
        assertThat(StoppedText.of(record("interrupted", HostStatus.SKIPPED), Optional.of("R")))
                .endsWith("Next: \"ibplay apply --resume R\" goes on with what is left.\n");
        assertThat(StoppedText.of(record("", HostStatus.CHANGED), Optional.of("R")))
                .isEmpty();
    }

    @Test
    void namesAreFoldedAsInventoriesWriteRanges() {
        assertThat(FoldedNames.of(List.of("n10", "n9", "n08", "n07", "n06", "x", "n11", "n12")))
                .isEqualTo("n[06:08], n[10:12], n9, x");
        assertThat(FoldedNames.of(List.of("r1-ib.example", "r2-ib.example", "r3-ib.example")))
                .isEqualTo("r[1:3]-ib.example");
        assertThat(FoldedNames.of(List.of("a", "b", "c"), 2)).isEqualTo("a, b and 1 more");
    }
}
