package dev.ibplay.lab.fabric;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What packets can get to from one another: adapters do not forward, so that each of their ports stands for itself. */
public final class Reach {
    private final List<LabNode> switches;
    private final List<LabPort> endPorts;

    private Reach(List<LabNode> switches, List<LabPort> endPorts) {
        this.switches = Collections.unmodifiableList(switches);
        this.endPorts = Collections.unmodifiableList(endPorts);
    }

    /** Breadth first from where the search began. */
    public List<LabNode> switches() {
        return switches;
    }

    /** Ports of adapters and routers, and port 0 of the switches, in the same order. */
    public List<LabPort> endPorts() {
        return endPorts;
    }

    /** All that can be reached from an end port, itself included. */
    static Reach from(LabPort start) {
        Set<Object> seen = new HashSet<>();
        List<LabNode> switches = new ArrayList<>();
        List<LabPort> endPorts = new ArrayList<>();
        Deque<LabPort> next = new ArrayDeque<>();
        next.add(start);
        while (!next.isEmpty()) {
            LabPort port = next.remove();
            LabNode node = port.node();
            if (!seen.add(node.isSwitch() ? node : port)) {
                continue;
            }
            if (node.isSwitch()) {
                switches.add(node);
                endPorts.add(node.port(0));
                node.ports().stream()
                        .filter(LabPort::isLinked)
                        .forEach(p -> p.peer().ifPresent(next::add));
            } else {
                endPorts.add(port);
                port.peer().filter(p -> port.isLinked()).ifPresent(next::add);
            }
        }
        return new Reach(switches, endPorts);
    }

    /** All parts of a fabric, found once until a link comes or goes. */
    static final class Parts {
        private final Map<LabPort, Reach> byPort = new HashMap<>();
        private final Map<Reach, Map<Integer, LabPort>> byLid = new HashMap<>();

        Reach of(LabPort endPort) {
            Reach known = byPort.get(endPort);
            if (known == null) {
                Reach found = from(endPort);
                found.endPorts().forEach(port -> byPort.put(port, found));
                return found;
            }
            return known;
        }

        /** The port that a packet to a LID gets to, through the forwarding tables of the switches on its way. */
        Optional<LabPort> byLid(LabPort from, int lid) {
            return lid == 0
                    ? Optional.empty()
                    : Optional.ofNullable(
                            byLid.computeIfAbsent(of(from), Parts::lids).get(lid));
        }

        private static Map<Integer, LabPort> lids(Reach reach) {
            Map<Integer, LabPort> lids = new HashMap<>();
            for (LabPort port : reach.endPorts()) {
                for (int path = 0; path < 1 << port.lmc(); path++) {
                    lids.putIfAbsent(port.lid() + path, port);
                }
            }
            return lids;
        }

        void lidsChanged() {
            byLid.clear();
        }

        void linksChanged() {
            byPort.clear();
            byLid.clear();
        }
    }
}
