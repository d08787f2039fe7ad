package dev.ibplay.ib;

/**
 * What a switch says of its tables (IBA vol. 1, 14.2.5.4).
 *
 * @param linearFdbCap entries of the unicast forwarding table
 * @param linearFdbTop the highest LID in it
 * @param lifeTime code of the longest time that a packet stays in the switch
 * @param stateChange whether a port's state has changed since the subnet manager looked last
 * @param lidsPerPort for switches without a linear table
 * @param partitionEnforceCap P_Keys that an outer port can check; 0 when it cannot
 * @param enhancedPort0 whether port 0 carries traffic like an adapter's port
 */
public record SwitchInfo(
        int linearFdbCap,
        int randomFdbCap,
        int multicastFdbCap,
        int linearFdbTop,
        int defaultPort,
        int defaultMulticastPrimaryPort,
        int defaultMulticastNotPrimaryPort,
        int lifeTime,
        boolean stateChange,
        int slToVlMapping,
        int lidsPerPort,
        int partitionEnforceCap,
        boolean inboundPartitionEnforcement,
        boolean outboundPartitionEnforcement,
        boolean filterRawInbound,
        boolean filterRawOutbound,
        boolean enhancedPort0,
        int multicastFdbTop) {
    /** Decodes the 20 bytes of the attribute. */
    public static SwitchInfo decode(byte[] data) {
        return new SwitchInfo(
                MadField.SWITCH_LINEAR_FDB_CAP.intIn(data),
                MadField.SWITCH_RANDOM_FDB_CAP.intIn(data),
                MadField.SWITCH_MCAST_FDB_CAP.intIn(data),
                MadField.SWITCH_LINEAR_FDB_TOP.intIn(data),
                MadField.SWITCH_DEFAULT_PORT.intIn(data),
                MadField.SWITCH_DEFAULT_MCAST_PRIMARY_PORT.intIn(data),
                MadField.SWITCH_DEFAULT_MCAST_NOT_PRIMARY_PORT.intIn(data),
                MadField.SWITCH_LIFE_TIME.intIn(data),
                MadField.SWITCH_STATE_CHANGE.isSetIn(data),
                MadField.SWITCH_SL_TO_VL_MAPPING.intIn(data),
                MadField.SWITCH_LIDS_PER_PORT.intIn(data),
                MadField.SWITCH_PARTITION_ENFORCE_CAP.intIn(data),
                MadField.SWITCH_INBOUND_PARTITION_ENFORCE.isSetIn(data),
                MadField.SWITCH_OUTBOUND_PARTITION_ENFORCE.isSetIn(data),
                MadField.SWITCH_FILTER_RAW_INBOUND.isSetIn(data),
                MadField.SWITCH_FILTER_RAW_OUTBOUND.isSetIn(data),
                MadField.SWITCH_ENHANCED_PORT_0.isSetIn(data),
                MadField.SWITCH_MULTICAST_FDB_TOP.intIn(data));
    }
}
