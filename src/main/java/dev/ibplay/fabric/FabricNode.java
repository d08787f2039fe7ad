package dev.ibplay.fabric;

import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeInfo;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.SwitchInfo;
import java.util.Optional;

/**
 * An adapter, switch or router.
 *
 * @param description the text that the node carries, often host and device name; empty where it did not tell
 * @param ports number of its external ports
 * @param pkeyCapacity entries of a port's P_Key table (of port 0 for a switch)
 * @param systemGuid the system that the node is a part of, as a number: 0 where it does not tell
 * @param switchInfo of a switch that has answered
 */
public record FabricNode(
        NodeGuid guid,
        NodeType type,
        String description,
        int ports,
        int pkeyCapacity,
        long systemGuid,
        DeviceId device,
        Optional<SwitchInfo> switchInfo) {
    static FabricNode of(NodeInfo info, String description, Optional<SwitchInfo> switchInfo) {
        return new FabricNode(
                info.nodeGuid(),
                info.type(),
                description,
                info.ports(),
                info.pkeyCapacity(),
                info.systemGuid(),
                info.device(),
                switchInfo);
    }

    /** The same with so many external ports at least. */
    FabricNode withPorts(int atLeast) {
        return new FabricNode(
                guid, type, description, Math.max(ports, atLeast), pkeyCapacity, systemGuid, device, switchInfo);
    }

    /** Whether packets pass through it to other nodes. */
    public boolean isSwitch() {
        return type == NodeType.SWITCH;
    }
}
