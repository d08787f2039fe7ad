package dev.ibplay.exec;

import java.util.List;

/** How a subnet management packet finds its port. */
public sealed interface SmpAddress {
    /** By LID, through the switches' forwarding tables. */
    record ByLid(int lid) implements SmpAddress {}

    /**
     * By directed route, which works before LIDs are assigned.
     *
     * @param ports the egress port at each hop, at most 63; empty for the local node
     */
    record ByRoute(List<Integer> ports) implements SmpAddress {
        public static final int MAX_HOPS = 63;

        public ByRoute {
            ports = List.copyOf(ports);
            if (ports.size() > MAX_HOPS || ports.stream().anyMatch(p -> p < 1 || p > 254)) {
                throw new IllegalArgumentException("not a directed route: " + ports);
            }
        }
    }
}
