package dev.ibplay.ib;

import java.util.Optional;

/**
 * What a node says of itself and of the port that was asked.
 *
 * @param ports number of its external ports; a switch has port 0 besides
 * @param portGuid of the port that was asked; for a switch the GUID of port 0
 * @param pkeyCapacity entries of the P_Key table of a port (of port 0 for a switch)
 * @param localPort the port that the question came in by
 */
public record NodeInfo(
        NodeType type, int ports, NodeGuid nodeGuid, PortGuid portGuid, int pkeyCapacity, int localPort) {
    /** Decodes the attribute; nothing when a GUID is 0, which no working node has. */
    public static Optional<NodeInfo> decode(byte[] data) {
        long node = MadField.NODE_GUID.in(data);
        long port = MadField.NODE_PORT_GUID.in(data);
        if (node == 0 || port == 0) {
            return Optional.empty();
        }
        return Optional.of(new NodeInfo(
                NodeType.ofCode(MadField.NODE_TYPE.intIn(data)),
                MadField.NODE_NUM_PORTS.intIn(data),
                new NodeGuid(node),
                new PortGuid(port),
                MadField.NODE_PARTITION_CAP.intIn(data),
                MadField.NODE_LOCAL_PORT.intIn(data)));
    }
}
