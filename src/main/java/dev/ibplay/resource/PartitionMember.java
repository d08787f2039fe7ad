package dev.ibplay.resource;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/** Who belongs to a partition, and how; without a membership the partition's default counts. */
public record PartitionMember(Who who, Optional<Membership> membership) {
    /** One port, or a set that OpenSM works out. */
    public sealed interface Who {}

    public record OnePort(PortGuid guid) implements Who {}

    /** A word of partitions.conf. */
    public enum Keyword implements Who {
        ALL,
        ALL_CAS,
        ALL_SWITCHES,
        ALL_ROUTERS,
        SELF
    }
}
