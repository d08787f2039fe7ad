package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrometheusTextTest {
    private static final Instant ENDED = Instant.parse("2026-11-30T12:00:00Z");

    private static String text(RecordedRun run, int exitCode, String playbook) {
        return PrometheusText.of("check", List.of(playbook), run, ENDED, Duration.ofMillis(2345), exitCode);
    }

    @Test
    void aRun() {
        String text = text(ManyHosts.run(10), 3, "site.yml");

        assertThat(text.lines())
                .contains(
                        "# TYPE ibplay_hosts gauge",
                        "ibplay_hosts{command=\"check\",playbook=\"site.yml\",state=\"changed\"} 7",
                        "ibplay_hosts{command=\"check\",playbook=\"site.yml\",state=\"ok\"} 0",
                        "ibplay_hosts{command=\"check\",playbook=\"site.yml\",state=\"unreachable\"} 1",
                        "ibplay_differences{command=\"check\",playbook=\"site.yml\"} 2",
                        "ibplay_host_differences{command=\"check\",playbook=\"site.yml\",host=\"node0001\"} 0",
                        "ibplay_host_differences{command=\"check\",playbook=\"site.yml\",host=\"node0007\"} 1",
                        "ibplay_last_run_timestamp_seconds{command=\"check\",playbook=\"site.yml\"} 1796040000",
                        "ibplay_last_run_duration_seconds{command=\"check\",playbook=\"site.yml\"} 2.345",
                        "ibplay_last_run_exit_code{command=\"check\",playbook=\"site.yml\"} 3");
        // The form of the text format 0.0.4: a comment, or a name with labels and a number.
        assertThat(text.lines())
                .allMatch(line -> line.matches("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+\\{([a-z]+=\"[^\"]*\",?)+} [0-9.]+"));
        assertThat(text.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
    }

    @Test
    void aRunThatDidNotBeginHasNoHosts() {
        var none = RecordedRun.of(JournalSamples.NAME, new RunState.Finished(1), List.of(), List.of());

        assertThat(text(none, 1, "site.yml"))
                .contains("ibplay_last_run_exit_code{command=\"check\",playbook=\"site.yml\"} 1\n")
                .doesNotContain("ibplay_hosts", "ibplay_differences");
    }

    @Test
    void labelsAreEscaped() {
        assertThat(text(ManyHosts.run(1), 0, "a\\b\"c\nd.yml")).contains("playbook=\"a\\\\b\\\"c\\nd.yml\"");
    }
}
