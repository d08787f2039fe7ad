package dev.ibplay.lab.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The IPoIB interfaces of one host: they join their broadcast groups when they are up and their port is, again when the
 * subnet manager asks for it or the port's P_Keys change, and try again where that was refused (ipoib_multicast.c,
 * ipoib_ib.c).
 */
final class IpoibKernel {
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    /** IPOIB_MAX_BACKOFF_SECONDS. */
    private static final Duration LAST_RETRY = Duration.ofSeconds(16);
    /** lo and eth0 come first. */
    private static final int FIRST_INDEX = 3;

    /** An interface, where it sits, and when it tries to join again. */
    private static final class Placed {
        final IpoibDevice device;
        final HostPort port;
        /** Of the port when it was last looked at: what makes the kernel join anew. */
        Optional<Cause> seen = Optional.empty();

        Duration nextRetry = FIRST_RETRY;
        Optional<LabClock.Timer> retry = Optional.empty();

        Placed(IpoibDevice device, HostPort port) {
            this.device = device;
            this.port = port;
        }
    }

    /** The events after which all groups are left and joined anew (ipoib_verbs.c, ipoib_event). */
    private record Cause(PortState state, Lid lid, List<PKey> pkeys, int reregistrations) {
        static Optional<Cause> of(HostPort port) {
            PortView view = port.view();
            return Optional.of(new Cause(view.state(), view.lid(), view.pkeys(), view.reregistrations()));
        }
    }

    private final LabClock clock;
    private final Map<String, Placed> devices = new LinkedHashMap<>();
    private final Set<MadPort> listening = new HashSet<>();
    private int nextIndex = FIRST_INDEX;

    /** No interfaces yet. */
    IpoibKernel(LabClock clock) {
        this.clock = clock;
    }

    /** The driver has found a port: its own interface comes into being, called by the kernel's count. */
    synchronized void attach(HostPort port, boolean canConnect) {
        add("ib" + devices.size(), port, PKey.DEFAULT, Optional.empty(), canConnect);
        if (listening.add(port.name())) {
            port.fabric().onChange(port.ref(), () -> changed(port));
        }
    }

    private void add(String name, HostPort port, PKey pkey, Optional<String> parent, boolean canConnect) {
        var device =
                new IpoibDevice(name, nextIndex++, pkey, parent, port.view().mtuCap(), canConnect);
        devices.put(name, new Placed(device, port));
    }

    /** All of them cease, as when the host goes down. */
    synchronized void detachAll() {
        List.copyOf(devices.keySet()).forEach(this::remove);
        nextIndex = FIRST_INDEX;
    }

    synchronized List<IpoibDevice> devices() {
        return devices.values().stream().map(p -> p.device).toList();
    }

    synchronized Optional<IpoibDevice> device(String name) {
        return Optional.ofNullable(devices.get(name)).map(p -> p.device);
    }

    /** The port that an interface sits on. */
    synchronized Optional<HostPort> portOf(String name) {
        return Optional.ofNullable(devices.get(name)).map(p -> p.port);
    }

    /** {@code create_child}: another P_Key of the parent's port (ipoib_vlan.c). */
    synchronized void createChild(String parent, PKey pkey) throws Errno {
        Placed of = find(parent);
        String name = "%s.%04x".formatted(parent, pkey.asFullMember().value());
        boolean isTwice = devices.containsKey(name)
                || of.device.pkey().samePartition(pkey)
                || devices.values().stream()
                        .anyMatch(p -> p.device.parent().equals(Optional.of(parent))
                                && p.device.pkey().samePartition(pkey));
        if (isTwice) {
            throw new Errno("ENOTUNIQ", name);
        }
        add(name, of.port, pkey, Optional.of(parent), of.device.canConnect());
    }

    /** {@code delete_child}. */
    synchronized void deleteChild(String parent, PKey pkey) throws Errno {
        String name = devices.values().stream()
                .map(p -> p.device)
                .filter(d -> d.parent().equals(Optional.of(parent)) && d.pkey().samePartition(pkey))
                .map(IpoibDevice::name)
                .findFirst()
                .orElseThrow(() -> new Errno("ENODEV", parent));
        remove(name);
    }

    private synchronized void remove(String name) {
        Optional.ofNullable(devices.remove(name)).ifPresent(placed -> {
            placed.retry.ifPresent(LabClock.Timer::cancel);
            leave(placed);
        });
    }

    /** {@code ip link set NAME up} and {@code down}. */
    synchronized void setUp(String name, boolean up) throws Errno {
        Placed placed = find(name);
        placed.device.setUp(up);
        if (up) {
            join(placed);
        } else {
            leave(placed);
        }
    }

    private Placed find(String name) throws Errno {
        return Optional.ofNullable(devices.get(name)).orElseThrow(() -> new Errno("ENODEV", name));
    }

    /** Whether every interface that is up has asked for its group since its port was last set up. */
    synchronized boolean isSettled() {
        return devices.values().stream().allMatch(p -> !p.device.isUp() || p.seen.equals(Cause.of(p.port)));
    }

    private synchronized void changed(HostPort port) {
        devices.values().stream()
                .filter(p -> p.port.equals(port) && p.device.isUp())
                .filter(p -> !p.seen.equals(Cause.of(port)))
                .forEach(this::join);
    }

    /** Leaves what it was in and joins anew, as after a client reregister. */
    private void join(Placed placed) {
        placed.retry.ifPresent(LabClock.Timer::cancel);
        placed.retry = Optional.empty();
        placed.seen = Cause.of(placed.port);
        switch (placed.port.fabric().join(placed.port.ref(), placed.device.pkey())) {
            case Join.Joined joined -> {
                placed.nextRetry = FIRST_RETRY;
                placed.device.joined(joined.mtu());
            }
            case Join.Refused ignored -> {
                placed.device.left();
                placed.retry = Optional.of(clock.after(placed.nextRetry, () -> again(placed)));
                Duration twice = placed.nextRetry.multipliedBy(2);
                placed.nextRetry = twice.compareTo(LAST_RETRY) < 0 ? twice : LAST_RETRY;
            }
        }
    }

    private synchronized void again(Placed placed) {
        if (placed.device.isUp() && devices.containsValue(placed)) {
            join(placed);
        }
    }

    private void leave(Placed placed) {
        placed.device.left();
        placed.port.fabric().leave(placed.port.ref(), placed.device.pkey());
    }
}
