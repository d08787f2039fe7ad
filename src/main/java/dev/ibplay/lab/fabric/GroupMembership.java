package dev.ibplay.lab.fabric;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a driver of IPoIB does to be in the broadcast group of a partition: it joins while its port is Active, anew when the subnet
 * manager asks for it, and tries again where that was refused. Datagram mode only.
 */
public final class GroupMembership {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(16);

    private final SimulatedFabric fabric;
    private final PortRef port;
    private final PKey pkey;
    private final LabClock clock;
    private boolean isOn;
    private boolean listens;
    private Optional<Integer> group = Optional.empty();
    private Optional<Cause> seen = Optional.empty();
    private Optional<LabClock.Timer> retry = Optional.empty();
    private Duration nextRetry = FIRST_RETRY;

    /** What makes it join anew. */
    private record Cause(PortState state, Lid lid, List<PKey> pkeys, int reregistrations) {
        static Optional<Cause> of(PortView view) {
            return Optional.of(new Cause(view.state(), view.lid(), view.pkeys(), view.reregistrations()));
        }
    }

    /** That of a driver which does not run yet. */
    public GroupMembership(SimulatedFabric fabric, PortRef port, PKey partition, LabClock clock) {
        this.fabric = fabric;
        this.port = port;
        this.pkey = partition.asFullMember();
        this.clock = clock;
    }

    /** The largest IP packet of its group, in bytes; empty while it is in none. */
    public synchronized Optional<Integer> group() {
        return group;
    }

    /** Whether it has asked for its group since its port was last set up, or does not run. */
    public synchronized boolean isSettled() {
        return !isOn || seen.equals(Cause.of(fabric.view(port)));
    }

    /** The driver starts. */
    public synchronized void start() {
        isOn = true;
        if (!listens) {
            listens = true;
            fabric.onChange(port, this::changed);
        }
        join();
    }

    /** The driver stops, or its host goes down. */
    public synchronized void stop() {
        isOn = false;
        retry.ifPresent(LabClock.Timer::cancel);
        group = Optional.empty();
        seen = Optional.empty();
    }

    private synchronized void changed() {
        if (isOn && !seen.equals(Cause.of(fabric.view(port)))) {
            join();
        }
    }

    private synchronized void again() {
        if (isOn) {
            join();
        }
    }

    private void join() {
        retry.ifPresent(LabClock.Timer::cancel);
        retry = Optional.empty();
        seen = Cause.of(fabric.view(port));
        switch (fabric.join(port, pkey)) {
            case Join.Joined joined -> {
                nextRetry = FIRST_RETRY;
                group = Optional.of(joined.mtu().ipoibDatagramBytes());
            }
            case Join.Refused ignored -> {
                group = Optional.empty();
                retry = Optional.of(clock.after(nextRetry, this::again));
                Duration twice = nextRetry.multipliedBy(2);
                nextRetry = twice.compareTo(LAST_RETRY) < 0 ? twice : LAST_RETRY;
            }
        }
    }
}
