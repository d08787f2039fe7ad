package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import java.util.List;
import java.util.Optional;

/**
 * What a topology file says, in the form that ibnetdiscover prints and ibsim reads.
 *
 * @param from the node that the discovery started from, where the file tells
 * @param errors lines that mean nothing or contradict others; all other lines count nevertheless
 */
public record Topology(Optional<NodeGuid> from, List<TopologyNode> nodes, List<Mistake> errors) {
    public Topology {
        nodes = List.copyOf(nodes);
        errors = List.copyOf(errors);
    }

    /** A line (the first is 1) and what is wrong with it. */
    public record Mistake(int line, String reason) {
        @Override
        public String toString() {
            return "line " + line + ": " + reason;
        }
    }

    public Optional<TopologyNode> node(String id) {
        return nodes.stream().filter(node -> node.id().equals(id)).findFirst();
    }

    /**
     * The fabric of these nodes and cables. What the file does not tell (states, MTUs, GUIDs of nodes that are only named) is
     * unknown, or numbered as ibsim numbers it.
     */
    public Fabric toFabric() {
        return new TopologyFabric(this).build();
    }
}
