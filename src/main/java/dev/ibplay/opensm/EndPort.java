package dev.ibplay.opensm;

import dev.ibplay.ib.PortGuid;

/**
 * An end port as OpenSM knows it: a port of an adapter or router, or port 0 of a switch.
 *
 * @param isSmPort whether the subnet manager in question is bound to it
 */
public record EndPort(PortGuid guid, Kind kind, boolean isSmPort) {
    /** The kind of node that the port belongs to. */
    public enum Kind {
        CA("ALL_CAS"),
        SWITCH("ALL_SWITCHES"),
        ROUTER("ALL_ROUTERS");

        private final String keyword;

        Kind(String keyword) {
            this.keyword = keyword;
        }

        /** The word of partitions.conf for all ports of this kind. */
        public String keyword() {
            return keyword;
        }
    }
}
