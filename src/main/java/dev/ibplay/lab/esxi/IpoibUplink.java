package dev.ibplay.lab.esxi;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.lab.fabric.GroupMembership;
import dev.ibplay.lab.time.LabClock;
import java.util.Optional;

/** A port of ib_ipoib that a vSwitch uses as its uplink, in the broadcast group of the default partition. */
final class IpoibUplink {
    private final String name;
    private final EsxiPort port;
    private final GroupMembership membership;
    private volatile int cap = Mtu.MTU_2048.ipoibDatagramBytes();

    IpoibUplink(String name, EsxiPort port, LabClock clock) {
        this.name = name;
        this.port = port;
        membership = new GroupMembership(port.fabric(), port.ref(), PKey.DEFAULT, clock);
    }

    String name() {
        return name;
    }

    EsxiPort port() {
        return port;
    }

    /** The largest MTU that it takes: what its port could carry. */
    int cap() {
        return cap;
    }

    /** The largest packet of its group; empty while it is in none. */
    Optional<Integer> group() {
        return membership.group();
    }

    /** Whether it has asked for its group since its port was last set up. */
    boolean isSettled() {
        return membership.isSettled();
    }

    /** The driver starts. */
    void start(Mtu portCap) {
        cap = portCap.ipoibDatagramBytes();
        membership.start();
    }

    /** The host goes down. */
    void stop() {
        membership.stop();
    }
}
