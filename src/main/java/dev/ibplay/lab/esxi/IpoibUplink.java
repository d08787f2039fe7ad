package dev.ibplay.lab.esxi;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A port of ib_ipoib that a vSwitch uses as its uplink. It joins the broadcast group of the default partition while its port is Active,
 * anew when the subnet manager asks for it, and tries again where that was refused. Datagram mode only.
 */
final class IpoibUplink {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(16);

    private final String name;
    private final EsxiPort port;
    private final LabClock clock;
    private int cap = Mtu.MTU_2048.ipoibDatagramBytes();
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

    IpoibUplink(String name, EsxiPort port, LabClock clock) {
        this.name = name;
        this.port = port;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    EsxiPort port() {
        return port;
    }

    /** The largest MTU that it takes: what its port could carry. */
    synchronized int cap() {
        return cap;
    }

    /** The largest packet of its group; empty while it is in none. */
    synchronized Optional<Integer> group() {
        return group;
    }

    /** Whether it has asked for its group since its port was last set up. */
    synchronized boolean isSettled() {
        return !isOn || seen.equals(Cause.of(port.view()));
    }

    /** The driver starts. */
    synchronized void start(Mtu portCap) {
        cap = portCap.ipoibDatagramBytes();
        isOn = true;
        if (!listens) {
            listens = true;
            port.fabric().onChange(port.ref(), this::changed);
        }
        join();
    }

    /** The host goes down. */
    synchronized void stop() {
        isOn = false;
        retry.ifPresent(LabClock.Timer::cancel);
        group = Optional.empty();
        seen = Optional.empty();
    }

    private synchronized void changed() {
        if (isOn && !seen.equals(Cause.of(port.view()))) {
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
        seen = Cause.of(port.view());
        switch (port.fabric().join(port.ref(), PKey.DEFAULT.asFullMember())) {
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
