package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RunEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunProgressTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int WIDTH = 120;

    private final RunProgress progress = new RunProgress();

    private void at(double seconds, RunEvent event) {
        progress.on(event, (long) (seconds * SECOND));
    }

    private List<String> lines(double seconds) {
        return progress.lines((long) (seconds * SECOND), WIDTH);
    }

    private void hosts(double began, double each, int from, int to) {
        for (int i = from; i < to; i++) {
            at(began, new RunEvent.HostBegan("n" + i, "read the host's state"));
            at(began + each * (i - from + 1), new RunEvent.HostDone("n" + i));
        }
    }

    @Test
    void nothingWhereNothingGoesOn() {
        assertThat(lines(0)).isEmpty();
        at(0, new RunEvent.PhaseBegan("gather", 2));
        assertThat(lines(1)).isEmpty();
        at(0, new RunEvent.PhaseBegan("apply", 2));
        assertThat(lines(1)).isEmpty();
        assertThat(progress.line(SECOND)).isEmpty();
    }

    @Test
    void whenAllHostsAreReadTheFabricIs() {
        at(0, new RunEvent.PhaseBegan("verify", 2));
        at(0, new RunEvent.PhaseBegan("gather", 2));
        hosts(1, 0.1, 0, 2);

        assertThat(lines(4)).containsExactly("verify [####################] 2/2 hosts, now the fabric, 4.0 s");
    }

    @Test
    void waitsWithoutHosts() {
        at(0, new RunEvent.PhaseBegan("look again a sweep later", 1));

        assertThat(lines(12)).containsExactly("look again a sweep later, 12 s");
        assertThat(progress.line(12 * SECOND)).contains("look again a sweep later: 12 s");
    }

    @Test
    void hostsDoneRunningAndFailed() {
        at(0, new RunEvent.PhaseBegan("gather", 4));
        at(0, new RunEvent.HostBegan("n1", "read the host's state"));
        at(1, new RunEvent.HostBegan("n2", "read the host's state"));
        at(2, JournalSamples.lost("n1"));
        at(2, new RunEvent.HostDone("n1"));

        assertThat(lines(2.5)).containsExactly("gather [#####...............] 1/4 hosts, 1 running, 1 failed, 2.5 s");
        assertThat(lines(13))
                .containsExactly(
                        "gather [#####...............] 1/4 hosts, 1 running, 1 failed, 13 s",
                        "  n2: read the host's state 12 s");
        assertThat(progress.line(13 * SECOND))
                .contains("gather: 1/4 hosts, 1 running, 1 failed, 13 s; n2: read the host's state 12 s");
    }

    @Test
    void theRestIsEstimatedOnceThereIsARate() {
        at(0, new RunEvent.PhaseBegan("gather", 100));
        hosts(0, 1, 0, 4);
        assertThat(lines(4).getFirst()).doesNotContain("left");
        hosts(4, 1, 4, 20);
        assertThat(lines(20).getFirst()).endsWith("20/100 hosts, 0 running, 20 s, about 1 min 20 s left");

        at(20, new RunEvent.PhaseBegan("apply", 100));
        hosts(20, 0.01, 0, 50);
        assertThat(lines(20.6).getFirst()).doesNotContain("left");
    }

    @Test
    void batchesAndSteps() {
        at(0, new RunEvent.PhaseBegan("apply", 2));
        at(1, new RunEvent.BatchBegan("a play", 1, 2, List.of("n1")));
        at(1, new RunEvent.StepBegan(JournalSamples.SET));
        at(2, new RunEvent.Interrupted("INT", false));

        assertThat(lines(5))
                .containsExactly(
                        "apply [....................] 0/2 hosts, 1 running, batch 1 of 2, 5.0 s, stopping",
                        "  n1: set ipoib ib0 mtu 4092 4 s");
        at(6, new RunEvent.StepEnded(JournalSamples.SET, "changed", ""));
        at(6, new RunEvent.HostDone("n1"));
        assertThat(lines(7))
                .containsExactly("apply [##########..........] 1/2 hosts, 0 running, batch 1 of 2, 7.0 s, stopping");
    }

    @Test
    void aCommandBeforeMayTakeDays() {
        at(0, new RunEvent.PhaseBegan("apply", 1));
        at(0, new RunEvent.CommandBegan("n1", "before", "adm", "drain\u001b[2J n1"));

        assertThat(lines(7200)).last().isEqualTo("  n1: before: drain [2J n1 120 min 0 s");
    }

    @Test
    void linesFitTheTerminal() {
        at(0, new RunEvent.PhaseBegan("gather", 4));
        at(0, new RunEvent.HostBegan("n1", "read the host's state"));

        for (int width = 12; width < 130; width++) {
            assertThat(progress.lines(60 * SECOND, width)).hasSize(2);
            int most = width - 1;
            assertThat(progress.lines(60 * SECOND, width)).allMatch(line -> line.length() <= most);
        }
    }
}
