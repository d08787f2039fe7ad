package dev.ibplay.transport;

/**
 * How much travelled between the controller and one host.
 *
 * @param connections how often a connection was made, 0 for a local host
 * @param execs how many commands were started on the host by the connection
 * @param roundTrips how often the controller waited for the host's answer after the login
 */
public record SessionCounts(int connections, int execs, int roundTrips) {
    /** Both together. */
    public SessionCounts plus(SessionCounts other) {
        return new SessionCounts(connections + other.connections, execs + other.execs, roundTrips + other.roundTrips);
    }
}
