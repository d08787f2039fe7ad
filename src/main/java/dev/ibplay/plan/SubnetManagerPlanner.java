package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.FabricPort;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.resource.Partition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans the subnet managers of one fabric as a whole: which files, which activation, in which order. */
final class SubnetManagerPlanner {
    private static final Duration LEAST_STABLE = Duration.ofSeconds(20);
    private static final long DEFAULT_SWEEP_INTERVAL = 10;
    private static final long MAX_SWEEP_INTERVAL = 3600;

    private final FabricFacts fabric;
    private final List<SubnetManagerHost> managers;
    private final PlanDraft draft;
    private final Map<Integer, Mtu> coming = new HashMap<>();

    SubnetManagerPlanner(FabricFacts fabric, List<SubnetManagerHost> managers, PlanDraft draft) {
        this.fabric = fabric;
        this.managers = List.copyOf(managers);
        this.draft = draft;
    }

    /** Plans, and gives the MTU that each managed group will have, by the low 15 bits of its P_Key. */
    Map<Integer, Mtu> plan() {
        Optional<SubnetManagerHost> master = comingMaster();
        managers.forEach(this::differencesOf);
        master.ifPresent(m -> draft.differences.addAll(SubnetManagerDifferences.master(fabric, m)));
        describing().ifPresent(this::partitionsOf);
        managers.forEach(this::refuseWhatCannotWork);
        if (master.isPresent()) {
            order(master.get());
        }
        return Map.copyOf(coming);
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

    private void partitionsOf(SubnetManagerHost manager) {
        Map<PortGuid, Set<PKey>> tables = tables(manager);
        for (Partition partition : manager.wanted().partitions()) {
            draft.differences.addAll(PartitionDifferences.inFabric(manager.host(), partition, fabric, tables));
            partition.mtu().ifPresent(mtu -> mtuOf(manager, partition, mtu, tables));
        }
    }

    private void mtuOf(
            SubnetManagerHost manager, Partition partition, Located<Mtu> mtu, Map<PortGuid, Set<PKey>> tables) {
        PKey pkey = partition.pkey().value();
        if (groupMtu(pkey).equals(Optional.of(mtu.value()))) {
            return;
        }
        List<MtuChain.Limit> limits = new MtuChain(fabric).below(mtu.value(), pkey, tables);
        if (limits.isEmpty()) {
            coming.put(pkey.base(), mtu.value());
            return;
        }
        Mtu most = limits.stream()
                .map(MtuChain.Limit::most)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        draft.refuse(
                Code.MTU_CHAIN,
                manager.host(),
                mtu.span(),
                "%s cannot have MTU %s: %s"
                        .formatted(
                                partition.key(),
                                mtu.value(),
                                String.join(
                                        "; ",
                                        limits.stream()
                                                .map(MtuChain.Limit::toString)
                                                .toList())),
                "a port below the group's MTU cannot join it; the most that all of them can do is " + most);
    }

    private Map<PortGuid, Set<PKey>> tables(SubnetManagerHost manager) {
        List<FabricPort> ports = fabric.fabric().ports().stream()
                .filter(p -> p.guid().isPresent())
                .map(p -> new FabricPort(
                        p.guid().orElseThrow(),
                        kind(fabric.fabric().typeOf(p)),
                        p.guid().equals(Optional.of(manager.port()))))
                .toList();
        return manager.files().meaning().tables(ports).pkeys();
    }

    private static FabricPort.Kind kind(NodeType type) {
        return switch (type) {
            case SWITCH -> FabricPort.Kind.SWITCH;
            case ROUTER -> FabricPort.Kind.ROUTER;
            case CA, UNKNOWN -> FabricPort.Kind.CA;
        };
    }

    private Optional<Mtu> groupMtu(PKey pkey) {
        return fabric.groups()
                .getOrDefault(pkey.base(), new Fact.Absent<>())
                .ifKnown()
                .flatMap(McMemberRecord::mtu);
    }

    private void refuseWhatCannotWork(SubnetManagerHost manager) {
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
        Optional<SubnetManagerHost> best = managers.stream()
                .filter(m -> m.process().isPresent() && m.comingPriority().isPresent())
                .max(Comparator.comparing(
                                (SubnetManagerHost m) -> m.comingPriority().orElse(0))
                        .thenComparing(SubnetManagerHost::port, Comparator.reverseOrder()));
        best.ifPresent(this::refuseForeignMaster);
        return best;
    }

    private void refuseForeignMaster(SubnetManagerHost best) {
        int priority = best.comingPriority().orElse(0);
        fabric.subnetManagers().forEach((port, fact) -> {
            boolean managed = managers.stream().anyMatch(m -> m.port().equals(port));
            Optional<SmInfo> info = fact.ifKnown().filter(i -> i.state() != SmState.NOT_ACTIVE && !managed);
            boolean partitions =
                    managers.stream().anyMatch(m -> m.files().partitions().isPresent());
            if (info.isPresent() && (partitions || !coming.isEmpty())) {
                draft.refuse(
                        Code.FOREIGN_SUBNET_MANAGER,
                        best.host(),
                        best.wanted().span(),
                        "the subnet manager at port %s, which no play manages, keeps its own partitions"
                                .formatted(port),
                        "add its host to the play: it would bring the old partitions back when it takes over");
                return;
            }
            boolean wins = info.isPresent()
                    && (info.get().priority() > priority
                            || (info.get().priority() == priority && port.compareTo(best.port()) < 0));
            if (wins) {
                draft.refuse(
                        Code.FOREIGN_SUBNET_MANAGER,
                        best.host(),
                        best.wanted().span(),
                        "the subnet manager at port %s, which no play manages, has priority %d and would win over %s with %d"
                                .formatted(port, info.get().priority(), best.host(), priority),
                        "add its host to the play, or give " + best.host() + " a higher priority");
            }
        });
    }

    private Activation activation(SubnetManagerHost manager) {
        if (manager.process().isEmpty()) {
            return Activation.NONE;
        }
        Activation needed = Activation.NONE;
        boolean groupMoves = coming.keySet().stream()
                .anyMatch(base -> groupMtu(new PKey(base)).isPresent());
        if (groupMoves) {
            needed = Activation.RESTART;
        }
        if (manager.files().conf().isPresent()) {
            // A HUP re-reads opensm.conf only if it was there when the process started (main.c: opt.config_file).
            boolean existed = manager.opensm().conf().content().ifKnown().isPresent();
            needed = needed.or(existed ? Activation.HUP : Activation.RESTART);
        }
        if (manager.isMaster() && (manager.files().partitions().isPresent() || !coming.isEmpty() || isStale())) {
            needed = needed.or(Activation.HUP);
        }
        if (needed == Activation.NONE
                && !SubnetManagerDifferences.fabric(manager).isEmpty()) {
            needed = startedAfterItsFile(manager) ? Activation.RESTART : Activation.HUP;
        }
        return needed;
    }

    /** Whether ports carry other P_Keys than the files give them although no file has to change. */
    private boolean isStale() {
        return draft.differences.stream()
                .anyMatch(d -> d.level() == Level.FABRIC && d.resource().startsWith("partition "));
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
        SubnetManagerSteps steps = new SubnetManagerSteps(fabric);
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
                    boolean standby = restart && !manager.isMaster();
                    made.add(steps.ready(manager, standby ? Optional.of(SmState.STANDBY) : Optional.empty()));
                }
            }
        }
        if (!made.isEmpty()) {
            made.add(steps.settled(master, managers, comingByKey(), stable(master)));
        }
        draft.fabric.addAll(made);
    }

    private Map<PKey, Mtu> comingByKey() {
        Map<PKey, Mtu> groups = new LinkedHashMap<>();
        coming.forEach((base, mtu) -> groups.put(new PKey(base), mtu));
        return groups;
    }

    /** Twice the sweep interval, since a light sweep may still change its mind; at least 20 s. */
    private static Duration stable(SubnetManagerHost master) {
        String text = master.opensm()
                .conf()
                .content()
                .ifKnown()
                .map(dev.ibplay.exec.Bytes::latin1)
                .orElse("");
        long interval = OpensmConf.parse("opensm.conf", text)
                .number("sweep_interval", DEFAULT_SWEEP_INTERVAL, MAX_SWEEP_INTERVAL)
                .value();
        Duration twice = Duration.ofSeconds(2 * interval);
        return twice.compareTo(LEAST_STABLE) > 0 ? twice : LEAST_STABLE;
    }
}
