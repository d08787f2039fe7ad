package dev.ibplay.ib;

import static dev.ibplay.ib.Attribute.MC_MEMBER_RECORD;
import static dev.ibplay.ib.Attribute.MLNX_EXT_PORT_INFO;
import static dev.ibplay.ib.Attribute.NODE_INFO;
import static dev.ibplay.ib.Attribute.PATH_RECORD;
import static dev.ibplay.ib.Attribute.PORT_INFO;
import static dev.ibplay.ib.Attribute.SM_INFO;
import static dev.ibplay.ib.Attribute.SWITCH_INFO;

import java.util.Arrays;
import java.util.List;

/**
 * The fields of management attributes: one row for each with the name that libibmad prints, and its place (bits from the
 * start of the attribute, the most significant first; IBA vol. 1, 14.2.5, 15.2.5.16 and 15.2.5.17). Records of the subnet
 * administration have the names that saquery prints where it prints a field by itself.
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

    PORT_M_KEY(PORT_INFO, "Mkey", 0, 64),
    PORT_GID_PREFIX(PORT_INFO, "GidPrefix", 64, 64),
    PORT_LID(PORT_INFO, "Lid", 128, 16),
    PORT_SM_LID(PORT_INFO, "SMLid", 144, 16),
    PORT_CAPABILITY_MASK(PORT_INFO, "CapMask", 160, 32),
    PORT_DIAG_CODE(PORT_INFO, "DiagCode", 192, 16),
    PORT_M_KEY_LEASE_PERIOD(PORT_INFO, "MkeyLeasePeriod", 208, 16),
    PORT_LOCAL_PORT(PORT_INFO, "LocalPort", 224, 8),
    PORT_WIDTH_ENABLED(PORT_INFO, "LinkWidthEnabled", 232, 8),
    PORT_WIDTH_SUPPORTED(PORT_INFO, "LinkWidthSupported", 240, 8),
    PORT_WIDTH_ACTIVE(PORT_INFO, "LinkWidthActive", 248, 8),
    PORT_SPEED_SUPPORTED(PORT_INFO, "LinkSpeedSupported", 256, 4),
    PORT_STATE(PORT_INFO, "LinkState", 260, 4),
    PORT_PHYSICAL_STATE(PORT_INFO, "PhysLinkState", 264, 4),
    PORT_DOWN_DEFAULT_STATE(PORT_INFO, "LinkDownDefState", 268, 4),
    PORT_PROTECT_BITS(PORT_INFO, "ProtectBits", 272, 2),
    PORT_LMC(PORT_INFO, "LMC", 277, 3),
    PORT_SPEED_ACTIVE(PORT_INFO, "LinkSpeedActive", 280, 4),
    PORT_SPEED_ENABLED(PORT_INFO, "LinkSpeedEnabled", 284, 4),
    PORT_NEIGHBOR_MTU(PORT_INFO, "NeighborMTU", 288, 4),
    PORT_SM_SL(PORT_INFO, "SMSL", 292, 4),
    PORT_VL_CAP(PORT_INFO, "VLCap", 296, 4),
    PORT_INIT_TYPE(PORT_INFO, "InitType", 300, 4),
    PORT_VL_HIGH_LIMIT(PORT_INFO, "VLHighLimit", 304, 8),
    PORT_VL_ARBITRATION_HIGH_CAP(PORT_INFO, "VLArbHighCap", 312, 8),
    PORT_VL_ARBITRATION_LOW_CAP(PORT_INFO, "VLArbLowCap", 320, 8),
    PORT_INIT_REPLY(PORT_INFO, "InitReply", 328, 4),
    PORT_MTU_CAP(PORT_INFO, "MtuCap", 332, 4),
    PORT_VL_STALL_COUNT(PORT_INFO, "VLStallCount", 336, 3),
    PORT_HOQ_LIFE(PORT_INFO, "HoqLife", 339, 5),
    PORT_OPERATIONAL_VLS(PORT_INFO, "OperVLs", 344, 4),
    PORT_PARTITION_ENFORCE_INBOUND(PORT_INFO, "PartEnforceInb", 348, 1),
    PORT_PARTITION_ENFORCE_OUTBOUND(PORT_INFO, "PartEnforceOutb", 349, 1),
    PORT_FILTER_RAW_INBOUND(PORT_INFO, "FilterRawInb", 350, 1),
    PORT_FILTER_RAW_OUTBOUND(PORT_INFO, "FilterRawOutb", 351, 1),
    PORT_M_KEY_VIOLATIONS(PORT_INFO, "MkeyViolations", 352, 16),
    PORT_P_KEY_VIOLATIONS(PORT_INFO, "PkeyViolations", 368, 16),
    PORT_Q_KEY_VIOLATIONS(PORT_INFO, "QkeyViolations", 384, 16),
    PORT_GUID_CAP(PORT_INFO, "GuidCap", 400, 8),
    PORT_CLIENT_REREGISTER(PORT_INFO, "ClientReregister", 408, 1),
    PORT_MCAST_PKEY_TRAP_SUPPRESSION(PORT_INFO, "McastPkeyTrapSuppressionEnabled", 409, 2),
    PORT_SUBNET_TIMEOUT(PORT_INFO, "SubnetTimeout", 411, 5),
    PORT_RESPONSE_TIME(PORT_INFO, "RespTimeVal", 419, 5),
    PORT_LOCAL_PHYS_ERRORS(PORT_INFO, "LocalPhysErr", 424, 4),
    PORT_OVERRUN_ERRORS(PORT_INFO, "OverrunErr", 428, 4),
    PORT_MAX_CREDIT_HINT(PORT_INFO, "MaxCreditHint", 432, 16),
    PORT_SPEED_EXT_ACTIVE_2(PORT_INFO, "LinkSpeedExtActive2", 449, 2),
    PORT_SPEED_EXT_SUPPORTED_2(PORT_INFO, "LinkSpeedExtSupported2", 451, 2),
    PORT_SPEED_EXT_ENABLED_2(PORT_INFO, "LinkSpeedExtEnabled2", 453, 3),
    PORT_ROUND_TRIP(PORT_INFO, "RoundTrip", 456, 24),
    PORT_CAPABILITY_MASK_2(PORT_INFO, "CapabilityMask2", 480, 16),
    PORT_SPEED_EXT_ACTIVE(PORT_INFO, "LinkSpeedExtActive", 496, 4),
    PORT_SPEED_EXT_SUPPORTED(PORT_INFO, "LinkSpeedExtSupported", 500, 4),
    PORT_SPEED_EXT_ENABLED(PORT_INFO, "LinkSpeedExtEnabled", 507, 5),

    /** The vendor's attribute that tells of FDR10, which PortInfo shows as QDR. */
    MLNX_STATE_CHANGE_ENABLE(MLNX_EXT_PORT_INFO, "StateChangeEnable", 24, 8),
    MLNX_SPEED_SUPPORTED(MLNX_EXT_PORT_INFO, "LinkSpeedSupported", 56, 8),
    MLNX_SPEED_ENABLED(MLNX_EXT_PORT_INFO, "LinkSpeedEnabled", 88, 8),
    MLNX_SPEED_ACTIVE(MLNX_EXT_PORT_INFO, "LinkSpeedActive", 120, 8),

    SWITCH_LINEAR_FDB_CAP(SWITCH_INFO, "LinearFdbCap", 0, 16),
    SWITCH_RANDOM_FDB_CAP(SWITCH_INFO, "RandomFdbCap", 16, 16),
    SWITCH_MCAST_FDB_CAP(SWITCH_INFO, "McastFdbCap", 32, 16),
    SWITCH_LINEAR_FDB_TOP(SWITCH_INFO, "LinearFdbTop", 48, 16),
    SWITCH_DEFAULT_PORT(SWITCH_INFO, "DefPort", 64, 8),
    SWITCH_DEFAULT_MCAST_PRIMARY_PORT(SWITCH_INFO, "DefMcastPrimPort", 72, 8),
    SWITCH_DEFAULT_MCAST_NOT_PRIMARY_PORT(SWITCH_INFO, "DefMcastNotPrimPort", 80, 8),
    SWITCH_LIFE_TIME(SWITCH_INFO, "LifeTime", 88, 5),
    SWITCH_STATE_CHANGE(SWITCH_INFO, "StateChange", 93, 1),
    SWITCH_SL_TO_VL_MAPPING(SWITCH_INFO, "OptSLtoVLMapping", 94, 2),
    SWITCH_LIDS_PER_PORT(SWITCH_INFO, "LidsPerPort", 96, 16),
    SWITCH_PARTITION_ENFORCE_CAP(SWITCH_INFO, "PartEnforceCap", 112, 16),
    SWITCH_INBOUND_PARTITION_ENFORCE(SWITCH_INFO, "InboundPartEnf", 128, 1),
    SWITCH_OUTBOUND_PARTITION_ENFORCE(SWITCH_INFO, "OutboundPartEnf", 129, 1),
    SWITCH_FILTER_RAW_INBOUND(SWITCH_INFO, "FilterRawInbound", 130, 1),
    SWITCH_FILTER_RAW_OUTBOUND(SWITCH_INFO, "FilterRawOutbound", 131, 1),
    SWITCH_ENHANCED_PORT_0(SWITCH_INFO, "EnhancedPort0", 132, 1),
    SWITCH_MULTICAST_FDB_TOP(SWITCH_INFO, "MulticastFDBTop", 144, 16),

    SM_GUID(SM_INFO, "SmInfoGuid", 0, 64),
    SM_KEY(SM_INFO, "SmInfoKey", 64, 64),
    SM_ACTIVITY_COUNT(SM_INFO, "SmActivity", 128, 32),
    SM_PRIORITY(SM_INFO, "SmPriority", 160, 4),
    SM_STATE(SM_INFO, "SmState", 164, 4),

    MCMEMBER_MGID_PREFIX(MC_MEMBER_RECORD, "MGidPrefix", 0, 64),
    MCMEMBER_MGID_GUID(MC_MEMBER_RECORD, "MGidGuid", 64, 64),
    MCMEMBER_PORT_GID_PREFIX(MC_MEMBER_RECORD, "PortGidPrefix", 128, 64),
    MCMEMBER_PORT_GID_GUID(MC_MEMBER_RECORD, "PortGidGuid", 192, 64),
    MCMEMBER_Q_KEY(MC_MEMBER_RECORD, "Q_Key", 256, 32),
    MCMEMBER_MLID(MC_MEMBER_RECORD, "Mlid", 288, 16),
    MCMEMBER_MTU_SELECTOR(MC_MEMBER_RECORD, "MtuSelector", 304, 2),
    MCMEMBER_MTU(MC_MEMBER_RECORD, "Mtu", 306, 6),
    MCMEMBER_TCLASS(MC_MEMBER_RECORD, "TClass", 312, 8),
    MCMEMBER_PKEY(MC_MEMBER_RECORD, "pkey", 320, 16),
    MCMEMBER_RATE_SELECTOR(MC_MEMBER_RECORD, "RateSelector", 336, 2),
    MCMEMBER_RATE(MC_MEMBER_RECORD, "Rate", 338, 6),
    MCMEMBER_LIFE_SELECTOR(MC_MEMBER_RECORD, "LifeSelector", 344, 2),
    MCMEMBER_LIFE(MC_MEMBER_RECORD, "pkt_life", 346, 6),
    MCMEMBER_SL(MC_MEMBER_RECORD, "SL", 352, 4),
    MCMEMBER_FLOW_LABEL(MC_MEMBER_RECORD, "FlowLabel", 356, 20),
    MCMEMBER_HOP_LIMIT(MC_MEMBER_RECORD, "HopLimit", 376, 8),
    MCMEMBER_SCOPE(MC_MEMBER_RECORD, "Scope", 384, 4),
    MCMEMBER_JOIN_STATE(MC_MEMBER_RECORD, "JoinState", 388, 4),
    MCMEMBER_PROXY_JOIN(MC_MEMBER_RECORD, "ProxyJoin", 392, 1),

    PATH_SERVICE_ID(PATH_RECORD, "service_id", 0, 64),
    PATH_DGID_PREFIX(PATH_RECORD, "DGidPrefix", 64, 64),
    PATH_DGID_GUID(PATH_RECORD, "DGidGuid", 128, 64),
    PATH_SGID_PREFIX(PATH_RECORD, "SGidPrefix", 192, 64),
    PATH_SGID_GUID(PATH_RECORD, "SGidGuid", 256, 64),
    PATH_DLID(PATH_RECORD, "dlid", 320, 16),
    PATH_SLID(PATH_RECORD, "slid", 336, 16),
    PATH_RAW_TRAFFIC(PATH_RECORD, "RawTraffic", 352, 1),
    PATH_FLOW_LABEL(PATH_RECORD, "FlowLabel", 356, 20),
    PATH_HOP_LIMIT(PATH_RECORD, "HopLimit", 376, 8),
    PATH_TCLASS(PATH_RECORD, "tclass", 384, 8),
    PATH_REVERSIBLE(PATH_RECORD, "Reversible", 392, 1),
    PATH_NUMBER_OF_PATHS(PATH_RECORD, "NumbPath", 393, 7),
    PATH_PKEY(PATH_RECORD, "pkey", 400, 16),
    PATH_QOS_CLASS(PATH_RECORD, "qos_class", 416, 12),
    PATH_SL(PATH_RECORD, "sl", 428, 4),
    PATH_MTU_SELECTOR(PATH_RECORD, "MtuSelector", 432, 2),
    PATH_MTU(PATH_RECORD, "mtu", 434, 6),
    PATH_RATE_SELECTOR(PATH_RECORD, "RateSelector", 440, 2),
    PATH_RATE(PATH_RECORD, "rate", 442, 6),
    PATH_LIFE_SELECTOR(PATH_RECORD, "LifeSelector", 448, 2),
    PATH_LIFE(PATH_RECORD, "pkt_life", 450, 6),
    PATH_PREFERENCE(PATH_RECORD, "preference", 456, 8);

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

    /** The fields of an attribute in the order of their places. */
    public static List<MadField> of(Attribute attribute) {
        return Arrays.stream(values()).filter(f -> f.attribute == attribute).toList();
    }

    public Attribute attribute() {
        return attribute;
    }

    /** The name that libibmad prints, which administrators search for. */
    public String printedName() {
        return printedName;
    }

    /** How many bits from the start of the attribute its first bit lies. */
    public int bitOffset() {
        return bitOffset;
    }

    /** In bits, 1..64. */
    public int width() {
        return width;
    }

    /** Its value in the attribute's bytes, unsigned but for the 64-bit ones. */
    public long in(byte[] data) {
        requireRoom(data);
        int end = bitOffset + width;
        long value = 0;
        for (int at = bitOffset / Byte.SIZE; at * Byte.SIZE < end; at++) {
            value = (value << Byte.SIZE) | (data[at] & 0xff);
        }
        return (value >>> behind()) & mask();
    }

    /**
     * Writes its value into the attribute's bytes and leaves all others alone.
     *
     * @param value unsigned, of at most {@link #width()} bits
     */
    public void put(byte[] data, long value) {
        requireRoom(data);
        if ((value & ~mask()) != 0) {
            throw new IllegalArgumentException("%s has %d bits, too few for %d".formatted(this, width, value));
        }
        long bits = value << behind();
        long others = ~(mask() << behind());
        for (int at = (bitOffset + width - 1) / Byte.SIZE; at >= bitOffset / Byte.SIZE; at--) {
            data[at] = (byte) ((data[at] & others) | bits);
            bits >>>= Byte.SIZE;
            others = others >> Byte.SIZE;
        }
    }

    private void requireRoom(byte[] data) {
        if (data.length * Byte.SIZE < bitOffset + width) {
            throw new IllegalArgumentException(
                    "%s needs %d bytes, not %d".formatted(attribute, attribute.bytes(), data.length));
        }
    }

    /** How many bits of its last byte belong to what follows. Fields of more than 56 bits begin and end with a byte. */
    private int behind() {
        return -(bitOffset + width) & (Byte.SIZE - 1);
    }

    private long mask() {
        return -1L >>> (Long.SIZE - width);
    }

    /** What {@link #in} gives where it fits an int, which is all but the 64-bit ones. */
    int intIn(byte[] data) {
        return (int) in(data);
    }

    boolean isSetIn(byte[] data) {
        return in(data) != 0;
    }
}
