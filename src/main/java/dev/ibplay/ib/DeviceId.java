package dev.ibplay.ib;

/**
 * Which device a node is (IBA vol. 1, NodeInfo).
 *
 * @param vendor 24 bits, an OUI: 0x2c9 is Mellanox
 * @param device 16 bits, the vendor's own numbering
 * @param revision 32 bits, unsigned
 */
public record DeviceId(int vendor, int device, long revision) {
    /** Of a node that does not tell. */
    public static final DeviceId UNKNOWN = new DeviceId(0, 0, 0);
}
