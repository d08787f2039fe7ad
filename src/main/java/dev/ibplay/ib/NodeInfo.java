package dev.ibplay.ib;

import java.util.Optional;

/**
 * What a node says of itself and of the port that was asked (IBA vol. 1, 14.2.5.3).
 *
 * @param ports number of its external ports; a switch has port 0 besides
 * @param systemGuid the system that the node is a part of, as a number: 0 where it does not tell
 * @param portGuid of the port that was asked; for a switch the GUID of port 0
 * @param pkeyCapacity entries of the P_Key table of a port (of port 0 for a switch)
 * @param device the vendor's number of the device, with revision
 * @param localPort the port that the question came in by
 */
public record NodeInfo(
        int baseVersion,
        int classVersion,
        NodeType type,
        int ports,
        long systemGuid,
        NodeGuid nodeGuid,
        PortGuid portGuid,
        int pkeyCapacity,
        DeviceId device,
        int localPort) {
    /** Decodes the attribute; nothing when a GUID is 0, which no working node has. */
    public static Optional<NodeInfo> decode(byte[] data) {
        long node = MadField.NODE_GUID.in(data);
        long port = MadField.NODE_PORT_GUID.in(data);
        if (node == 0 || port == 0) {
            return Optional.empty();
        }
        return Optional.of(new NodeInfo(
                MadField.NODE_BASE_VERSION.intIn(data),
                MadField.NODE_CLASS_VERSION.intIn(data),
                NodeType.ofCode(MadField.NODE_TYPE.intIn(data)),
                MadField.NODE_NUM_PORTS.intIn(data),
                MadField.NODE_SYSTEM_GUID.in(data),
                new NodeGuid(node),
                new PortGuid(port),
                MadField.NODE_PARTITION_CAP.intIn(data),
                new DeviceId(
                        MadField.NODE_VENDOR_ID.intIn(data),
                        MadField.NODE_DEVICE_ID.intIn(data),
                        MadField.NODE_REVISION.in(data)),
                MadField.NODE_LOCAL_PORT.intIn(data)));
    }
}
