package dev.ibplay.ib;

import static dev.ibplay.ib.Attribute.MC_MEMBER_RECORD;
import static dev.ibplay.ib.Attribute.NODE_INFO;
import static dev.ibplay.ib.Attribute.PORT_INFO;
import static dev.ibplay.ib.Attribute.SM_INFO;

/**
 * The fields of management attributes: one row for each with the name that libibmad prints, and its place (bits from the
 * start of the attribute, the most significant first; IBA vol. 1, 14.2.5 and 15.2.5.17).
 */
public enum MadField {
    NODE_BASE_VERSION(NODE_INFO, "BaseVers", 0, 8),
    NODE_CLASS_VERSION(NODE_INFO, "ClassVers", 8, 8),
    NODE_TYPE(NODE_INFO, "NodeType", 16, 8),
    NODE_NUM_PORTS(NODE_INFO, "NumPorts", 24, 8),
    NODE_SYSTEM_GUID(NODE_INFO, "SystemGuid", 32, 64),
    NODE_GUID(NODE_INFO, "Guid", 96, 64),
    NODE_PORT_GUID(NODE_INFO, "PortGuid", 160, 64),
    NODE_PARTITION_CAP(NODE_INFO, "PartCap", 224, 16),
    NODE_DEVICE_ID(NODE_INFO, "DevId", 240, 16),
    NODE_REVISION(NODE_INFO, "Revision", 256, 32),
    NODE_LOCAL_PORT(NODE_INFO, "LocalPort", 288, 8),
    NODE_VENDOR_ID(NODE_INFO, "VendorId", 296, 24),

    PORT_GID_PREFIX(PORT_INFO, "GidPrefix", 64, 64),
    PORT_LID(PORT_INFO, "Lid", 128, 16),
    PORT_SM_LID(PORT_INFO, "SMLid", 144, 16),
    PORT_CAPABILITY_MASK(PORT_INFO, "CapMask", 160, 32),
    PORT_LOCAL_PORT(PORT_INFO, "LocalPort", 224, 8),
    PORT_WIDTH_ENABLED(PORT_INFO, "LinkWidthEnabled", 232, 8),
    PORT_WIDTH_SUPPORTED(PORT_INFO, "LinkWidthSupported", 240, 8),
    PORT_WIDTH_ACTIVE(PORT_INFO, "LinkWidthActive", 248, 8),
    PORT_SPEED_SUPPORTED(PORT_INFO, "LinkSpeedSupported", 256, 4),
    PORT_STATE(PORT_INFO, "LinkState", 260, 4),
    PORT_PHYSICAL_STATE(PORT_INFO, "PhysLinkState", 264, 4),
    PORT_SPEED_ACTIVE(PORT_INFO, "LinkSpeedActive", 280, 4),
    PORT_SPEED_ENABLED(PORT_INFO, "LinkSpeedEnabled", 284, 4),
    PORT_NEIGHBOR_MTU(PORT_INFO, "NeighborMTU", 288, 4),
    PORT_SM_SL(PORT_INFO, "SMSL", 292, 4),
    PORT_MTU_CAP(PORT_INFO, "MtuCap", 332, 4),
    PORT_CAPABILITY_MASK_2(PORT_INFO, "CapabilityMask2", 480, 16),
    PORT_SPEED_EXT_ACTIVE(PORT_INFO, "LinkSpeedExtActive", 496, 4),
    PORT_SPEED_EXT_SUPPORTED(PORT_INFO, "LinkSpeedExtSupported", 500, 4),
    PORT_SPEED_EXT_ENABLED(PORT_INFO, "LinkSpeedExtEnabled", 507, 5),

    SM_GUID(SM_INFO, "SmInfoGuid", 0, 64),
    SM_ACTIVITY_COUNT(SM_INFO, "SmActivity", 128, 32),
    SM_PRIORITY(SM_INFO, "SmPriority", 160, 4),
    SM_STATE(SM_INFO, "SmState", 164, 4),

    MCMEMBER_Q_KEY(MC_MEMBER_RECORD, "Q_Key", 256, 32),
    MCMEMBER_MLID(MC_MEMBER_RECORD, "Mlid", 288, 16),
    MCMEMBER_MTU_SELECTOR(MC_MEMBER_RECORD, "MtuSelector", 304, 2),
    MCMEMBER_MTU(MC_MEMBER_RECORD, "Mtu", 306, 6),
    MCMEMBER_TCLASS(MC_MEMBER_RECORD, "TClass", 312, 8),
    MCMEMBER_PKEY(MC_MEMBER_RECORD, "pkey", 320, 16),
    MCMEMBER_RATE_SELECTOR(MC_MEMBER_RECORD, "RateSelector", 336, 2),
    MCMEMBER_RATE(MC_MEMBER_RECORD, "Rate", 338, 6),
    MCMEMBER_SL(MC_MEMBER_RECORD, "SL", 352, 4),
    MCMEMBER_SCOPE(MC_MEMBER_RECORD, "Scope", 384, 4),
    MCMEMBER_JOIN_STATE(MC_MEMBER_RECORD, "JoinState", 388, 4);

    private final Attribute attribute;
    private final String printedName;
    private final int bitOffset;
    private final int width;

    MadField(Attribute attribute, String printedName, int bitOffset, int width) {
        this.attribute = attribute;
        this.printedName = printedName;
        this.bitOffset = bitOffset;
        this.width = width;
    }

    public Attribute attribute() {
        return attribute;
    }

    /** The name that libibmad prints, which administrators search for. */
    public String printedName() {
        return printedName;
    }

    /** Its value in the attribute's bytes, unsigned but for the 64-bit ones. */
    public long in(byte[] data) {
        if (data.length * 8 < bitOffset + width) {
            throw new IllegalArgumentException(
                    "%s needs %d bytes, not %d".formatted(attribute, attribute.bytes(), data.length));
        }
        long value = 0;
        for (int bit = bitOffset; bit < bitOffset + width; bit++) {
            value = value << 1 | (data[bit / 8] >> (7 - bit % 8) & 1);
        }
        return value;
    }

    /** The same where it fits an int, which is all but the 64-bit ones. */
    int intIn(byte[] data) {
        return (int) in(data);
    }
}
