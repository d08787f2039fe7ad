package dev.ibplay.lab.linux;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.lab.disk.Errno;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The state of one IPoIB interface and the kernel's rules for it (ipoib_main.c: ipoib_change_mtu, ipoib_set_mode;
 * ipoib_multicast.c: ipoib_mcast_carrier_on_task). What it asks of the fabric is {@link IpoibKernel}'s business.
 */
final class IpoibDevice {
    /** IPOIB_CM_MTU: the most that connected mode takes. */
    static final int CONNECTED_MTU = 65_520;

    /** ETH_MIN_MTU and IPoIB's own header. */
    private static final int LEAST_MTU = 72;

    private volatile String name;
    private final PKey pkey;
    private final Optional<String> parent;
    private final int index;
    private final int mostDatagram;
    private final boolean canConnect;
    private final boolean isBare;

    private IpoibMode mode = IpoibMode.DATAGRAM;
    private int mtu;
    private int adminMtu;
    private int multicastMtu;
    private boolean isUp;
    private boolean hasCarrier;
    private long carrierChanges = 1;
    private Consumer<InterfaceChange> listener = change -> {};

    /**
     * An interface as it comes into being: down, with the MTU that its port could do.
     *
     * @param cap the port's MtuCap
     * @param canConnect whether its driver knows connected mode; enhanced IPoIB does not
     */
    IpoibDevice(String name, int index, PKey pkey, Optional<String> parent, Mtu cap, boolean canConnect) {
        this(name, index, pkey, parent, cap, canConnect, false);
    }

    /**
     * The same.
     *
     * @param isBare a child that was made by netlink: sysfs has none of IPoIB's own attributes of it (ipoib_vlan.c:
     *     __ipoib_vlan_add)
     */
    IpoibDevice(
            String name, int index, PKey pkey, Optional<String> parent, Mtu cap, boolean canConnect, boolean isBare) {
        this.name = name;
        this.isBare = isBare;
        this.index = index;
        this.pkey = pkey.asFullMember();
        this.parent = parent;
        this.canConnect = canConnect;
        mostDatagram = cap.ipoibDatagramBytes();
        mtu = mostDatagram;
        adminMtu = mostDatagram;
        multicastMtu = mostDatagram;
    }

    String name() {
        return name;
    }

    /** Another name; {@link IpoibKernel} sees to it that there is no other interface with it. */
    void rename(String newName) {
        name = newName;
    }

    int index() {
        return index;
    }

    boolean isBare() {
        return isBare;
    }

    PKey pkey() {
        return pkey;
    }

    Optional<String> parent() {
        return parent;
    }

    boolean canConnect() {
        return canConnect;
    }

    synchronized IpoibMode mode() {
        return mode;
    }

    synchronized int mtu() {
        return mtu;
    }

    synchronized boolean isUp() {
        return isUp;
    }

    synchronized boolean hasCarrier() {
        return hasCarrier;
    }

    synchronized long carrierChanges() {
        return carrierChanges;
    }

    /** Has somebody told of each change, on the thread that makes it. */
    synchronized void listen(Consumer<InterfaceChange> newListener) {
        listener = newListener;
    }

    private void set(IpoibMode newMode, int newMtu, boolean byJoin) {
        int before = mtu;
        boolean changes = mode != newMode || mtu != newMtu;
        mode = newMode;
        mtu = newMtu;
        if (changes) {
            listener.accept(new InterfaceChange(name, mode, before, mtu, multicastMtu, byJoin));
        }
    }

    /** A wish for another MTU: of connected mode at once, of datagram mode remembered and cut by the group. */
    synchronized void changeMtu(int bytes) throws Errno {
        if (mode == IpoibMode.CONNECTED) {
            refuse(bytes < LEAST_MTU || bytes > CONNECTED_MTU, bytes);
            set(mode, bytes, false);
            return;
        }
        refuse(bytes < LEAST_MTU || bytes > mostDatagram, bytes);
        adminMtu = bytes;
        set(mode, Math.min(multicastMtu, adminMtu), false);
    }

    private void refuse(boolean condition, int bytes) throws Errno {
        if (condition) {
            throw new Errno("EINVAL", name + ": mtu " + bytes);
        }
    }

    /** What was written to {@code mode}: the kernel compares the line end, too. */
    synchronized void changeMode(String text) throws Errno {
        if (text.equals(mode.word() + "\n")) {
            return;
        }
        if (text.equals("connected\n") && canConnect) {
            set(IpoibMode.CONNECTED, CONNECTED_MTU, false);
        } else if (text.equals("datagram\n")) {
            int least = Math.min(multicastMtu, mtu);
            refuse(least < LEAST_MTU || least > mostDatagram, least);
            adminMtu = least;
            set(IpoibMode.DATAGRAM, least, false);
        } else {
            throw new Errno("EINVAL", name + ": mode");
        }
    }

    synchronized void setUp(boolean up) {
        isUp = up;
        if (!up) {
            carrier(false);
        }
    }

    /**
     * It has joined its broadcast group. A wish that was only the old group's limit follows the new one; one that the new
     * group cuts below what the interface has is forgotten, since dev_set_mtu comes by the same way as a user.
     */
    synchronized void joined(Mtu group) {
        if (!isUp) {
            return;
        }
        int before = multicastMtu;
        multicastMtu = group.ipoibDatagramBytes();
        if (adminMtu == before) {
            adminMtu = multicastMtu;
        }
        int carried = Math.min(multicastMtu, adminMtu);
        if (mode == IpoibMode.DATAGRAM && carried != mtu && carried <= mostDatagram) {
            adminMtu = carried;
            set(mode, carried, true);
        }
        carrier(true);
    }

    /** It is in no group now: no carrier, everything else as it was. */
    synchronized void left() {
        carrier(false);
    }

    private void carrier(boolean on) {
        if (hasCarrier != on) {
            hasCarrier = on;
            carrierChanges++;
        }
    }
}
