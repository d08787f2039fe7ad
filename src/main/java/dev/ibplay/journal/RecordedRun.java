package dev.ibplay.journal;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A run as its journal tells it.
 *
 * @param events those that could be read, in order
 * @param steps all of the plan in its order, then those that no plan names
 * @param damage what of the journal could not be read, for people
 */
public record RecordedRun(
        RunName name, RunState state, List<RecordedEvent> events, List<RecordedStep> steps, List<String> damage) {
    public RecordedRun {
        events = List.copyOf(events);
        steps = List.copyOf(steps);
        damage = List.copyOf(damage);
    }

    /** Puts the steps of a run together from its events. */
    public static RecordedRun of(RunName name, RunState state, List<RecordedEvent> events, List<String> damage) {
        return new RecordedRun(name, state, events, steps(events), damage);
    }

    /** What a step is found by: its number; where it has none, its host and what it does. */
    private record StepKey(int number, String host, String what) {
        static StepKey of(int number, String host, String what) {
            return number > 0 ? new StepKey(number, "", "") : new StepKey(number, host, what);
        }
    }

    private static List<RecordedStep> steps(List<RecordedEvent> events) {
        Map<StepKey, RecordedStep> steps = new LinkedHashMap<>();
        for (RecordedEvent recorded : events) {
            switch (recorded.event()) {
                case JournalEvent.Planned plan ->
                    plan.steps()
                            .forEach(step -> steps.put(
                                    StepKey.of(step.number(), step.host(), step.what()), RecordedStep.notBegun(step)));
                case JournalEvent.StepBegan begun ->
                    change(steps, begun.step(), begun.host(), begun.what(), step -> step.begun(recorded.at()));
                case JournalEvent.StepEnded ended ->
                    change(
                            steps,
                            ended.step(),
                            ended.host(),
                            ended.what(),
                            step -> step.ended(recorded.at(), ended.result(), ended.because()));
                default -> {}
            }
        }
        return List.copyOf(steps.values());
    }

    private static void change(
            Map<StepKey, RecordedStep> steps,
            int number,
            String host,
            String what,
            UnaryOperator<RecordedStep> change) {
        steps.compute(
                StepKey.of(number, host, what),
                (key, known) -> change.apply(
                        known != null
                                ? known
                                : RecordedStep.notBegun(new PlannedStep(
                                        number, host, OptionalInt.empty(), "unplanned", what, List.of(), List.of()))));
    }

    private <E extends JournalEvent> Stream<E> all(Class<E> type) {
        return events.stream()
                .map(RecordedEvent::event)
                .filter(type::isInstance)
                .map(type::cast);
    }

    public Optional<JournalEvent.RunBegan> began() {
        return all(JournalEvent.RunBegan.class).findFirst();
    }

    public Optional<JournalEvent.Plays> plays() {
        return all(JournalEvent.Plays.class).findFirst();
    }

    public Optional<JournalEvent.Planned> plan() {
        return all(JournalEvent.Planned.class).findFirst();
    }

    public List<JournalEvent.HostFailed> failures() {
        return all(JournalEvent.HostFailed.class).toList();
    }

    public List<JournalEvent.HostEnded> hostEnds() {
        return all(JournalEvent.HostEnded.class).toList();
    }

    /** The comparison at the run's end. */
    public Optional<JournalEvent.Compared> compared() {
        return all(JournalEvent.Compared.class).reduce((first, last) -> last);
    }

    /** The fabrics as they were seen {@link JournalEvent.FabricsSeen#BEFORE} or {@link JournalEvent.FabricsSeen#AFTER}. */
    public List<RecordedFabric> fabrics(String when) {
        return all(JournalEvent.FabricsSeen.class)
                .filter(seen -> seen.when().equals(when))
                .reduce((first, last) -> last)
                .map(JournalEvent.FabricsSeen::fabrics)
                .orElse(List.of());
    }

    public Optional<JournalEvent.RunEnded> end() {
        return all(JournalEvent.RunEnded.class).findFirst();
    }

    /** When the first event was written. */
    public Optional<Instant> beganAt() {
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(events.getFirst().at());
    }

    /** When the last one was written. */
    public Optional<Instant> lastAt() {
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(events.getLast().at());
    }

    /** The hosts that the run was for. */
    public List<String> hosts() {
        return began().map(JournalEvent.RunBegan::hosts).orElse(List.of());
    }

    /** Hosts on which a step changed something for certain. */
    public Set<String> changedHosts() {
        Set<String> hosts = new LinkedHashSet<>();
        steps.stream()
                .filter(RecordedStep::isChanged)
                .forEach(step -> hosts.add(step.planned().host()));
        return hosts;
    }

    /** Steps that began and of which nobody knows how they ended, but for a run that is at work. */
    public List<RecordedStep> inDoubt() {
        return steps.stream()
                .filter(RecordedStep::isOpen)
                .filter(step ->
                        !(state instanceof RunState.Running) || !step.result().isEmpty())
                .toList();
    }
}
