package dev.ibplay.lab.opensm;

import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.fabric.LabPort;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which LIDs a process gives to ports (osm_lid_mgr.c): one that it gave before, else the one that the port has, else the
 * lowest free one. Ports come in the order of their GUIDs' swapped bytes, its own one first. The file guid2lid is neither
 * read nor written, as without honor_guid2lid_file.
 */
final class Lids {
    private static final Comparator<LabPort> ORDER =
            Comparator.comparing((LabPort port) -> swapped(port), Long::compareUnsigned);

    private final Map<PortGuid, Integer> given = new HashMap<>();
    private int highest;

    private static long swapped(LabPort port) {
        return Long.reverseBytes(port.guid().map(PortGuid::value).orElse(0L));
    }

    /** Forgets what it gave: another master may have given others. */
    void clear() {
        given.clear();
    }

    /** The highest LID that a port has. */
    int highest() {
        return highest;
    }

    /**
     * The first LID of each port.
     *
     * @param lmc how many low bits of an adapter's LIDs are free for paths; a switch's port 0 has one LID
     * @param anew whether no port keeps the LID that it has (reassign_lids)
     */
    Map<LabPort, Integer> assign(LabPort own, List<LabPort> endPorts, int lmc, boolean anew) {
        BitSet taken = new BitSet();
        given.forEach((guid, lid) -> taken.set(lid, lid + (1 << lmc)));
        BitSet seen = (BitSet) taken.clone();
        if (!anew) {
            endPorts.forEach(port -> seen.set(port.lid(), port.lid() + size(port, lmc)));
        }
        Map<LabPort, Integer> lids = new HashMap<>();
        lids.put(own, lid(own, lmc, anew, taken, seen));
        endPorts.stream()
                .sorted(ORDER)
                .filter(port -> port != own)
                .forEach(port -> lids.put(port, lid(port, lmc, anew, taken, seen)));
        highest = seen.length() - 1;
        return lids;
    }

    private static int size(LabPort port, int lmc) {
        return port.node().isSwitch() ? 1 : 1 << lmc;
    }

    private int lid(LabPort port, int lmc, boolean anew, BitSet taken, BitSet seen) {
        int size = size(port, lmc);
        Optional<Integer> known = port.guid().map(given::get);
        boolean keeps = !anew && port.lid() != 0 && port.lid() % size == 0;
        boolean isFree = taken.get(port.lid(), port.lid() + size).isEmpty();
        int lid = known.orElseGet(() -> keeps && isFree ? port.lid() : free(seen, size));
        taken.set(lid, lid + size);
        seen.set(lid, lid + size);
        port.guid().ifPresent(guid -> given.put(guid, lid));
        return lid;
    }

    private static int free(BitSet seen, int size) {
        int lid = size;
        while (!seen.get(lid, lid + size).isEmpty()) {
            lid += size;
        }
        return lid;
    }
}
