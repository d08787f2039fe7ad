package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

    /** What two plays want together; they agree where both speak. */
    public SubnetManager with(SubnetManager other) {
        Map<Integer, Partition> joined = new LinkedHashMap<>();
        Stream.concat(partitions.stream(), other.partitions.stream())
                .forEach(p -> joined.merge(p.pkey().value().base(), p, Partition::with));
        return new SubnetManager(priority.or(other::priority), List.copyOf(joined.values()), span);
    }

    @Override
    public String key() {
        return "opensm";
    }
}
