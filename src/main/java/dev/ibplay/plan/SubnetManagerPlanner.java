package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.OpensmConf;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Plans the subnet managers of one fabric as a whole: which files, which activation, in which order. */
final class SubnetManagerPlanner {
    /** The start of a process is counted from a boot time that is known to the second only. */
    private static final long CLOCK_TOLERANCE_SECONDS = 2;

    private static final Duration LEAST_STABLE = Duration.ofSeconds(20);
    private static final long DEFAULT_SWEEP_INTERVAL = 10;
    private static final long MAX_SWEEP_INTERVAL = 3600;

    private final FabricFacts fabric;
    private final List<SubnetManagerHost> managers;
    private final PlanDraft draft;
    private final GroupPlanner groups;

    SubnetManagerPlanner(
            FabricFacts fabric, List<SubnetManagerHost> managers, Map<PortGuid, String> waiting, PlanDraft draft) {
        this.fabric = fabric;
        this.managers = managers.stream()
                .sorted(Comparator.comparing(SubnetManagerHost::port))
                .toList();
        this.draft = draft;
        this.groups = new GroupPlanner(fabric, waiting, draft);
    }

    /** Plans, and gives the MTU that each managed group will have, by the low 15 bits of its P_Key. */
    Map<Integer, Mtu> plan() {
        int before = draft.differences.size();
        Optional<SubnetManagerHost> master = comingMaster();
        managers.forEach(this::differencesOf);
        master.ifPresent(m -> draft.differences.addAll(SubnetManagerDifferences.master(fabric, m)));
        describing().ifPresent(groups::plan);
        warnOfEqualPriorities();
        managers.forEach(this::warnOfOldMemory);
        managers.forEach(this::refuseWhatCannotWork);
        master.ifPresent(this::refuseForeign);
        refuseHalfOfTheManagers();
        if (!groups.held().isEmpty()) {
            hold(draft.differences.subList(before, draft.differences.size()));
            return Map.of();
        }
        master.ifPresent(this::order);
        return groups.coming();
    }

    /** The partitions whose group or members the plan changes, by the low 15 bits of the P_Key. */
    Set<Integer> touched() {
        return groups.held().isEmpty() ? groups.touched() : Set.of();
    }

    /** The P_Keys that ports will have; empty where the plan leaves them alone. */
    Map<PortGuid, Set<PKey>> comingTables() {
        return groups.comingTables();
    }

    /**
     * The hosts that groups of this fabric wait for, by the low 15 bits of the P_Key: one that waits keeps the others from
     * changing, too.
     */
    Map<Integer, String> held() {
        Map<Integer, String> held = new HashMap<>(groups.held());
        if (!held.isEmpty()) {
            String hosts = waitedFor();
            groups.coming().keySet().forEach(base -> held.put(base, hosts));
        }
        return Map.copyOf(held);
    }

    /**
     * A group that waits holds all changes of the fabric's subnet managers: a file with only some of them would be another
     * one than the plan shows, and every restart counts.
     */
    private void hold(List<Difference> differences) {
        String until = "until these have rebooted: " + waitedFor();
        differences.stream()
                .filter(difference -> draft.held.stream().noneMatch(held -> held.explains(difference)))
                .map(difference -> new Held(difference.host(), difference.resource(), until))
                .distinct()
                .forEach(draft.held::add);
    }

    private String waitedFor() {
        return groups.held().values().stream()
                .flatMap(hosts -> Arrays.stream(hosts.split(", ", -1)))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private void differencesOf(SubnetManagerHost manager) {
        draft.differences.addAll(manager.files().differences());
        draft.diagnostics.addAll(manager.files().refusals());
        draft.differences.addAll(SubnetManagerDifferences.running(manager));
        draft.differences.addAll(SubnetManagerDifferences.fabric(manager));
    }

    /** The manager whose partitions.conf is in force, or will be: the master if it is managed, else the first one. */
    private Optional<SubnetManagerHost> describing() {
        return managers.stream()
                .filter(m -> !m.wanted().partitions().isEmpty())
                .min(Comparator.comparingInt((SubnetManagerHost m) -> m.isMaster() ? 0 : 1));
    }

    private void warnOfEqualPriorities() {
        for (int i = 0; i < managers.size(); i++) {
            SubnetManagerHost one = managers.get(i);
            for (SubnetManagerHost other : managers.subList(i + 1, managers.size())) {
                if (one.comingPriority().isPresent() && one.comingPriority().equals(other.comingPriority())) {
                    draft.warn(
                            Code.EQUAL_PRIORITIES,
                            other.host(),
                            other.wanted().span(),
                            "%s and %s both have priority %d, so the lower port GUID decides: %s wins"
                                    .formatted(
                                            one.host(),
                                            other.host(),
                                            one.comingPriority().get(),
                                            one.host()));
                }
            }
        }
    }

    /**
     * A standby makes no groups that could be asked for. One that started before its file was changed may still hold, from
     * a time as master, groups that the file no longer describes (osm_sa_mcmember_record.c keeps what it finds by MGID).
     */
    private void warnOfOldMemory(SubnetManagerHost manager) {
        long changed = manager.opensm().partitions().modifiedSeconds();
        boolean older = manager.process()
                .map(p -> p.startSeconds() + CLOCK_TOLERANCE_SECONDS < changed)
                .orElse(false);
        if (older && !manager.isMaster() && !manager.wanted().partitions().isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    manager.host(),
                    manager.wanted().span(),
                    "running, inferred: opensm started before %s was changed; whether it would bring old groups back shows only when it is master"
                            .formatted(manager.opensm().partitions().path()));
        }
    }

    private void refuseWhatCannotWork(SubnetManagerHost manager) {
        if (!manager.changeable()) {
            return;
        }
        SubnetManagerDifferences.running(manager)
                .forEach(d -> draft.refuse(
                        Code.OPENSM_OVERRIDE,
                        manager.host(),
                        d.askedBy(),
                        "opensm was " + d.observed() + ", which wins over the file at every start",
                        "take the option out of what starts opensm, or start it by its service"));
        boolean byHand =
                manager.process().isPresent() && manager.opensm().unit().isEmpty();
        if (byHand && activation(manager) == Activation.RESTART) {
            draft.refuse(
                    Code.OPENSM_BY_HAND,
                    manager.host(),
                    manager.wanted().span(),
                    "opensm must be restarted, and no service started it",
                    "stop it and start it by its service; then run this again");
        }
    }

    /** The manager that will be master: the highest priority, then the lower GUID (osm_sm.h: osm_sm_is_greater_than). */
    private Optional<SubnetManagerHost> comingMaster() {
        return managers.stream()
                .filter(m -> m.process().isPresent() && m.comingPriority().isPresent())
                .max(Comparator.comparing(
                                (SubnetManagerHost m) -> m.comingPriority().orElse(0))
                        .thenComparing(SubnetManagerHost::port, Comparator.reverseOrder()));
    }

    /** A change of partitions must reach every manager: one that is left out would bring the old state back. */
    private void refuseHalfOfTheManagers() {
        Predicate<SubnetManagerHost> concerned = m -> m.files().partitions().isPresent()
                || (groups.rebuilds() && m.process().isPresent());
        List<String> leftOut = managers.stream()
                .filter(m -> !m.changeable())
                .filter(concerned)
                .map(SubnetManagerHost::host)
                .toList();
        managers.stream()
                .filter(m -> m.changeable() && concerned.test(m) && !leftOut.isEmpty())
                .findFirst()
                .ifPresent(m -> draft.refuse(
                        Code.MANAGERS_LEFT_OUT,
                        m.host(),
                        m.wanted().span(),
                        "partitions change, and %s would keep the old ones: outside --limit or the tags"
                                .formatted(String.join(", ", leftOut)),
                        "let the limit take in all subnet managers of the fabric, or none"));
    }

    private void refuseForeign(SubnetManagerHost best) {
        boolean partitions = managers.stream()
                        .anyMatch(m -> m.changeable() && m.files().partitions().isPresent())
                || !groups.coming().isEmpty();
        for (PortGuid port : fabric.subnetManagers().keySet().stream().sorted().toList()) {
            Fact<SmInfo> fact = fabric.subnetManagers().getOrDefault(port, new Fact.Absent<>());
            boolean managed = managers.stream().anyMatch(m -> m.port().equals(port));
            boolean idle =
                    fact.ifKnown().map(i -> i.state() == SmState.NOT_ACTIVE).orElse(false);
            if (managed || idle) {
                continue;
            }
            if (partitions) {
                refuseForeign(
                        best,
                        "the subnet manager at port %s, which no play manages, keeps its own partitions"
                                .formatted(port),
                        "add its host to the play: it would bring the old partitions back when it takes over");
            } else {
                fact.ifKnown()
                        .filter(info -> wins(port, info, best))
                        .ifPresent(info -> refuseForeign(
                                best,
                                "the subnet manager at port %s, which no play manages, has priority %d and would win over %s with %d"
                                        .formatted(
                                                port,
                                                info.priority(),
                                                best.host(),
                                                best.comingPriority().orElse(0)),
                                "add its host to the play, or give " + best.host() + " a higher priority"));
            }
        }
    }

    private static boolean wins(PortGuid port, SmInfo info, SubnetManagerHost best) {
        int priority = best.comingPriority().orElse(0);
        return info.priority() > priority || (info.priority() == priority && port.compareTo(best.port()) < 0);
    }

    private void refuseForeign(SubnetManagerHost best, String message, String hint) {
        draft.refuse(Code.FOREIGN_SUBNET_MANAGER, best.host(), best.wanted().span(), message, hint);
    }

    private Activation activation(SubnetManagerHost manager) {
        if (manager.process().isEmpty()) {
            return Activation.NONE;
        }
        Activation needed = Activation.NONE;
        if (groups.rebuilds() || (!manager.isMaster() && GroupPlanner.changesGroups(manager))) {
            needed = Activation.RESTART;
        }
        if (manager.files().conf().isPresent()) {
            // A HUP re-reads opensm.conf only if it was there when the process started (main.c: opt.config_file), and
            // changes nothing where it is gone.
            boolean existed = manager.opensm().conf().content().ifKnown().isPresent();
            boolean stays = manager.files().conf().flatMap(FileChange::after).isPresent();
            needed = needed.or(existed && stays ? Activation.HUP : Activation.RESTART);
        }
        if (manager.isMaster() && (manager.files().partitions().isPresent() || groups.isStale())) {
            needed = needed.or(Activation.HUP);
        }
        if (needed == Activation.NONE
                && !SubnetManagerDifferences.fabric(manager).isEmpty()) {
            needed = startedAfterItsFile(manager) ? Activation.RESTART : Activation.HUP;
        }
        return needed;
    }

    private static boolean startedAfterItsFile(SubnetManagerHost manager) {
        long modified = manager.opensm().conf().modifiedSeconds();
        return manager.process().map(p -> p.startSeconds() >= modified).orElse(false);
    }

    /**
     * Standbys before the master, since its file counts as activation; priorities that fall before those that rise. Two
     * managers are never down at once: each has answered before the next is touched.
     */
    private void order(SubnetManagerHost master) {
        SubnetManagerSteps steps = new SubnetManagerSteps(fabric, draft.kept);
        List<SubnetManagerHost> ordered = managers.stream()
                .filter(SubnetManagerHost::changeable)
                .sorted(Comparator.comparingInt((SubnetManagerHost m) -> m.isMaster() ? 1 : 0)
                        .thenComparingInt(m -> m.isLowered() ? 0 : 1))
                .toList();
        boolean restart = ordered.stream().anyMatch(m -> activation(m) == Activation.RESTART);
        if (!restart) {
            ordered = ordered.stream()
                    .sorted(Comparator.comparingInt((SubnetManagerHost m) -> m.isLowered() ? 0 : 1)
                            .thenComparingInt(m -> m.isMaster() ? 1 : 0))
                    .toList();
        }
        List<Step> made = new ArrayList<>();
        for (SubnetManagerHost manager : ordered) {
            Activation activation = activation(manager);
            if (activation != Activation.NONE || !manager.files().changes().isEmpty()) {
                made.add(steps.change(manager, activation));
                draft.files.addAll(manager.files().changes());
                if (activation != Activation.NONE) {
                    boolean standby = restart && !manager.isMaster() && !manager.equals(master);
                    made.add(steps.ready(manager, standby ? Optional.of(SmState.STANDBY) : Optional.empty()));
                }
            }
        }
        if (!made.isEmpty()) {
            made.add(steps.settled(master, managers, groups.visible(), stable(master)));
        }
        draft.fabric.addAll(made);
    }

    /** Twice the sweep interval, since a light sweep may still change its mind; at least 20 s. */
    private static Duration stable(SubnetManagerHost master) {
        String text = master.opensm()
                .conf()
                .content()
                .ifKnown()
                .map(dev.ibplay.exec.Bytes::latin1)
                .orElse("");
        long written =
                OpensmConf.parse("opensm.conf", text).number("sweep_interval").value();
        long interval = written > MAX_SWEEP_INTERVAL ? DEFAULT_SWEEP_INTERVAL : written;
        Duration twice = Duration.ofSeconds(2 * interval);
        return twice.compareTo(LEAST_STABLE) > 0 ? twice : LEAST_STABLE;
    }
}
