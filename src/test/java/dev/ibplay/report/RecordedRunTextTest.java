package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.RunState;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecordedRunTextTest {
    private final List<RecordedEvent> events = new ArrayList<>();
    private final RunRecorder recorder = new RunRecorder(this::add);

    private void add(JournalEvent event) {
        events.add(new RecordedEvent(JournalSamples.NOW.plusSeconds(events.size()), event, Map.of()));
    }

    @BeforeEach
    void begin() {
        recorder.began(JournalSamples.began(JournalSamples.controller(), "sm1", "n1"));
        recorder.planned(JournalSamples.plan());
        recorder.on(new RunEvent.StepBegan(JournalSamples.WRITE));
        recorder.on(new RunEvent.StepEnded(JournalSamples.WRITE, "changed", ""));
        recorder.on(new RunEvent.StepBegan(JournalSamples.SET));
    }

    private RecordedRun run(RunState state, String... damage) {
        return RecordedRun.of(JournalSamples.NAME, state, events, List.of(damage));
    }

    @Test
    void aKilledRun() {
        assertThat(RecordedRunText.of(run(new RunState.Killed(), "line 6 is cut off"), ZoneOffset.UTC, false))
                .isEqualTo("""
                        run 20261130T110702-3f9a: killed
                          by root on ctl (process 77), ibplay 1.0
                          began 2026-11-30 11:07:02 Z, took 4 s
                          in /srv: ibplay apply site.yml
                          hosts: sm1, n1
                          damaged journal: line 6 is cut off

                        Differences
                          n1  ipoib ib0: mtu running 2044 -> 4092   (site.yml:9:5)

                        Steps
                          1. sm1: write opensm.conf, then send HUP to opensm: changed
                               /etc/opensm/opensm.conf: 24 bytes, sha256 a3a9e2807001 -> 24 bytes, sha256 24e1915e96e1
                               signal HUP to process 12
                          2. n1: set ipoib ib0 mtu 4092: in doubt
                               ib0 mtu: 2044 -> 4092
                          3. n1: ipoib ib0 is as set: not begun

                        State when it was killed
                          sm1: done 1
                          n1: in doubt 2; not begun 3
                          A step in doubt was begun, and nobody saw it end: the old or the new value holds. ibplay check tells which.
                        """);
    }

    @Test
    void aRunThatIsAtWork() {
        assertThat(RecordedRunText.of(run(new RunState.Running(77)), ZoneOffset.UTC, true))
                .startsWith("run 20261130T110702-3f9a: running (process 77)\n")
                .contains("-sm_priority 3\n+sm_priority 5\n", " m_key <hidden>\n")
                .contains("set ipoib ib0 mtu 4092: under way\n", "is as set: not begun yet\n")
                .contains("State so far\n  sm1: done 1\n  n1: under way 2; not begun 3\n")
                .doesNotContain("in doubt");
    }

    @Test
    void aRunThatHasEnded() {
        recorder.on(JournalSamples.lost("n1"));
        recorder.ended(JournalSamples.record(), 4);

        assertThat(RecordedRunText.of(run(new RunState.Finished(4)), ZoneOffset.UTC, false))
                .contains("unreachable hosts (exit 4)\n")
                .contains("set ipoib ib0 mtu 4092: in doubt: the connection broke\n")
                .endsWith("""

                        Failures
                          n1 IB601: the connection broke

                        Hosts
                          sm1  changed
                          n1  unreachable: the connection broke
                          stopped: the only host of a batch failed
                        """);
    }

    @Test
    void theTable() {
        assertThat(RunsText.table(
                        List.of(run(new RunState.Killed(), "line 6 is cut off"), run(new RunState.Finished(0))),
                        ZoneOffset.UTC))
                .isEqualTo("""
                        RUN                   BEGAN                DURATION  PLAYBOOK  HOSTS  CHANGED  RESULT
                        20261130T110702-3f9a  2026-11-30 11:07:02  4 s       site.yml  2      1        killed, journal damaged
                        20261130T110702-3f9a  2026-11-30 11:07:02  4 s       site.yml  2      1        done
                        """);
    }

    @Test
    void forPrograms() {
        assertThat(RunsJson.list(List.of(run(new RunState.Killed()))))
                .contains("\"state\" : \"killed\"", "\"changed_hosts\" : [\n        \"sm1\"\n      ]")
                .contains("\"what\" : \"set ipoib ib0 mtu 4092\"");
    }
}
