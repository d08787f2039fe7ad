package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.DesiredMember;
import dev.ibplay.opensm.DesiredPartition;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.opensm.Who;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A playbook's partitions in the words of the editor of partitions.conf. */
final class DesiredPartitions {
    private DesiredPartitions() {}

    static List<DesiredPartition> of(List<Partition> partitions) {
        return partitions.stream().map(DesiredPartitions::of).toList();
    }

    static DesiredPartition of(Partition partition) {
        Membership byDefault =
                partition.membership().byDefault().map(Located::value).orElse(Membership.LIMITED);
        return new DesiredPartition(
                partition.pkey().value(),
                partition.name().map(Located::value),
                partition.ipoib().map(Located::value),
                partition.group().mtu().map(Located::value),
                partition
                        .group()
                        .rateGbps()
                        .flatMap(rate -> Rate.ofGigabitsPerSecond(Double.parseDouble(rate.value()))),
                partition
                        .group()
                        .serviceLevel()
                        .map(sl -> OptionalInt.of(sl.value()))
                        .orElse(OptionalInt.empty()),
                OptionalInt.empty(),
                OptionalLong.empty(),
                partition.membership().byDefault().map(Located::value),
                partition
                        .membership()
                        .all()
                        .map(members -> members.value().stream()
                                .map(m -> new DesiredMember(
                                        who(m.who()), m.membership().orElse(byDefault)))
                                .toList()));
    }

    private static Who who(PartitionMember.Who who) {
        return switch (who) {
            case PartitionMember.OnePort port -> Who.port(port.guid());
            case PartitionMember.HostPorts ports ->
                throw new IllegalArgumentException("the ports of " + ports + " were not looked up");
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
