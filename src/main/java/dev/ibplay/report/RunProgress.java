package dev.ibplay.report;

import dev.ibplay.diag.Location;
import dev.ibplay.journal.RunEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How far a run has come, in a line or two; made from its events. Times are nanoseconds of any clock that does not go back,
 * given with each question. Not safe for use by several threads.
 */
public final class RunProgress {
    private static final int MOST_SLOW = 3;
    /** What began less long ago is not worth a name. */
    private static final Duration SLOW = Duration.ofSeconds(2);
    /** Before that a rate says nothing. */
    private static final int HOSTS_FOR_A_RATE = 5;

    private static final Duration TIME_FOR_A_RATE = Duration.ofSeconds(3);
    private static final int BAR = 20;
    /** A narrower terminal has no room for the bar beside the numbers. */
    private static final int WIDE = 100;

    private static final String APPLY = "apply";
    /** Phases that read hosts, and their fabrics when all were read. */
    private static final Set<String> READS = Set.of("gather", "verify");

    private record Work(String what, long since) {}

    private final Map<String, Work> running = new HashMap<>();
    private final Set<String> done = new HashSet<>();
    private final Set<String> failed = new HashSet<>();
    private String phase = "";
    private int hosts;
    private long began;
    private Optional<RunEvent.BatchBegan> batch = Optional.empty();
    private boolean isStopping;

    /** Takes note of what happens. */
    public void on(RunEvent event, long now) {
        switch (event) {
            case RunEvent.PhaseBegan begun -> {
                // To verify is to gather again: it keeps its name.
                boolean isSame = phase.equals("verify") && begun.phase().equals("gather");
                phase = isSame ? phase : begun.phase();
                hosts = begun.hosts();
                began = now;
                running.clear();
                done.clear();
                batch = Optional.empty();
            }
            case RunEvent.HostBegan host -> running.put(host.host(), new Work(host.what(), now));
            case RunEvent.HostDone host -> {
                running.remove(host.host());
                done.add(host.host());
            }
            case RunEvent.StepBegan step -> running.put(step.host(), new Work(step.what(), now));
            case RunEvent.StepEnded step -> running.remove(step.host());
            case RunEvent.CommandBegan command ->
                running.put(command.host(), new Work(command.when() + ": " + command.what(), now));
            case RunEvent.CommandEnded command -> running.remove(command.host());
            case RunEvent.BatchBegan begun -> batch = Optional.of(begun);
            case RunEvent.HostFailed fault -> {
                if (fault.diagnostic().location() instanceof Location.OnHost place) {
                    failed.add(place.host());
                    running.remove(place.host());
                }
            }
            case RunEvent.Interrupted ignored -> isStopping = true;
            case RunEvent.BatchEnded ignored -> {}
            case RunEvent.HostVerified ignored -> {}
            case RunEvent.Stopped ignored -> {}
        }
    }

    /** Whether something goes on that is worth a line. */
    private boolean isUnderWay() {
        return !running.isEmpty() || !done.isEmpty() || isWait();
    }

    /** A phase that does not tell of its hosts: a sweep's interval is waited for, or hosts ping each other. */
    private boolean isWait() {
        return !phase.isEmpty() && !READS.contains(phase) && !phase.equals(APPLY);
    }

    /** The lines for a terminal, each cut to {@code width} characters; none while nothing goes on. */
    public List<String> lines(long now, int width) {
        if (!isUnderWay()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        if (running.isEmpty() && done.isEmpty()) {
            return List.of(cut(phase + ", " + PageText.time(Duration.ofNanos(now - began)), width));
        }
        int filled = hosts == 0 ? 0 : Math.min(BAR, BAR * done.size() / hosts);
        String bar = width < WIDE ? "" : "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] ";
        lines.add(cut(phase + " " + bar + counts(now), width));
        slow(now).ifPresent(words -> lines.add(cut("  " + words, width)));
        return lines;
    }

    /** The same as one line of a log; nothing while nothing goes on. */
    public Optional<String> line(long now) {
        return isUnderWay()
                ? Optional.of(phase + ": "
                        + (running.isEmpty() && done.isEmpty()
                                ? PageText.time(Duration.ofNanos(now - began))
                                : counts(now))
                        + slow(now).map(words -> "; " + words).orElse(""))
                : Optional.empty();
    }

    private String counts(long now) {
        List<String> parts = new ArrayList<>();
        parts.add("%d/%d hosts".formatted(done.size(), hosts));
        if (READS.contains(phase) && done.size() >= hosts) {
            parts.add("now the fabric");
        } else {
            parts.add(running.size() + " running");
        }
        if (!failed.isEmpty()) {
            parts.add(failed.size() + " failed");
        }
        batch.filter(b -> b.of() > 1).ifPresent(b -> parts.add("batch %d of %d".formatted(b.number(), b.of())));
        parts.add(PageText.time(Duration.ofNanos(now - began)));
        remaining(now).ifPresent(left -> parts.add("about " + RunsText.words(left) + " left"));
        if (isStopping) {
            parts.add("stopping");
        }
        return String.join(", ", parts);
    }

    /**
     * How long the rest of the phase takes if hosts go on as they went so far; nothing before enough have, nor where a batch
     * waits for another one, whose length the hosts of this one do not tell.
     */
    private Optional<Duration> remaining(long now) {
        Duration elapsed = Duration.ofNanos(now - began);
        boolean isKnown = done.size() >= HOSTS_FOR_A_RATE
                && done.size() < hosts
                // Hosts that were begun together end together: before the first of them all are slow, behind it all are
                // quick.
                && done.size() >= running.size()
                && elapsed.compareTo(TIME_FOR_A_RATE) >= 0
                && batch.map(b -> b.number() == b.of()).orElse(true);
        return isKnown
                ? Optional.of(elapsed.multipliedBy(hosts - done.size()).dividedBy(done.size()))
                : Optional.empty();
    }

    /** What has gone on for longest. */
    private Optional<String> slow(long now) {
        List<Map.Entry<String, Work>> slow = running.entrySet().stream()
                .filter(e -> now - e.getValue().since() >= SLOW.toNanos())
                .sorted(Comparator.<Map.Entry<String, Work>>comparingLong(
                                e -> e.getValue().since())
                        .thenComparing(Map.Entry::getKey))
                .limit(MOST_SLOW)
                .toList();
        return slow.isEmpty()
                ? Optional.empty()
                : Optional.of(slow.stream()
                        .map(e -> "%s: %s %s"
                                .formatted(
                                        e.getKey(),
                                        e.getValue().what(),
                                        RunsText.words(Duration.ofNanos(
                                                now - e.getValue().since()))))
                        .collect(Collectors.joining("; ")));
    }

    /** Without what a terminal would take for a command; one column stays free, where some terminals wrap. */
    private static String cut(String line, int width) {
        return PictureWords.fitted(line.replaceAll("\\p{Cntrl}", " "), Math.max(10, width - 1));
    }
}
