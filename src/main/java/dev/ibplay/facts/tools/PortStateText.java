package dev.ibplay.facts.tools;

/**
 * A block of what ibportstate prints.
 *
 * @param node {@code CA/RT} or {@code Switch}; empty where the tool does not say
 * @param port what it says of the port; MTUs are never among it
 */
public record PortStateText(Moment moment, String node, PortInfoText port) {
    /** When and where the port was in this state. */
    public enum Moment {
        NOW,
        /** Before a change that the same call made. */
        BEFORE,
        /** As the port answered to a change: it may still be on its way, so only another query tells. */
        AFTER,
        /** Of the port at the other end of the link. */
        PEER
    }
}
