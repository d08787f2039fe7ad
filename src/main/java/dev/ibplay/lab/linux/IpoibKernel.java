package dev.ibplay.lab.linux;

import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortState;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.Join;
import dev.ibplay.lab.fabric.PortView;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
    private final Bonds bonds = new Bonds(this);
    private int nextIndex = FIRST_INDEX;
    private Consumer<InterfaceChange> listener = change -> {};

    /** No interfaces yet. */
    IpoibKernel(LabClock clock) {
        this.clock = clock;
    }

    /**
     * The driver has found a port: its own interface comes into being, unless it is there.
     *
     * @param name empty for the kernel's: the first free one
     */
    synchronized void attach(HostPort port, Optional<String> name, boolean canConnect) {
        if (devices.values().stream()
                .anyMatch(p -> p.port.equals(port) && p.device.parent().isEmpty())) {
            return;
        }
        int number = 0;
        while (devices.containsKey("ib" + number)) {
            number++;
        }
        String kernels = "ib" + number;
        add(name.orElse(kernels), port, PKey.DEFAULT, Optional.empty(), canConnect, false);
        if (listening.add(port.name())) {
            port.fabric().onChange(port.ref(), () -> changed(port));
        }
    }

    private void add(
            String name, HostPort port, PKey pkey, Optional<String> parent, boolean canConnect, boolean isBare) {
        var device = new IpoibDevice(name, newIndex(), pkey, parent, port.view().mtuCap(), canConnect, isBare);
        device.listen(listener);
        devices.put(name, new Placed(device, port));
    }

    /** The number of the next interface of whatever kind. */
    synchronized int newIndex() {
        return nextIndex++;
    }

    /** The bonds that are made of its interfaces. */
    Bonds bonds() {
        return bonds;
    }

    /** Has somebody told of each change of an interface from now on, on the thread that makes it. */
    synchronized void listen(Consumer<InterfaceChange> newListener) {
        listener = newListener;
        devices.values().forEach(placed -> placed.device.listen(newListener));
    }

    /** The port is taken away: its interfaces cease, and leave their groups. */
    synchronized void detach(HostPort port) {
        List.copyOf(devices.values()).stream()
                .filter(placed -> placed.port.equals(port))
                .forEach(placed -> remove(placed.device.name()));
    }

    /** All of them cease without a word to anybody, as when the host goes down. */
    synchronized void vanish() {
        bonds.clear();
        devices.values().forEach(placed -> placed.retry.ifPresent(LabClock.Timer::cancel));
        devices.clear();
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

    /** The interface through which one of this name sends: itself, or the active one of a bond. */
    Optional<IpoibDevice> sender(String name) {
        return device(name).or(() -> bonds.find(name).flatMap(Bond::active));
    }

    /** What an interface, or the active one of a bond, can receive; empty without carrier. */
    Optional<IpNetwork.Receiver> receiver(String name) {
        return sender(name)
                .filter(IpoibDevice::hasCarrier)
                .flatMap(device -> portOf(device.name())
                        .map(port -> new IpNetwork.Receiver(port.fabric(), device.pkey(), device.mtu())));
    }

    /** {@code create_child}: another P_Key of the parent's port (ipoib_vlan.c). */
    synchronized void createChild(String parent, PKey pkey) throws Errno {
        String name = "%s.%04x".formatted(parent, pkey.asFullMember().value());
        addChild(parent, name, pkey, false);
    }

    /** {@code ip link add link PARENT name NAME type ipoib pkey PKEY} (ipoib_netlink.c: ipoib_new_child_link). */
    synchronized void addLink(String parent, String name, PKey pkey) throws Errno {
        addChild(parent, name, pkey, true);
    }

    /** A P_Key may be the parent's or one of its children's that were not made by netlink only once (is_child_unique). */
    private void addChild(String parent, String name, PKey pkey, boolean isBare) throws Errno {
        Placed of = find(parent);
        if (of.device.parent().isPresent()) {
            throw new Errno("EINVAL", parent);
        }
        boolean isTwice =
                of.device.pkey().samePartition(pkey) || children(parent, pkey).anyMatch(d -> !d.isBare());
        if (isTwice) {
            throw new Errno("ENOTUNIQ", name);
        }
        refuseTaken(name);
        add(name, of.port, pkey, Optional.of(parent), of.device.canConnect(), isBare);
    }

    private void refuseTaken(String name) throws Errno {
        if (devices.containsKey(name) || bonds.find(name).isPresent()) {
            throw new Errno("EEXIST", name);
        }
    }

    private Stream<IpoibDevice> children(String parent, PKey pkey) {
        return devices.values().stream()
                .map(p -> p.device)
                .filter(d -> d.parent().equals(Optional.of(parent)) && d.pkey().samePartition(pkey));
    }

    /** {@code delete_child}, which knows nothing of children that were made by netlink. */
    synchronized void deleteChild(String parent, PKey pkey) throws Errno {
        remove(children(parent, pkey)
                .filter(d -> !d.isBare())
                .map(IpoibDevice::name)
                .findFirst()
                .orElseThrow(() -> new Errno("ENODEV", parent)));
    }

    /** {@code ip link delete}: of children only, since the driver makes a port's own interface. */
    synchronized void deleteLink(String name) throws Errno {
        if (find(name).device.parent().isEmpty()) {
            throw new Errno("EOPNOTSUPP", name);
        }
        remove(name);
    }

    /** {@code ip link set dev NAME name OTHER}, while it is down (net/core/dev.c: dev_change_name before Linux 6.2). */
    synchronized void rename(String name, String other) throws Errno {
        Placed placed = find(name);
        refuseTaken(other);
        if (placed.device.isUp()) {
            throw new Errno("EBUSY", name);
        }
        devices.remove(name);
        placed.device.rename(other);
        devices.put(other, placed);
    }

    private synchronized void remove(String name) {
        Optional.ofNullable(devices.remove(name)).ifPresent(placed -> {
            placed.retry.ifPresent(LabClock.Timer::cancel);
            leave(placed);
            bonds.release(name);
        });
    }

    /** {@code ip link set NAME mtu BYTES}: of an interface or a bond. */
    void changeMtu(String name, int bytes) throws Errno {
        Optional<Bond> bond = bonds.find(name);
        if (bond.isPresent()) {
            bond.get().changeMtu(bytes);
        } else {
            device(name).orElseThrow(() -> new Errno("ENODEV", name)).changeMtu(bytes);
        }
    }

    /** {@code ip link set NAME up} and {@code down}. */
    synchronized void setUp(String name, boolean up) throws Errno {
        Optional<Bond> bond = bonds.find(name);
        if (bond.isPresent()) {
            bond.get().setUp(up);
            return;
        }
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
