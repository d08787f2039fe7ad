package dev.ibplay.report;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.RecordedRun;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/** Recorded runs as a table for people. */
public final class RunsText {
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final List<String> HEADER =
            List.of("RUN", "BEGAN", "DURATION", "PLAYBOOK", "HOSTS", "CHANGED", "RESULT");

    private RunsText() {}

    /** The table in the order given; empty text for no runs. Times are those of {@code zone}. */
    public static String table(List<RecordedRun> runs, ZoneId zone) {
        var table = new TextTable("", HEADER);
        runs.forEach(run -> table.add(row(run, zone)));
        return table.toString();
    }

    private static List<String> row(RecordedRun run, ZoneId zone) {
        return List.of(
                run.name().text(),
                run.beganAt().map(at -> time(at, zone)).orElse("-"),
                duration(run).map(RunsText::words).orElse("-"),
                run.began()
                        .map(JournalEvent.RunBegan::invocation)
                        .map(i -> i.undoes()
                                .map(undone -> "rollback of " + undone)
                                .orElseGet(() -> String.join(" ", i.playbooks())))
                        .orElse("-"),
                Integer.toString(run.hosts().size()),
                Integer.toString(run.changedHosts().size()),
                RunStateText.of(run) + (run.damage().isEmpty() ? "" : ", journal damaged"));
    }

    static String time(Instant at, ZoneId zone) {
        return SECOND.format(at.atZone(zone));
    }

    /** From the first event to the last. */
    static Optional<Duration> duration(RecordedRun run) {
        return run.beganAt().flatMap(began -> run.lastAt().map(last -> Duration.between(began, last)));
    }

    static String words(Duration duration) {
        long seconds = duration.toSeconds();
        return seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
    }
}
