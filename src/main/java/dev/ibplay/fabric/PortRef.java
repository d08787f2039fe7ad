package dev.ibplay.fabric;

import dev.ibplay.ib.NodeGuid;
import java.util.Comparator;

/** A port of a node by its number; 0 is a switch's own port. */
public record PortRef(NodeGuid node, int number) implements Comparable<PortRef> {
    /** The highest number that a port may have. */
    static final int HIGHEST = 255;

    private static final Comparator<PortRef> ORDER =
            Comparator.comparing(PortRef::node).thenComparingInt(PortRef::number);

    @Override
    public int compareTo(PortRef other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return node + "/" + number;
    }
}
