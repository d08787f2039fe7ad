package dev.ibplay.facts.tools;

import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;

/**
 * A node's NodeInfo as {@code smpquery nodeinfo} prints it.
 *
 * @param nodeType {@code Channel Adapter}, {@code Switch} or {@code Router}
 * @param ports how many external ports it has, 1..255
 * @param portGuid of the port that answered
 * @param partitionCapacity entries in that port's P_Key table
 * @param localPort the port that answered; for a switch the one the query came in through
 */
public record NodeInfoText(
        String nodeType, int ports, NodeGuid nodeGuid, PortGuid portGuid, int partitionCapacity, int localPort) {}
