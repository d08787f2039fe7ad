package dev.ibplay.facts;

import dev.ibplay.ib.Gid;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the subnet administration says of multicast groups besides those of partitions that matter.
 *
 * @param groups all that the port which asks may see, as anybody is told; absent where they were not asked for
 * @param memberships a record for each member of each group, which only trusted questions are told; groups without members
 *     are not among them. Absent where there was no key to ask with
 */
public record MulticastFacts(Fact<List<McMemberRecord>> groups, Fact<List<McMemberRecord>> memberships) {
    /** Nothing was asked. */
    public static final MulticastFacts NOT_ASKED = new MulticastFacts(Fact.absent(), Fact.absent());

    /** The ports that have joined a group; nothing where that is not known. */
    public Optional<Set<PortGuid>> joined(Gid group) {
        return memberships
                .ifKnown()
                .map(records -> records.stream()
                        .filter(record ->
                                record.mgid().equals(group) && record.portGid().low() != 0)
                        .map(record -> new PortGuid(record.portGid().low()))
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
