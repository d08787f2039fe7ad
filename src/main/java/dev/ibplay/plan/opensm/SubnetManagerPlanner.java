package dev.ibplay.plan.opensm;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Elsewhere;
import dev.ibplay.plan.FabricLock;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.Waiting;
import dev.ibplay.resource.ChangePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Plans the subnet managers of one fabric as a whole: which files, which activation, in which order. */
public final class SubnetManagerPlanner {
    private static final Duration LEAST_STABLE = Duration.ofSeconds(20);
    private static final long DEFAULT_SWEEP_INTERVAL = 10;
    private static final long MAX_SWEEP_INTERVAL = 3600;

    private final FabricFacts fabric;
    private final List<SubnetManagerHost> managers;
    private final Observed observed;
    private final PlanDraft draft;
    private final GroupPlanner groups;
    private final ActivationChoice activations;
    private final RebootWaits reboots;

    /**
     * The planner of one fabric.
     *
     * @param hosts what is known of all hosts of the job, whoever has read them
     */
    public SubnetManagerPlanner(
            FabricFacts fabric, List<SubnetManagerHost> managers, Observed observed, Elsewhere hosts, PlanDraft draft) {
        this.fabric = fabric;
        this.managers = managers.stream()
                .sorted(Comparator.comparing(SubnetManagerHost::port))
                .toList();
        this.observed = observed;
        this.draft = draft;
        this.groups =
                new GroupPlanner(fabric, new GroupUsers(fabric, hosts.used()), hosts.waiting(), hosts.unread(), draft);
        this.activations = new ActivationChoice(groups, comingMaster());
        this.reboots = new RebootWaits(this.managers, activations, draft);
    }

    /** Plans, and gives the MTU that each managed group will have, by the low 15 bits of its P_Key. */
    public Map<Integer, Mtu> plan() {
        int before = draft.differences.size();
        Optional<SubnetManagerHost> master = comingMaster();
        managers.forEach(this::differencesOf);
        master.ifPresent(m -> draft.differences.addAll(SubnetManagerDifferences.master(fabric, m)));
        describing().ifPresent(groups::plan);
        new ManagerRefusals(fabric, managers, groups, activations, draft).report();
        boolean partitions = changesPartitions();
        master.ifPresent(m -> new ForeignManagers(fabric, managers, observed, draft).refuse(m, partitions));
        IgnoredPartitions.report(fabric, managers, draft);
        new FabricSafety(fabric, managers, partitions, draft).report();
        NewKey.refuse(fabric, managers, draft);
        if (partitions && groups.held().isEmpty()) {
            describing()
                    .filter(SubnetManagerHost::changeable)
                    .ifPresent(m -> new BlastRadius(fabric, observed, draft).report(m, groups.comingTables()));
        }
        reboots.report(observed);
        if (isHeld()) {
            reboots.ahead(waitedFor().orElseThrow(), steps(master)).ifPresent(this::add);
            hold(draft.differences.subList(before, draft.differences.size()));
            return Map.of();
        }
        order(master);
        return groups.coming();
    }

    /** The partitions whose group or members the plan changes, by the low 15 bits of the P_Key. */
    public Set<Integer> touched() {
        return isHeld() ? Set.of() : groups.touched();
    }

    /** The P_Keys that ports will have; empty where the plan leaves them alone. */
    public Map<PortGuid, Set<PKey>> comingTables() {
        return isHeld() ? Map.of() : groups.comingTables();
    }

    private boolean isHeld() {
        return waitedFor().isPresent();
    }

    /**
     * What groups of this fabric wait for, by the low 15 bits of the P_Key: one that waits keeps the others from changing,
     * too.
     */
    public Map<Integer, Waiting> held() {
        Map<Integer, Waiting> held = new HashMap<>(groups.held());
        waitedFor().ifPresent(all -> groups.coming().keySet().forEach(base -> held.put(base, all)));
        return Map.copyOf(held);
    }

    /**
     * A group that waits holds all changes of the fabric's subnet managers: a file with only some of them would be another
     * one than the plan shows, and every restart counts.
     */
    private void hold(List<Difference> differences) {
        String until = waitedFor().map(Waiting::until).orElse("");
        differences.stream()
                .filter(difference -> draft.held.stream().noneMatch(held -> held.explains(difference)))
                .map(difference -> new Held(difference.host(), difference.resource(), until))
                .distinct()
                .forEach(draft.held::add);
    }

    private Optional<Waiting> waitedFor() {
        return Stream.concat(groups.held().values().stream(), reboots.waiting().stream())
                .reduce(Waiting::and);
    }

    private void differencesOf(SubnetManagerHost manager) {
        draft.differences.addAll(manager.files().differences());
        draft.diagnostics.addAll(manager.files().refusals());
        draft.differences.addAll(SubnetManagerDifferences.enabled(manager));
        draft.differences.addAll(SubnetManagerDifferences.running(manager));
        draft.differences.addAll(SubnetManagerDifferences.fabric(manager));
    }

    /** The manager whose partitions.conf is in force, or will be: the master if it is managed, else the first one. */
    private Optional<SubnetManagerHost> describing() {
        return managers.stream()
                .filter(m -> !m.wanted().partitions().isEmpty() || m.wanted().isExclusive())
                .min(Comparator.comparingInt((SubnetManagerHost m) -> m.isMaster() ? 0 : 1));
    }

    private boolean changesPartitions() {
        return managers.stream().anyMatch(m -> m.changeable() && m.changesPartitions())
                || groups.isStale()
                || !groups.coming().isEmpty();
    }

    /** The manager that will be master. */
    private Optional<SubnetManagerHost> comingMaster() {
        return managers.stream()
                .filter(m -> m.runsThen() && m.comingPriority().isPresent())
                .max(Comparator.comparing(SubnetManagerHost::candidate));
    }

    private void order(Optional<SubnetManagerHost> master) {
        SubnetManagerSteps steps = steps(master);
        List<SubnetManagerHost> changeable =
                managers.stream().filter(SubnetManagerHost::changeable).toList();
        var order = new ChangeOrder(changeable, master, activations::of, steps);
        List<Step> made = new ArrayList<>();
        changeable.forEach(m -> m.files().commandLine().ifPresent(change -> made.add(change.step(m.host()))));
        made.addAll(steps(order, changeable));
        List<Step> saving = ManagerCommands.saving(changeable, made);
        if (made.isEmpty() && saving.isEmpty()) {
            return;
        }
        if (!made.isEmpty()) {
            master.ifPresent(m -> made.add(steps.settled(m, managers, groups.visible(), stable(m))));
        }
        made.addAll(saving);
        add(new RebootWaits.Ahead(made, order.files()));
    }

    private void add(RebootWaits.Ahead made) {
        draft.files.addAll(made.files());
        managers.forEach(m -> draft.locks.add(FabricLock.at(m.lockedAt(), m.port())));
        draft.fabric.addAll(made.steps());
    }

    private SubnetManagerSteps steps(Optional<SubnetManagerHost> master) {
        Duration limit = master.or(() -> managers.stream().findFirst())
                .map(m -> m.wanted().policy().timeoutOrDefault())
                .orElse(ChangePolicy.DEFAULT_TIMEOUT);
        return new SubnetManagerSteps(fabric, draft.kept, limit);
    }

    private List<Step> steps(ChangeOrder order, List<SubnetManagerHost> changeable) {
        Optional<SubnetManagerHost> present =
                changeable.stream().filter(SubnetManagerHost::isMaster).findFirst();
        if (NewKey.isWanted(changeable) && changeable.size() > 1 && present.isPresent()) {
            return order.withNewKey();
        }
        boolean handsOver = groups.rebuilds()
                && changeable.stream().anyMatch(m -> m.wanted().policy().isHandover());
        Optional<Handover> handover = handsOver
                ? present.filter(m -> activations.of(m) == Activation.RESTART)
                        .flatMap(m -> Handover.of(managers, m, draft))
                : Optional.empty();
        return handover.map(h -> order.byHandover(h.successor(), h.between(), groups.visible()))
                .orElseGet(order::oneByOne);
    }

    /** Twice the sweep interval, since a light sweep may still change its mind; at least 20 s. */
    private static Duration stable(SubnetManagerHost master) {
        long written =
                master.files().conf(master.opensm()).number("sweep_interval").value();
        long interval = written > MAX_SWEEP_INTERVAL ? DEFAULT_SWEEP_INTERVAL : written;
        Duration twice = Duration.ofSeconds(2 * interval);
        return twice.compareTo(LEAST_STABLE) > 0 ? twice : LEAST_STABLE;
    }
}
