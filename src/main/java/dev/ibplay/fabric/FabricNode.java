package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;

/**
 * An adapter, switch or router.
 *
 * @param description the text that the node carries, often host and device name
 * @param ports number of its external ports
 * @param pkeyCapacity entries of a port's P_Key table (of port 0 for a switch)
 */
public record FabricNode(NodeGuid guid, NodeType type, String description, int ports, int pkeyCapacity) {}
