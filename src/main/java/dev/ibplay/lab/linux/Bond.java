package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Errno;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bond of IPoIB interfaces, which knows the mode active-backup only (bond_main.c: bond_enslave). It has an MTU of its own and
 * sets that of all its slaves; a slave that moves by itself does not move the bond.
 */
final class Bond {
    /** ETH_DATA_LEN: what a bond begins with. */
    private static final int FIRST_MTU = 1500;

    private static final int LEAST_MTU = 68;
    private static final int MOST_MTU = 65_535;

    private final IpoibKernel kernel;
    private final String name;
    private final int index;
    private final List<String> slaves = new ArrayList<>();
    private int mtu = FIRST_MTU;
    private boolean isUp;

    Bond(IpoibKernel kernel, String name, int index) {
        this.kernel = kernel;
        this.name = name;
        this.index = index;
    }

    String name() {
        return name;
    }

    int index() {
        return index;
    }

    synchronized int mtu() {
        return mtu;
    }

    synchronized boolean isUp() {
        return isUp;
    }

    synchronized void setUp(boolean up) {
        isUp = up;
    }

    /** The slaves that there are, in the order in which they came. */
    List<IpoibDevice> slaves() {
        List<String> names;
        synchronized (this) {
            names = List.copyOf(slaves);
        }
        return names.stream().flatMap(slave -> kernel.device(slave).stream()).toList();
    }

    /** The slave that sends: the first one with carrier, else the first one. */
    Optional<IpoibDevice> active() {
        List<IpoibDevice> all = slaves();
        return all.stream()
                .filter(IpoibDevice::hasCarrier)
                .findFirst()
                .or(() -> all.stream().findFirst());
    }

    boolean hasCarrier() {
        return isUp() && active().filter(IpoibDevice::hasCarrier).isPresent();
    }

    /** Takes an interface in, which gets the bond's MTU; one that refuses that stays outside. */
    void enslave(IpoibDevice slave) throws Errno {
        if (kernel.bonds().of(slave.name()).isPresent()) {
            throw new Errno("EBUSY", slave.name());
        }
        slave.changeMtu(mtu());
        synchronized (this) {
            slaves.add(slave.name());
        }
    }

    synchronized void release(String slave) {
        slaves.remove(slave);
    }

    /** Sets its own MTU and that of all slaves, or none (bond_change_mtu). */
    void changeMtu(int bytes) throws Errno {
        if (bytes < LEAST_MTU || bytes > MOST_MTU) {
            throw new Errno("EINVAL", name + ": mtu " + bytes);
        }
        List<IpoibDevice> done = new ArrayList<>();
        for (IpoibDevice slave : slaves()) {
            try {
                slave.changeMtu(bytes);
                done.add(slave);
            } catch (Errno refused) {
                for (IpoibDevice changed : done) {
                    changed.changeMtu(mtu());
                }
                throw refused;
            }
        }
        synchronized (this) {
            mtu = bytes;
        }
    }
}
