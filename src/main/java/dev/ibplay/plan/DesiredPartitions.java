package dev.ibplay.plan;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.DesiredMember;
import dev.ibplay.opensm.DesiredMembers;
import dev.ibplay.opensm.DesiredPartition;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.opensm.GroupValues;
import dev.ibplay.opensm.Who;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A playbook's partitions in the words of the editor of partitions.conf. */
final class DesiredPartitions {
    private DesiredPartitions() {}

    static List<DesiredPartition> of(List<Partition> partitions) {
        return partitions.stream().map(DesiredPartitions::of).toList();
    }

    static DesiredPartition of(Partition partition) {
        Membership byDefault = partition.defaultMembership().map(Located::value).orElse(Membership.LIMITED);
        var values = new GroupValues(
                partition.mtu().map(Located::value),
                partition.rateGbps().flatMap(rate -> Rate.ofGigabitsPerSecond(Double.parseDouble(rate.value()))),
                partition.serviceLevel().map(sl -> OptionalInt.of(sl.value())).orElse(OptionalInt.empty()),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                OptionalInt.empty());
        var members = new DesiredMembers(
                partition.defaultMembership().map(Located::value),
                partition
                        .members()
                        .map(list -> list.value().stream()
                                .map(m -> new DesiredMember(
                                        who(m.who()), m.membership().orElse(byDefault)))
                                .toList()),
                List.of(),
                List.of(),
                false);
        return new DesiredPartition(
                partition.pkey().value(),
                partition.name().map(Located::value),
                partition.ipoib().map(Located::value),
                Optional.empty(),
                values,
                members,
                Optional.empty());
    }

    private static Who who(PartitionMember.Who who) {
        return switch (who) {
            case PartitionMember.OnePort port -> Who.port(port.guid());
            case PartitionMember.Keyword keyword ->
                switch (keyword) {
                    case ALL -> Who.all();
                    case ALL_CAS -> Who.all(EndPort.Kind.CA);
                    case ALL_SWITCHES -> Who.all(EndPort.Kind.SWITCH);
                    case ALL_ROUTERS -> Who.all(EndPort.Kind.ROUTER);
                    case SELF -> Who.self();
                };
        };
    }
}
