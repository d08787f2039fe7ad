package dev.ibplay.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The records of all shards of a job as the record of one run. A host counts for the shard that may change it; of hosts that
 * several shards have only read, the worst counts. Shards may have been on machines whose clocks differ: times are taken as they
 * stand. Its events have no {@link RecordedEvent#fields}.
 */
public final class MergedRun {
    private final List<ShardRecord> shards;
    private final MergedHosts hosts;
    private final List<JournalEvent> whole = new ArrayList<>();
    private final List<RecordedEvent> happened = new ArrayList<>();

    private MergedRun(List<ShardRecord> shards) {
        this.shards = shards;
        this.hosts = MergedHosts.of(shards);
    }

    /**
     * The run; nothing where no shard has recorded anything.
     *
     * @param shards all of the job, in order
     * @param exitCode of all of them together
     */
    public static Optional<RecordedRun> of(List<ShardRecord> shards, int exitCode) {
        return runs(shards).findFirst().map(first -> new MergedRun(shards).merged(first.name(), exitCode));
    }

    private static Stream<RecordedRun> runs(List<ShardRecord> shards) {
        return shards.stream().flatMap(shard -> shard.run().stream());
    }

    private RecordedRun merged(RunName name, int exitCode) {
        List<RecordedStep> steps = MergedSteps.of(shards, hosts);
        runs(shards).flatMap(run -> run.began().stream()).findFirst().ifPresent(began -> {
            whole.add(new JournalEvent.RunBegan(
                    name, began.version(), began.controller(), began.invocation(), hosts.changeable()));
        });
        runs(shards).flatMap(run -> run.plays().stream()).findFirst().ifPresent(whole::add);
        plan(steps);
        phases();
        shards.forEach(this::happened);
        Instant first = runs(shards)
                .flatMap(run -> run.beganAt().stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Instant last = runs(shards)
                .flatMap(run -> run.lastAt().stream())
                .max(Comparator.naturalOrder())
                .orElse(first);
        List<RecordedEvent> events = new ArrayList<>();
        whole.forEach(event -> events.add(event(first, event)));
        events.addAll(happened);
        ends(exitCode).forEach(event -> events.add(event(last, event)));
        return new RecordedRun(name, new RunState.Finished(exitCode), events, steps, damage());
    }

    private static RecordedEvent event(Instant at, JournalEvent event) {
        return new RecordedEvent(at, event, Map.of());
    }

    private void plan(List<RecordedStep> steps) {
        if (runs(shards).allMatch(run -> run.plan().isEmpty())) {
            return;
        }
        whole.add(new JournalEvent.Planned(
                own(RecordedRun::plan, JournalEvent.Planned::differences),
                steps.stream().map(RecordedStep::planned).toList(),
                distinct(RecordedRun::plan, JournalEvent.Planned::refusals)));
    }

    /** A phase begins when the first shard begins it, and has the hosts of all. */
    private void phases() {
        record Phase(String word, int occurrence) {}
        record Began(Instant at, int hosts) {}
        Map<Phase, Began> phases = new LinkedHashMap<>();
        runs(shards).forEach(run -> {
            Map<String, Integer> occurrences = new LinkedHashMap<>();
            for (RecordedEvent recorded : run.events()) {
                if (recorded.event() instanceof JournalEvent.PhaseBegan phase) {
                    var key = new Phase(phase.phase(), occurrences.merge(phase.phase(), 1, Integer::sum));
                    phases.merge(
                            key,
                            new Began(recorded.at(), phase.hosts()),
                            (one, other) -> new Began(
                                    one.at().isBefore(other.at()) ? one.at() : other.at(),
                                    one.hosts() + other.hosts()));
                }
            }
        });
        phases.entrySet().stream()
                .sorted(Comparator.comparing(phase -> phase.getValue().at()))
                .forEach(phase -> happened.add(event(
                        phase.getValue().at(),
                        new JournalEvent.PhaseBegan(
                                phase.getKey().word(), phase.getValue().hosts()))));
    }

    private void happened(ShardRecord shard) {
        for (RecordedEvent recorded : shard.run().map(RecordedRun::events).orElse(List.of())) {
            switch (recorded.event()) {
                case JournalEvent.BatchBegan batch ->
                    happened.add(event(
                            recorded.at(),
                            new JournalEvent.BatchBegan(
                                    play(batch.play(), shard), batch.number(), batch.of(), batch.hosts())));
                case JournalEvent.BatchEnded batch ->
                    happened.add(event(
                            recorded.at(),
                            new JournalEvent.BatchEnded(
                                    play(batch.play(), shard), batch.number(), batch.of(), batch.failed())));
                case JournalEvent.HostFailed failed -> {
                    if (hosts.tellsOf(shard, failed.host())) {
                        happened.add(recorded);
                    }
                }
                case JournalEvent.OfRollout rolled -> happened.add(recorded);
                // All others are put together or, as those of steps, are told by the steps.
                default -> {}
            }
        }
    }

    private static String play(String name, ShardRecord shard) {
        return name + ", shard " + shard.number();
    }

    private List<JournalEvent> ends(int exitCode) {
        List<JournalEvent> ends = new ArrayList<>();
        seen(JournalEvent.FabricsSeen.BEFORE, Comparator.naturalOrder()).ifPresent(ends::add);
        seen(JournalEvent.FabricsSeen.AFTER, Comparator.reverseOrder()).ifPresent(ends::add);
        List<RecordedDifference> remaining = own(RecordedRun::compared, JournalEvent.Compared::remaining);
        if (runs(shards).anyMatch(run -> run.compared().isPresent())) {
            ends.add(new JournalEvent.Compared(
                    remaining,
                    distinct(RecordedRun::compared, JournalEvent.Compared::held),
                    distinct(RecordedRun::compared, JournalEvent.Compared::findings)));
        }
        List<JournalEvent.HostEnded> hostEnds = hosts.ends();
        ends.addAll(hostEnds);
        Map<String, Integer> recap = new TreeMap<>();
        hostEnds.forEach(host -> recap.merge(host.status(), 1, Integer::sum));
        ends.add(new JournalEvent.RunEnded(exitCode, recap, remaining.size(), StoppedShards.words(shards)));
        return ends;
    }

    /** Each shard sees the same fabrics: of looks before it the first counts, of those after it the last. */
    private Optional<JournalEvent.FabricsSeen> seen(String when, Comparator<Instant> order) {
        return runs(shards)
                .flatMap(run -> run.events().stream())
                .filter(recorded -> recorded.event() instanceof JournalEvent.FabricsSeen seen
                        && seen.when().equals(when)
                        && !seen.fabrics().isEmpty())
                .min(Comparator.comparing(RecordedEvent::at, order))
                .map(recorded -> (JournalEvent.FabricsSeen) recorded.event());
    }

    /** What each shard tells of hosts that it is to tell of. */
    private <E> List<RecordedDifference> own(
            Function<RecordedRun, Optional<E>> event, Function<E, List<RecordedDifference>> differences) {
        Set<RecordedDifference> own = new LinkedHashSet<>();
        for (ShardRecord shard : shards) {
            shard.run().flatMap(event).map(differences).orElse(List.of()).stream()
                    .filter(difference -> hosts.tellsOf(shard, difference.host()))
                    .forEach(own::add);
        }
        return List.copyOf(own);
    }

    private <E, V> List<V> distinct(Function<RecordedRun, Optional<E>> event, Function<E, List<V>> values) {
        return runs(shards)
                .flatMap(run -> event.apply(run).stream())
                .flatMap(found -> values.apply(found).stream())
                .distinct()
                .toList();
    }

    private List<String> damage() {
        return shards.stream()
                .flatMap(shard -> shard.run().stream()
                        .flatMap(run -> run.damage().stream())
                        .map(damage -> "shard " + shard.number() + ": " + damage))
                .toList();
    }
}
