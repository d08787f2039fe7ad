package dev.ibplay.report;

import dev.ibplay.journal.HostStatus;
import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A run for Prometheus, in the text format 0.0.4 that node_exporter's textfile collector reads. Every sample has the labels
 * {@code command} and {@code playbook}, so that files of several runs may lie in one folder.
 */
public final class PrometheusText {
    private final StringBuilder text = new StringBuilder();
    private final String labels;

    private PrometheusText(String command, List<String> playbooks) {
        labels = label("command", command) + "," + label("playbook", String.join(" ", playbooks));
    }

    /**
     * The file's text.
     *
     * @param command the word of the command line, such as {@code check}
     * @param run without a plan or an end where it came to none: then only the last three samples are there
     * @param ended when the command ended, and so these samples were taken
     * @param took how long the command took
     */
    public static String of(
            String command, List<String> playbooks, RecordedRun run, Instant ended, Duration took, int exitCode) {
        var prometheus = new PrometheusText(command, playbooks);
        if (run.end().isPresent()) {
            prometheus.hosts(run);
        }
        prometheus.last(ended, took, exitCode);
        return prometheus.text.toString();
    }

    private void hosts(RecordedRun run) {
        RunLines left =
                RunLines.of(run.compared().map(JournalEvent.Compared::remaining).orElse(List.of()));
        family("ibplay_hosts", "Hosts of the last run by what became of them.");
        for (HostStatus status : HostStatus.values()) {
            long count = run.hostEnds().stream()
                    .filter(host -> host.status().equals(status.word()))
                    .count();
            sample("ibplay_hosts", label("state", status.word()), Long.toString(count));
        }
        family("ibplay_differences", "Values that are not as the playbook wants them.");
        sample("ibplay_differences", "", Integer.toString(left.keys().size()));
        family("ibplay_host_differences", "Values of a host that are not as the playbook wants them.");
        for (JournalEvent.HostEnded host : run.hostEnds()) {
            sample(
                    "ibplay_host_differences",
                    label("host", host.host()),
                    Integer.toString(left.of(host.host()).size()));
        }
    }

    private void last(Instant ended, Duration took, int exitCode) {
        family("ibplay_last_run_timestamp_seconds", "When the last run ended, in seconds since 1970.");
        sample("ibplay_last_run_timestamp_seconds", "", Long.toString(ended.getEpochSecond()));
        family("ibplay_last_run_duration_seconds", "How long the last run took.");
        sample("ibplay_last_run_duration_seconds", "", "%d.%03d".formatted(took.toSeconds(), took.toMillisPart()));
        family("ibplay_last_run_exit_code", "The exit code of the last run: 0 the desired state holds.");
        sample("ibplay_last_run_exit_code", "", Integer.toString(exitCode));
    }

    private void family(String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
    }

    private void sample(String name, String further, String value) {
        text.append(name)
                .append('{')
                .append(labels)
                .append(further.isEmpty() ? "" : "," + further)
                .append("} ")
                .append(value)
                .append('\n');
    }

    private static String label(String name, String value) {
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}
