package dev.ibplay.rehearsal;

import dev.ibplay.ib.PKey;
import dev.ibplay.journal.RehearsalRecord.Outage;
import dev.ibplay.journal.RehearsalRecord.TimedStep;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.lab.fabric.Outages;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.time.LabClock;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** When each step of a run began and ended in the lab's time, and what its fabrics lacked meanwhile. */
public final class Timeline {
    private final LabClock clock;
    private final IdentityHashMap<Step, Long> open = new IdentityHashMap<>();
    private final List<Timed> steps = new ArrayList<>();

    /** Nanoseconds of the lab's clock. */
    private record Timed(Step step, String result, long began, long ended) {}

    public Timeline(LabClock clock) {
        this.clock = clock;
    }

    /** Takes note of what happens. */
    public synchronized void note(RunEvent event) {
        if (event instanceof RunEvent.StepBegan began) {
            open.put(began.step(), clock.nanos());
        } else if (event instanceof RunEvent.StepEnded ended) {
            long now = clock.nanos();
            Optional<Long> began = Optional.ofNullable(open.remove(ended.step()));
            steps.add(new Timed(ended.step(), ended.result(), began.orElse(now), now));
        }
    }

    /** Those that have ended. */
    public synchronized List<TimedStep> steps() {
        long start = start();
        return steps.stream()
                .sorted(Comparator.comparingLong(Timed::began))
                .map(timed -> new TimedStep(
                        timed.step().host(),
                        timed.step().what(),
                        timed.result(),
                        Duration.ofNanos(timed.began() - start),
                        Duration.ofNanos(timed.ended() - timed.began())))
                .toList();
    }

    private long start() {
        return steps.stream().mapToLong(Timed::began).min().orElse(0);
    }

    /** What a fabric lacked between the first step and now. */
    public synchronized List<Outage> outages(String name, SimulatedFabric fabric) {
        long start = start();
        long now = clock.nanos();
        return fabric.gaps().stream()
                .filter(gap -> !steps.isEmpty() && gap.untilNanos().orElse(now) > start && gap.fromNanos() < now)
                .sorted(Comparator.comparingLong(Outages.Gap::fromNanos))
                .map(gap -> outage(name, gap, start, now))
                .toList();
    }

    private Outage outage(String name, Outages.Gap gap, long start, long now) {
        long from = Math.max(gap.fromNanos(), start);
        Optional<PKey> group = gap.group();
        return new Outage(
                name,
                group,
                Duration.ofNanos(from - start),
                Duration.ofNanos(gap.untilNanos().orElse(now) - from),
                gap.untilNanos().isEmpty(),
                steps.stream()
                        .filter(timed -> timed.began() <= from && from <= timed.ended())
                        .max(Comparator.comparingLong(Timed::began))
                        .map(timed -> timed.step().host() + ": " + timed.step().what()));
    }
}
