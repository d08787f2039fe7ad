package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Located;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.DesiredGroup;
import dev.ibplay.opensm.DesiredMember;
import dev.ibplay.opensm.DesiredMembers;
import dev.ibplay.opensm.DesiredPartition;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.opensm.GroupValues;
import dev.ibplay.opensm.Mgid;
import dev.ibplay.opensm.Who;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.WantedGroup;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A playbook's partitions in the words of the editor of partitions.conf. */
final class DesiredPartitions {
    private DesiredPartitions() {}

    /** Those that are to be there. */
    static List<DesiredPartition> of(List<Partition> partitions) {
        return partitions.stream()
                .filter(p -> !p.isUnwanted())
                .map(DesiredPartitions::of)
                .toList();
    }

    static DesiredPartition of(Partition partition) {
        return new DesiredPartition(
                partition.pkey().value(),
                partition.name().map(Located::value),
                partition.ipoib().map(Located::value),
                partition.membership().indexZero().map(Located::value),
                values(partition.group()),
                members(partition.membership()),
                partition
                        .groups()
                        .map(groups -> groups.value().stream()
                                .flatMap(group -> group(group).stream())
                                .toList()));
    }

    private static GroupValues values(GroupParameters group) {
        return new GroupValues(
                group.mtu().map(Located::value),
                group.rateGbps().flatMap(rate -> Rate.ofGigabitsPerSecond(Double.parseDouble(rate.value()))),
                number(group.serviceLevel()),
                number(group.scope()),
                group.qkey().map(key -> OptionalLong.of(key.value())).orElse(OptionalLong.empty()),
                number(group.trafficClass()),
                number(group.flowLabel()));
    }

    private static OptionalInt number(Optional<Located<Integer>> value) {
        return value.map(found -> OptionalInt.of(found.value())).orElse(OptionalInt.empty());
    }

    private static Optional<DesiredGroup> group(WantedGroup group) {
        return Mgid.parse(group.mgid().value()).map(mgid -> new DesiredGroup(mgid, values(group.parameters())));
    }

    private static DesiredMembers members(PartitionMembership membership) {
        Membership byDefault = membership.byDefault().map(Located::value).orElse(Membership.LIMITED);
        return new DesiredMembers(
                membership.byDefault().map(Located::value),
                membership
                        .all()
                        .map(list -> list.value().stream()
                                .map(member -> member(member, byDefault))
                                .toList()),
                membership.added().stream()
                        .map(member -> member(member.value(), byDefault))
                        .distinct()
                        .toList(),
                membership.removed().stream()
                        .map(who -> who(who.value()))
                        .distinct()
                        .toList(),
                membership.both().map(Located::value).orElse(false));
    }

    private static DesiredMember member(PartitionMember member, Membership byDefault) {
        return new DesiredMember(who(member.who()), member.membership().orElse(byDefault));
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
