package dev.ibplay.lab.fabric;

import dev.ibplay.exec.Operation.AdministrationQuery;
import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.exec.Operation.SubnetQuery;
import dev.ibplay.exec.Outcome;
import dev.ibplay.exec.SmpAddress;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.SmState;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An InfiniBand fabric in memory: what its ports answer, its cables, and who has joined which group. All that happens in it
 * happens one after the other, under one lock. An answer comes at once; whoever asks waits for {@code timing} himself where
 * there is none.
 *
 * <p>Forwarding tables are not modelled: a packet to a LID gets to every port that cables lead to. M_Keys keep questions
 * away, not subnet managers.
 */
public final class SimulatedFabric {
    private final LabClock clock;
    private final LabNodes nodes;
    private final Object lock = new Object();
    private final Reach.Parts parts = new Reach.Parts();
    private final Map<PortGuid, LabPort> byGuid = new HashMap<>();
    private final Set<SubnetManager> managers = new LinkedHashSet<>();
    private final Set<LabPort> changed = new HashSet<>();
    private final Outages outages;
    private PacketLoss loss = new PacketLoss(0, 0);
    private long version;
    private long timesServed;
    /** How many actions the thread that holds the lock is inside of. */
    private int depth;

    /**
     * Nodes and cables as after power-on: links in Initialize, no LIDs, P_Key 0xffff. Of the shape's ports only what
     * hardware has counts; what it does not tell is usual (4096 bytes, 4x EDR).
     */
    public SimulatedFabric(Fabric shape, LabClock clock) {
        this.clock = clock;
        this.nodes = new LabNodes(shape);
        this.outages = new Outages(clock.nanos());
        nodes.all().stream()
                .flatMap(node -> node.ports().stream())
                .forEach(port -> port.guid().ifPresent(guid -> byGuid.putIfAbsent(guid, port)));
    }

    public LabClock clock() {
        return clock;
    }

    /** Does something while nothing else happens in the fabric. Who listens to ports that it changed hears of it afterwards. */
    public <T> T alone(Supplier<T> action) {
        synchronized (lock) {
            depth++;
            try {
                return action.get();
            } finally {
                depth--;
                if (depth == 0) {
                    tellListeners();
                }
            }
        }
    }

    /** The same for what has no result. */
    public void alone(Runnable action) {
        alone(() -> {
            action.run();
            return Optional.empty();
        });
    }

    private void tellListeners() {
        for (LabPort port : changed) {
            port.listeners().forEach(listener -> clock.after(Duration.ZERO, listener));
        }
        changed.clear();
    }

    /** Asks an attribute of a port; {@link Outcome.NoAnswer} where the packet gets lost or nobody is there. */
    public Outcome subnet(PortRef from, SubnetQuery query) {
        return alone(() -> {
            LabPort start = port(from);
            Optional<LabPort> entry = switch (query.to()) {
                case SmpAddress.ByRoute route -> SubnetAgent.entry(start, route.ports());
                case SmpAddress.ByLid lid -> parts.byLid(start, lid.lid()).filter(target -> start.isLinked());
            };
            return entry.filter(port -> passes(query.timing().retries()))
                    .map(port -> SubnetAgent.answer(port, query.attributeId(), query.attributeModifier(), query.mKey()))
                    .orElseGet(Outcome.NoAnswer::new);
        });
    }

    /** Asks the subnet administration of the port's master; {@link Outcome.NoAnswer} without one. */
    public Outcome administration(PortRef from, AdministrationQuery query) {
        return alone(() -> {
            LabPort start = port(from);
            return administrationOf(start)
                    .filter(manager -> passes(query.timing().retries()))
                    .map(manager -> manager.administration(start, query))
                    .orElseGet(Outcome.NoAnswer::new);
        });
    }

    /** Finds all that can be reached from a port, as the helper's discovery does. */
    public Outcome discover(PortRef from, DiscoverFabric search) {
        return alone(() -> new Discovery(port(from), search, loss).run());
    }

    private boolean passes(int retries) {
        int tries = 1 + retries;
        return loss.sendings(tries) <= tries;
    }

    /** Whether a question of a subnet manager and its answer get through, which it sends four times at most (transaction_retries). */
    public boolean passesForManagers() {
        return passes(3);
    }

    /** The manager that the port's SMLid leads to, if it serves. */
    private Optional<SubnetManager> administrationOf(LabPort port) {
        return port.state() == PortState.ACTIVE
                ? parts.byLid(port, port.smLid()).flatMap(LabPort::manager).filter(SubnetManager::serves)
                : Optional.empty();
    }

    /** Joins the IPoIB broadcast group of a partition, as the kernel does for an interface with this P_Key. */
    public Join join(PortRef ref, PKey partition) {
        return alone(() -> {
            LabPort port = port(ref);
            if (port.state() != PortState.ACTIVE) {
                return new Join.Refused(Join.Reason.PORT_NOT_ACTIVE);
            }
            if (!port.isIn(partition)) {
                return new Join.Refused(Join.Reason.NOT_IN_PARTITION);
            }
            return administrationOf(port)
                    .filter(manager -> passes(0))
                    .map(manager -> manager.join(port, partition))
                    .orElseGet(() -> new Join.Refused(Join.Reason.NO_ANSWER));
        });
    }

    /** Leaves it; without a master the membership stays with whoever knows of it. */
    public void leave(PortRef ref, PKey partition) {
        alone(() -> administrationOf(port(ref)).ifPresent(manager -> manager.leave(port(ref), partition)));
    }

    public PortView view(PortRef ref) {
        return alone(() -> PortView.of(port(ref)));
    }

    /** The port with this GUID. */
    public Optional<PortRef> port(PortGuid guid) {
        return Optional.ofNullable(byGuid.get(guid)).map(LabPort::ref);
    }

    /** Every end port: of adapters and routers, and port 0 of switches. */
    public List<PortRef> endPorts() {
        return nodes.all().stream()
                .flatMap(node -> node.ports().stream())
                .filter(LabPort::isEndPort)
                .map(LabPort::ref)
                .toList();
    }

    /**
     * The port itself, for who holds the lock.
     *
     * @throws IllegalArgumentException when there is none
     */
    public LabPort port(PortRef ref) {
        return nodes.port(ref).orElseThrow(() -> new IllegalArgumentException("no such port: " + ref));
    }

    /**
     * Has something run, on a thread of the clock, after each change of the port's state, LIDs, P_Keys or MTU, and when it
     * is told to register anew. Several changes at once count as one.
     */
    public void onChange(PortRef ref, Runnable listener) {
        alone(() -> port(ref).listen(listener));
    }

    /** Takes note of a port that has changed. Who calls it holds the lock. */
    public void changed(LabPort port) {
        if (!port.listeners().isEmpty()) {
            changed.add(port);
        }
    }

    /** Pulls the cable. */
    public void setDown(PortRef ref) {
        alone(() -> rewire(port(ref), port -> port.setCut(true)));
    }

    /** Puts it in again, and enables the port. */
    public void setUp(PortRef ref) {
        alone(() -> rewire(port(ref), port -> {
            port.setCut(false);
            port.setDisabled(false);
        }));
    }

    /** Disables the port at its own end, until {@link #setUp}. */
    public void disable(PortRef ref) {
        alone(() -> rewire(port(ref), port -> port.setDisabled(true)));
    }

    /** The host of an adapter goes down, and the port's link with it, until {@link #powerOn}. */
    public void powerOff(PortRef ref) {
        alone(() -> rewire(port(ref), port -> port.setOff(true)));
    }

    /**
     * It comes up: the port has neither LID nor P_Keys of its own.
     *
     * @param mtuCap what driver and device can do now
     */
    public void powerOn(PortRef ref, Mtu mtuCap) {
        alone(() -> {
            port(ref).reset(mtuCap);
            rewire(port(ref), port -> port.setOff(false));
        });
    }

    private void rewire(LabPort port, Consumer<LabPort> change) {
        boolean before = port.isLinked();
        change.accept(port);
        boolean now = port.isLinked();
        if (before != now && !port.isOwnPortOfSwitch()) {
            linkChanged(port);
        }
    }

    private void linkChanged(LabPort port) {
        version++;
        parts.linksChanged();
        List<LabPort> ends = new ArrayList<>(List.of(port));
        port.peer().ifPresent(ends::add);
        for (LabPort end : ends) {
            end.setUp(port.isLinked());
            changed(end);
        }
        ends.forEach(this::tellManager);
    }

    /**
     * What a reload of the driver does to an adapter's port: its link goes down and comes up, and it has neither LID nor P_Keys
     * of its own.
     *
     * @param mtuCap what driver and device can do now
     */
    public void reset(PortRef ref, Mtu mtuCap) {
        alone(() -> {
            LabPort port = port(ref);
            port.reset(mtuCap);
            if (port.isLinked()) {
                linkChanged(port);
            }
        });
    }

    /** A switch sends trap 128 to the master that it knows; adapters send none. */
    private void tellManager(LabPort end) {
        if (end.node().isSwitch()) {
            LabPort own = end.node().port(0);
            parts.byLid(own, own.smLid()).flatMap(LabPort::manager).ifPresent(SubnetManager::linkChanged);
        }
    }

    /** Rises when a link comes or goes. */
    public long linksVersion() {
        return version;
    }

    /** What can be reached from an end port, itself included. */
    public Reach reach(LabPort from) {
        return parts.of(from);
    }

    /** LIDs have been assigned. */
    public void lidsChanged() {
        parts.lidsChanged();
    }

    /**
     * Binds a subnet manager to a port.
     *
     * @return whether none was bound to it before
     */
    public boolean attach(LabPort port, SubnetManager manager) {
        if (port.manager().isPresent()) {
            return false;
        }
        port.setManager(Optional.of(manager));
        managers.add(manager);
        return true;
    }

    public void detach(LabPort port) {
        port.manager().ifPresent(managers::remove);
        port.setManager(Optional.empty());
        servedChanged();
    }

    /** Rises with each sweep that sets ports up, and when a subnet manager comes or goes. */
    public long timesServed() {
        return alone(() -> timesServed);
    }

    /** Whether any subnet manager is bound to one of its ports. */
    public boolean hasManager() {
        return alone(() -> !managers.isEmpty());
    }

    /** Whether the subnet manager at a port is master. */
    public boolean isMaster(PortRef ref) {
        return alone(() -> port(ref)
                .manager()
                .filter(manager -> manager.info().state() == SmState.MASTER)
                .isPresent());
    }

    /** The subnet manager at a port, if a question of another one gets to it. */
    public Optional<SubnetManager> managerAt(LabPort from, LabPort port) {
        return port.manager().filter(m -> reach(from) == reach(port));
    }

    /** The other subnet managers that can be reached from a port, with their ports. */
    public Map<LabPort, SubnetManager> otherManagers(LabPort from) {
        Map<LabPort, SubnetManager> found = new HashMap<>();
        for (LabPort port : reach(from).endPorts()) {
            if (port != from) {
                port.manager().ifPresent(manager -> found.put(port, manager));
            }
        }
        return found;
    }

    /** A subnet manager's state or groups have changed. */
    public void servedChanged() {
        timesServed++;
        Set<PKey> groups = new HashSet<>();
        managers.stream().filter(SubnetManager::serves).forEach(m -> groups.addAll(m.broadcastGroups()));
        outages.update(managers.stream().anyMatch(SubnetManager::serves), groups, clock.nanos());
    }

    /** When there was no master, or a group was missing that had been there. */
    public List<Outages.Gap> gaps() {
        return alone(outages::gaps);
    }

    /** How long nobody answered as subnet administration between two times of the clock. */
    public Duration withoutMaster(long fromNanos, long untilNanos) {
        return without(Optional.empty(), fromNanos, untilNanos);
    }

    /** How long the IPoIB group of a partition was missing. */
    public Duration withoutGroup(PKey partition, long fromNanos, long untilNanos) {
        return without(Optional.of(partition.asLimitedMember()), fromNanos, untilNanos);
    }

    private Duration without(Optional<PKey> what, long from, long until) {
        return gaps().stream()
                .filter(gap -> gap.group().equals(what))
                .map(gap -> gap.within(from, until))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /**
     * Loses packets from now on: each with this chance on its way, and each answer again.
     *
     * @param share 0 to 1
     * @param seed of which ones
     */
    public void losePackets(double share, long seed) {
        alone(() -> {
            loss = new PacketLoss(share, seed);
        });
    }
}
