package dev.ibplay.plan.interfaces;

import dev.ibplay.exec.Operation;
import dev.ibplay.plan.EditedFiles;
import dev.ibplay.plan.FileChange;
import dev.ibplay.plan.GuardRecord;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.PlanSettings;
import dev.ibplay.plan.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes the steps of hosts from the changes of their interfaces: all that one play changes on a host in one direction stands
 * under one guard, so that it is confirmed, or taken back, as a whole.
 */
public final class InterfaceSteps {
    private static final String GUARDS = "/var/lib/ibplay/guards";
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(30);

    private record Turn(int play, String host, boolean shrinks) {}

    private final PlanDraft draft;
    private final PlanSettings settings;
    private final Map<Turn, List<InterfaceChange>> turns = new LinkedHashMap<>();

    /** None yet. */
    public InterfaceSteps(PlanDraft draft) {
        this.draft = draft;
        this.settings = draft.settings;
    }

    /** Takes a change in, which is made together with others of its host, play and direction. */
    public void add(InterfaceChange change) {
        turns.computeIfAbsent(new Turn(change.play(), change.host(), change.shrinks()), t -> new ArrayList<>())
                .add(change);
    }

    /** Whether all that a play changes on a host so far goes before the fabric's own steps. */
    public boolean onlyShrinks(int play, String host) {
        return turns.containsKey(new Turn(play, host, true)) && !turns.containsKey(new Turn(play, host, false));
    }

    /** Writes the steps, each host's in the direction that the fabric's own steps need. */
    public void finish() {
        var files = new EditedFiles(draft);
        turns.entrySet().stream()
                .sorted(Comparator.comparing(e -> !e.getKey().shrinks()))
                .forEach(e -> {
                    Turn turn = e.getKey();
                    List<InterfaceChange> changes = ordered(turn, e.getValue());
                    List<FileChange> written = files.together(all(changes, InterfaceChange::files));
                    List<Step> steps = steps(turn, changes, written);
                    if (steps.isEmpty()) {
                        return;
                    }
                    (turn.shrinks() ? draft.shrinking : draft.growing)
                            .add(new HostSteps(turn.play(), turn.host(), steps));
                    draft.files.addAll(written);
                });
    }

    /**
     * What grows begins at the bottom, what shrinks at the top: a parent before its children, a bond's slaves, whose modes
     * decide what it can carry, before the bond.
     */
    private static List<InterfaceChange> ordered(Turn turn, List<InterfaceChange> changes) {
        Comparator<InterfaceChange> fromBelow = Comparator.comparingInt(InterfaceChange::depth);
        return changes.stream()
                .sorted(turn.shrinks() ? fromBelow.reversed() : fromBelow)
                .toList();
    }

    private List<Step> steps(Turn turn, List<InterfaceChange> changes, List<FileChange> files) {
        List<Step> steps = new ArrayList<>();
        List<Operation> set = all(changes, InterfaceChange::set);
        Optional<Duration> window = settings.window(turn.play());
        if (set.isEmpty()) {
            if (files.isEmpty()) {
                return List.of();
            }
            steps.add(draft.kept.write(turn.host(), files));
        } else if (window.isPresent()) {
            steps.add(guarded(turn, changes, files, window.get()));
        } else {
            steps.add(new Step.Act(
                    turn.host(),
                    what(changes),
                    all(changes, InterfaceChange::restsOn),
                    set,
                    all(changes.reversed(), InterfaceChange::undo)));
            steps.add(new Step.Await(
                    turn.host(),
                    "it is so: " + what(changes),
                    all(changes, InterfaceChange::answers),
                    Duration.ZERO,
                    SETTLE_LIMIT));
            if (!files.isEmpty()) {
                steps.add(draft.kept.write(turn.host(), files));
            }
        }
        List<Operation> afterwards =
                all(changes, InterfaceChange::afterwards).stream().distinct().toList();
        if (!afterwards.isEmpty()) {
            steps.add(new Step.Act(turn.host(), words(afterwards), List.of(), afterwards, List.of()));
        }
        return steps;
    }

    private Step.Guarded guarded(Turn turn, List<InterfaceChange> changes, List<FileChange> files, Duration window) {
        String what = what(changes)
                + (files.isEmpty() ? "" : ", " + FileChange.what(files))
                + ", or back after %d s without confirmation".formatted(window.toSeconds());
        List<Operation> prepare = new ArrayList<>(
                all(changes, InterfaceChange::prepare).stream().distinct().toList());
        prepare.addAll(draft.kept.keep(files));
        String direction = turn.shrinks() ? "shrink" : "grow";
        return new Step.Guarded(
                turn.host(),
                what,
                all(changes, InterfaceChange::restsOn),
                prepare,
                "%s/%s-%d-%s".formatted(GUARDS, settings.run(), turn.play(), direction),
                GuardRecord.of(settings, what(changes)),
                FileChange.operations(files),
                all(changes, InterfaceChange::set),
                all(changes.reversed(), InterfaceChange::undo),
                all(changes, InterfaceChange::answers),
                window);
    }

    private static String what(List<InterfaceChange> changes) {
        return String.join(
                "; ",
                changes.stream()
                        .map(InterfaceChange::what)
                        .filter(what -> !what.isEmpty())
                        .toList());
    }

    private static String words(List<Operation> commands) {
        return "run "
                + String.join(
                        " and ",
                        commands.stream()
                                .map(c -> c instanceof Operation.RunCommand run
                                        ? "`" + String.join(" ", run.arguments()) + "`"
                                        : c.toString())
                                .toList());
    }

    private static <T> List<T> all(List<InterfaceChange> changes, Function<InterfaceChange, List<T>> part) {
        return changes.stream().flatMap(change -> part.apply(change).stream()).toList();
    }
}
