package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.plan.whole.FoundFiles;
import dev.ibplay.plan.whole.Restoration;
import dev.ibplay.plan.whole.UndoneStep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A run that was carried out on a {@link ModelFabric}, wholly or in part, and what a plan that undoes it is made of. */
final class EarlierRun {
    static final PlanSettings UNDO =
            new PlanSettings("r2", "alice@control", List.of(Optional.of(Duration.ofMinutes(2))), true);
    private static final Set<String> MANAGERS = Set.of("sm1", "sm2");

    private final ModelFabric fabric;
    private final List<UndoneStep> steps = new ArrayList<>();

    private EarlierRun(ModelFabric fabric) {
        this.fabric = fabric;
    }

    /** Carries all of a plan out. */
    static EarlierRun of(ModelFabric fabric, Plan plan) {
        return killed(fabric, plan, Integer.MAX_VALUE, false);
    }

    /**
     * Carries the first steps of a plan out, and begins one more.
     *
     * @param done how many steps are seen to end
     * @param lastIsMade whether the step that nobody saw end was made
     */
    static EarlierRun killed(ModelFabric fabric, Plan plan, int done, boolean lastIsMade) {
        var run = new EarlierRun(fabric);
        var simulator = new Simulator(fabric);
        List<Step> all = new ArrayList<>();
        plan.shrinking().forEach(host -> all.addAll(host.steps()));
        int fabricFrom = all.size();
        all.addAll(plan.fabric());
        int fabricTo = all.size();
        plan.growing().forEach(host -> all.addAll(host.steps()));
        for (int i = 0; i < Math.min(all.size(), done == Integer.MAX_VALUE ? done : done + 1); i++) {
            Step step = all.get(i);
            boolean certain = i < done;
            if (certain || lastIsMade) {
                simulator.run(step);
            }
            OptionalInt play = i >= fabricFrom && i < fabricTo ? OptionalInt.empty() : OptionalInt.of(0);
            run.steps.add(new UndoneStep(i + 1, step.host(), play, certain, Effects.of(step)));
        }
        return run;
    }

    Restoration restoration(Predicate<String> limit) {
        return Restoration.of(
                "r1",
                steps,
                fabric.hosts.keySet().stream()
                        .map(host -> new Restoration.Target(
                                host, limit.test(host), MANAGERS.contains(host) || fabric.host(host).hasOpensm))
                        .toList());
    }

    Plan undo() {
        return undo(host -> true);
    }

    Plan undo(Predicate<String> limit) {
        Restoration restoration = restoration(limit);
        Map<String, Map<String, Fact<Bytes>>> found = new HashMap<>();
        restoration.hosts().forEach(host -> found.put(host.host(), files(restoration, fabric.host(host.host()))));
        return restoration.plan(fabric.observed(), new FoundFiles(found), next());
    }

    private static Map<String, Fact<Bytes>> files(Restoration restoration, ModelHost host) {
        Map<String, Fact<Bytes>> files = new HashMap<>();
        restoration
                .paths(host.name)
                .forEach(path -> files.put(
                        path,
                        Optional.ofNullable(host.unreadable.get(path))
                                .<Fact<Bytes>>map(Fact::unreadable)
                                .or(() -> Optional.ofNullable(host.files.get(path))
                                        .map(text -> Fact.known(Bytes.ofLatin1(text))))
                                .orElseGet(Fact::absent)));
        return files;
    }

    /** All of a fabric that a run may change, but for kept copies and for what the processes are called. */
    static Map<String, String> state(ModelFabric fabric) {
        Map<String, String> state = new TreeMap<>();
        fabric.hosts.values().forEach(host -> {
            host.files.forEach((path, text) -> {
                if (!KeptFiles.isKept(path)) {
                    state.put(host.name + " " + path, text);
                }
            });
            state.put(
                    host.name,
                    "%s %s, priority %d, %s, P_Keys %s"
                            .formatted(
                                    host.interfaces.containsKey("ib0") ? host.ib0().mode : "no ib0",
                                    host.interfaces.containsKey("ib0") ? host.ib0().mtu : "",
                                    host.priority,
                                    host.state,
                                    fabric.pkeys.getOrDefault(host.port, Set.of()).stream()
                                            .sorted()
                                            .toList()));
        });
        fabric.groups.forEach((pkey, group) -> state.put("group %04x".formatted(pkey), group.toString()));
        return state;
    }

    /** Each undo is a run with a name of its own. */
    private PlanSettings next() {
        return new PlanSettings("r" + ++fabric.runs, UNDO.owner(), UNDO.windows(), true);
    }
}
