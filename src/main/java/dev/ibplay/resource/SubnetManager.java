package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.List;
import java.util.Optional;

/**
 * The only OpenSM instance of a host.
 *
 * @param priority 0..15; the highest wins the election
 */
public record SubnetManager(Optional<Located<Integer>> priority, List<Partition> partitions, Span span)
        implements Resource {
    public static final int MAX_PRIORITY = 15;

    public SubnetManager {
        partitions = List.copyOf(partitions);
    }

    @Override
    public String key() {
        return "opensm";
    }
}
