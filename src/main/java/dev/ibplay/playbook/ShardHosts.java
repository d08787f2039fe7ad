package dev.ibplay.playbook;

import dev.ibplay.playbook.DesiredState.ResolvedPlay;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.SubnetManager;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which hosts of a job belong to which shard. Hosts whose subnet managers plays describe belong to the first; the others are
 * dealt out like cards, in the order in which plays name them, so that each shard has the same mixture of racks, systems and plays:
 * a percentage of a play's policy means the same in all of them, and they end at about the same time.
 */
public final class ShardHosts {
    private ShardHosts() {}

    /**
     * What one shard has to do with the desired state of a job: its own hosts, and those that it only reads. It plans the subnet
     * managers of the job as the first shard does, since what its interfaces may be follows from them.
     */
    public static DesiredState of(DesiredState job, Shard shard) {
        if (!shard.hasOthers()) {
            return job;
        }
        Map<String, Integer> owners = owners(job, shard.of());
        Set<String> own = owners.entrySet().stream()
                .filter(owner -> owner.getValue() == shard.number())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        Set<String> asked = membersToAsk(job);
        List<DesiredHost> hosts = job.hosts().stream()
                .flatMap(host -> share(host, own, asked).stream())
                .toList();
        return new DesiredState(
                job.plays().stream().map(play -> share(play, own)).toList(), hosts, job.scopes(), job.delegates());
    }

    /** The number of the shard that changes a host, for all hosts that the job may change. */
    static Map<String, Integer> owners(DesiredState job, int shards) {
        List<DesiredHost> changed =
                job.hosts().stream().filter(DesiredHost::changeable).toList();
        Map<String, Integer> owners = new HashMap<>();
        changed.stream().filter(ShardHosts::runsSubnetManager).forEach(host -> owners.put(host.host(), 1));
        int ahead = owners.size();
        int next = 1;
        for (DesiredHost host : changed) {
            if (owners.containsKey(host.host())) {
                continue;
            }
            // The first is passed over until the others have as many.
            if (next == 1 && ahead > 0 && shards > 1) {
                ahead--;
                next = 2;
            }
            owners.put(host.host(), next);
            next = next % shards + 1;
        }
        return owners;
    }

    private static boolean runsSubnetManager(DesiredHost host) {
        return !host.all(SubnetManager.class).isEmpty();
    }

    private static Optional<DesiredHost> share(DesiredHost host, Set<String> own, Set<String> asked) {
        if (own.contains(host.host())) {
            return Optional.of(host);
        }
        if (runsSubnetManager(host)) {
            return Optional.of(new DesiredHost(
                    host.host(),
                    false,
                    host.wanted().stream()
                            .map(wanted -> new DesiredHost.Wanted(
                                    wanted.play(),
                                    wanted.resource(),
                                    wanted.changeable() && wanted.resource() instanceof SubnetManager))
                            .toList()));
        }
        return asked.contains(host.host())
                ? Optional.of(new DesiredHost(host.host(), false, List.of()))
                : Optional.empty();
    }

    /** Members of partitions whose ports the inventory does not tell: each shard has to ask them. */
    private static Set<String> membersToAsk(DesiredState job) {
        Set<String> hosts = new HashSet<>();
        job.hosts().stream()
                .flatMap(host -> host.all(SubnetManager.class).stream())
                .flatMap(SubnetManager::namedHosts)
                .filter(ports -> ports.known().isEmpty())
                .map(PartitionMember.HostPorts::host)
                .forEach(hosts::add);
        return hosts;
    }

    private static ResolvedPlay share(ResolvedPlay play, Set<String> own) {
        return new ResolvedPlay(
                play.play(),
                play.hosts().stream().filter(own::contains).toList(),
                play.named(),
                play.commands().entrySet().stream()
                        .filter(commands -> own.contains(commands.getKey()))
                        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
    }
}
