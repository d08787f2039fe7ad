package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;

/** A port of a node by its number; 0 is a switch's own port. */
public record PortRef(NodeGuid node, int number) {
    @Override
    public String toString() {
        return node + "/" + number;
    }
}
