package dev.ibplay.lab.fabric;

import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKeyTable;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** A node as a discovery knows it. */
final class FoundNode {
    static final int MAX_EXIT = 254;

    private final NodeInfo info;
    private final List<Integer> route;
    private final BitSet closed = new BitSet();
    private boolean again;
    private int step;

    FoundNode(NodeInfo info, List<Integer> route) {
        this.info = info;
        this.route = List.copyOf(route);
    }

    long guid() {
        return info.nodeGuid().value();
    }

    boolean isSwitch() {
        return info.type() == NodeType.SWITCH;
    }

    int entry() {
        return info.localPort();
    }

    List<Integer> route() {
        return route;
    }

    int step() {
        return step;
    }

    void stepOn() {
        step++;
    }

    void setAgain(boolean isAgain) {
        again = isAgain;
    }

    void close(int port) {
        closed.set(port);
    }

    boolean isClosed(int port) {
        return closed.get(port);
    }

    /** What it is asked next: its ports first, since they show the ways on. */
    Optional<Attribute> next() {
        int ports = isSwitch() ? info.ports() + 1 : 1;
        if (step < ports) {
            return Optional.of(Attribute.PORT_INFO);
        }
        if (step == ports && !again) {
            return Optional.of(Attribute.NODE_DESCRIPTION);
        }
        return step == ports + 1 && isSwitch() ? Optional.of(Attribute.SWITCH_INFO) : Optional.empty();
    }

    int keyBlocks() {
        int entries = PKeyTable.ENTRIES_PER_BLOCK;
        return Math.max(1, (info.pkeyCapacity() + entries - 1) / entries);
    }

    /** The devices that libibnetdisc asks: SwitchX and its relatives, ConnectX-3 to ConnectX-4. */
    boolean hasVendorSpeed() {
        int device = info.device().device();
        return (device >= 0xc738 && device <= 0xc73b)
                || device == 0xcb20
                || device == 0xcf08
                || (device >= 0x1003 && device <= 0x1017);
    }
}
