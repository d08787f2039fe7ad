package dev.ibplay.lab.fabric;

import dev.ibplay.fabric.FabricNode;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.ib.SwitchInfo;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A node's attributes as its agent writes them, each in the 64 data bytes of a packet. */
final class NodeBytes {
    static final int DATA_BYTES = 64;

    private NodeBytes() {}

    /** NodeInfo of the node that a port belongs to, as the port itself tells it. */
    static byte[] nodeInfo(LabPort entry) {
        byte[] data = new byte[DATA_BYTES];
        LabNode node = entry.node();
        FabricNode shape = node.shape();
        LabPort own = node.isSwitch() ? node.port(0) : entry;
        MadField.NODE_BASE_VERSION.put(data, 1);
        MadField.NODE_CLASS_VERSION.put(data, 1);
        MadField.NODE_TYPE.put(data, code(shape.type()));
        MadField.NODE_NUM_PORTS.put(data, node.externalPorts());
        MadField.NODE_SYSTEM_GUID.put(data, shape.systemGuid());
        MadField.NODE_GUID.put(data, node.guid().value());
        own.guid().ifPresent(guid -> MadField.NODE_PORT_GUID.put(data, guid.value()));
        MadField.NODE_PARTITION_CAP.put(data, node.pkeyCapacity());
        MadField.NODE_DEVICE_ID.put(data, shape.device().device());
        MadField.NODE_REVISION.put(data, shape.device().revision());
        MadField.NODE_LOCAL_PORT.put(data, entry.number());
        MadField.NODE_VENDOR_ID.put(data, shape.device().vendor());
        return data;
    }

    static byte[] description(LabNode node) {
        return Arrays.copyOf(node.shape().description().getBytes(StandardCharsets.UTF_8), DATA_BYTES);
    }

    static byte[] switchInfo(LabNode node) {
        SwitchInfo info = node.tables();
        byte[] data = new byte[DATA_BYTES];
        MadField.SWITCH_LINEAR_FDB_CAP.put(data, info.linearFdbCap());
        MadField.SWITCH_RANDOM_FDB_CAP.put(data, info.randomFdbCap());
        MadField.SWITCH_MCAST_FDB_CAP.put(data, info.multicastFdbCap());
        MadField.SWITCH_LINEAR_FDB_TOP.put(data, node.linearFdbTop());
        MadField.SWITCH_DEFAULT_PORT.put(data, info.defaultPort());
        MadField.SWITCH_DEFAULT_MCAST_PRIMARY_PORT.put(data, info.defaultMulticastPrimaryPort());
        MadField.SWITCH_DEFAULT_MCAST_NOT_PRIMARY_PORT.put(data, info.defaultMulticastNotPrimaryPort());
        MadField.SWITCH_LIFE_TIME.put(data, info.lifeTime());
        MadField.SWITCH_SL_TO_VL_MAPPING.put(data, info.slToVlMapping());
        MadField.SWITCH_LIDS_PER_PORT.put(data, info.lidsPerPort());
        MadField.SWITCH_PARTITION_ENFORCE_CAP.put(data, info.partitionEnforceCap());
        putFlag(MadField.SWITCH_INBOUND_PARTITION_ENFORCE, data, info.inboundPartitionEnforcement());
        putFlag(MadField.SWITCH_OUTBOUND_PARTITION_ENFORCE, data, info.outboundPartitionEnforcement());
        putFlag(MadField.SWITCH_FILTER_RAW_INBOUND, data, info.filterRawInbound());
        putFlag(MadField.SWITCH_FILTER_RAW_OUTBOUND, data, info.filterRawOutbound());
        putFlag(MadField.SWITCH_ENHANCED_PORT_0, data, info.enhancedPort0());
        MadField.SWITCH_MULTICAST_FDB_TOP.put(data, info.multicastFdbTop());
        return data;
    }

    private static void putFlag(MadField field, byte[] data, boolean value) {
        field.put(data, value ? 1 : 0);
    }

    /**
     * SMInfo.
     *
     * @param key the sm_key, or 0 where it is not told
     */
    static byte[] smInfo(SmInfo info, long key) {
        byte[] data = new byte[DATA_BYTES];
        MadField.SM_GUID.put(data, info.guid());
        MadField.SM_KEY.put(data, key);
        MadField.SM_ACTIVITY_COUNT.put(data, info.activityCount() & 0xffff_ffffL);
        MadField.SM_PRIORITY.put(data, info.priority());
        MadField.SM_STATE.put(data, code(info.state()));
        return data;
    }

    /** A block of a port's table. */
    static byte[] pkeys(int[] table, int block, int entries) {
        byte[] data = new byte[DATA_BYTES];
        for (int i = 0; i < entries; i++) {
            int at = block * entries + i;
            int key = at < table.length ? table[at] : 0;
            data[2 * i] = (byte) (key >> Byte.SIZE);
            data[2 * i + 1] = (byte) key;
        }
        return data;
    }

    private static int code(NodeType type) {
        return switch (type) {
            case CA -> 1;
            case SWITCH -> 2;
            case ROUTER -> 3;
            case UNKNOWN -> 0;
        };
    }

    private static int code(SmState state) {
        return switch (state) {
            case NOT_ACTIVE, UNKNOWN -> 0;
            case DISCOVERING -> 1;
            case STANDBY -> 2;
            case MASTER -> 3;
        };
    }
}
