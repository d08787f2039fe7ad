package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMember.HostPorts;
import dev.ibplay.resource.PartitionMember.OnePort;
import dev.ibplay.resource.PartitionMember.Who;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.SubnetManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts the port GUIDs of hosts in the place of their names. A host that cannot be read is never dropped: the inventory says
 * its GUIDs, or nothing is changed.
 */
public final class MemberPorts {
    private final String manager;
    private final FabricFacts fabric;
    private final Observed observed;
    private final PlanDraft draft;
    private final Set<String> said = new HashSet<>();

    /**
     * Looks ports up for one subnet manager.
     *
     * @param manager its host
     */
    public MemberPorts(String manager, FabricFacts fabric, Observed observed, PlanDraft draft) {
        this.manager = manager;
        this.fabric = fabric;
        this.observed = observed;
        this.draft = draft;
    }

    /**
     * The same with GUIDs only.
     *
     * @param file what partitions.conf says now, where there is one
     */
    public SubnetManager resolve(SubnetManager wanted, Optional<PartitionsMeaning> file) {
        return wanted.withPartitions(wanted.partitions().stream()
                .map(p -> resolve(p, listed(file, p)))
                .toList());
    }

    private static Set<PortGuid> listed(Optional<PartitionsMeaning> file, Partition partition) {
        return file.flatMap(f -> f.partition(partition.pkey().value())).stream()
                .flatMap(p -> p.members().stream())
                .flatMap(m -> m.who() instanceof dev.ibplay.opensm.Who.Port port
                        ? java.util.stream.Stream.of(port.guid())
                        : java.util.stream.Stream.empty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private Partition resolve(Partition partition, Set<PortGuid> listed) {
        PartitionMembership old = partition.membership();
        Span span = partition.span();
        var membership = new PartitionMembership(
                old.byDefault(),
                old.both(),
                old.indexZero(),
                old.all().map(all -> new Located<>(all(all, listed), all.span())),
                old.added().stream()
                        .flatMap(member -> ports(member.value().who(), listed, member.span()).stream()
                                .map(who -> new Located<>(
                                        new PartitionMember(who, member.value().membership()), member.span())))
                        .toList(),
                old.removed().stream()
                        .flatMap(who -> ports(who.value(), listed, who.span()).stream()
                                .map(port -> new Located<>(port, who.span())))
                        .toList());
        return partition.with(
                membership,
                partition.acceptLockout().stream()
                        .flatMap(who -> ports(who, listed, span).stream())
                        .toList());
    }

    /** A port that is named twice counts once; the first word on it stands unless a later one contradicts it. */
    private List<PartitionMember> all(Located<List<PartitionMember>> members, Set<PortGuid> listed) {
        Map<Who, PartitionMember> found = new LinkedHashMap<>();
        for (PartitionMember member : members.value()) {
            for (Who who : ports(member.who(), listed, members.span())) {
                var one = new PartitionMember(who, member.membership());
                PartitionMember earlier = found.putIfAbsent(who, one);
                if (earlier != null && !earlier.equals(one)) {
                    refuse(
                            members.span(),
                            "%s of %s is named twice, with another membership".formatted(text(who), member.who()),
                            "name it once");
                }
            }
        }
        return List.copyOf(found.values());
    }

    private static String text(Who who) {
        return who instanceof OnePort port ? "port " + port.guid() : who.toString();
    }

    private List<Who> ports(Who who, Set<PortGuid> listed, Span askedBy) {
        return who instanceof HostPorts named ? ofHost(named, listed, askedBy) : List.of(who);
    }

    private List<Who> ofHost(HostPorts named, Set<PortGuid> listed, Span askedBy) {
        HostFacts host = observed.hosts().get(named.host());
        if (host == null) {
            return unread(named, askedBy);
        }
        List<AdapterPort> ports = host.ports().stream()
                .filter(AdapterPort::infiniband)
                .filter(p -> named.adapterPort()
                        .map(text -> text.equals(p.port().toString()))
                        .orElse(true))
                .toList();
        List<PortGuid> here = ports.stream()
                .flatMap(p -> p.guid().stream())
                .filter(guid -> fabric.port(guid).isPresent() || listed.contains(guid))
                .toList();
        List<PortGuid> nowhere = ports.stream()
                .filter(p -> !p.active())
                .flatMap(p -> p.guid().stream())
                .filter(guid -> observed.fabricOf(guid).isEmpty() && !here.contains(guid))
                .toList();
        boolean isNamed = named.adapterPort().isPresent() || observed.fabrics().size() == 1;
        List<PortGuid> all = new ArrayList<>(here);
        if (here.isEmpty() && isNamed) {
            all.addAll(nowhere);
        } else {
            nowhere.forEach(guid -> leftOut(named, guid, askedBy));
        }
        if (all.isEmpty()) {
            refuse(
                    askedBy,
                    "%s has no port in this fabric".formatted(named),
                    ports.isEmpty()
                            ? "it has " + present(host)
                            : "its ports lie in another fabric, or are not Active: name them by their GUIDs");
        }
        return all.stream().<Who>map(OnePort::new).toList();
    }

    private static String present(HostFacts host) {
        String ports = host.ports().stream()
                .filter(AdapterPort::infiniband)
                .map(p -> p.port().toString())
                .collect(Collectors.joining(", "));
        return ports.isEmpty() ? "no InfiniBand port" : ports;
    }

    private List<Who> unread(HostPorts named, Span askedBy) {
        if (named.known().isEmpty()) {
            refuse(
                    askedBy,
                    "%s is a member, and could not be read, so its ports are not known".formatted(named),
                    "make it reachable, or give its GUIDs in the inventory: ibplay_port_guids");
            return List.of();
        }
        if (said.add(named.host())) {
            draft.warn(
                    Code.MEMBER_PORTS,
                    manager,
                    askedBy,
                    "%s could not be read; its ports are those of ibplay_port_guids: %s"
                            .formatted(
                                    named.host(),
                                    named.known().stream()
                                            .map(PortGuid::toString)
                                            .collect(Collectors.joining(", "))));
        }
        return named.known().stream().<Who>map(OnePort::new).toList();
    }

    private void leftOut(HostPorts named, PortGuid port, Span askedBy) {
        if (said.add(port.toString())) {
            draft.warn(
                    Code.MEMBER_PORTS,
                    manager,
                    askedBy,
                    "port %s of %s is not Active and in no known fabric, so it is not made a member"
                            .formatted(port, named.host()),
                    "name it by its GUID if it is to be one");
        }
    }

    private void refuse(Span askedBy, String message, String hint) {
        if (said.add(message)) {
            draft.refuse(Code.MEMBER_PORTS, manager, askedBy, message, hint);
        }
    }

    /** The ports that may be locked out of a group. */
    static Set<PortGuid> accepted(Partition partition) {
        return partition.acceptLockout().stream()
                .flatMap(who -> who instanceof OnePort port
                        ? Optional.of(port.guid()).stream()
                        : Optional.<PortGuid>empty().stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
