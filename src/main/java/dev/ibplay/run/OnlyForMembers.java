package dev.ibplay.run;

import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember.HostPorts;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Hosts that are read for nothing but their ports, since partitions name them. */
final class OnlyForMembers {
    private OnlyForMembers() {}

    /**
     * Those that a run can do without: the inventory tells the GUIDs of all their ports that members name. What may only be
     * locked out is no matter either: the plan names a port that it does not know to be accepted.
     */
    static Set<String> dispensable(List<DesiredHost> hosts) {
        Set<String> needed = hosts.stream()
                .flatMap(host -> host.all(SubnetManager.class).stream())
                .flatMap(opensm -> opensm.partitions().stream())
                .flatMap(OnlyForMembers::unknownMembers)
                .map(HostPorts::host)
                .collect(Collectors.toSet());
        return hosts.stream()
                .filter(DesiredHost::isOnlyRead)
                .map(DesiredHost::host)
                .filter(host -> !needed.contains(host))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Stream<HostPorts> unknownMembers(Partition partition) {
        return partition
                .membership()
                .named()
                .filter(HostPorts.class::isInstance)
                .map(HostPorts.class::cast)
                .filter(ports -> ports.known().isEmpty());
    }
}
