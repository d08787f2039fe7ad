package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.Rate;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Waiting;
import dev.ibplay.resource.Partition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans the partitions of one fabric as the fabric sees them: which groups change, and which of those must be made anew. */
final class GroupPlanner {
    /** Attributes of a definition that OpenSM gives a group once, when it makes it. */
    private static final Set<String> OF_THE_GROUP =
            Set.of("ipoib", "mtu", "rate", "sl", "qkey", "tclass", "flow_label");

    /** Those of them that no query shows. */
    private static final Set<String> UNSEEN = Set.of("sl", "qkey", "tclass", "flow_label");

    private final FabricFacts fabric;
    private final GroupUsers users;
    private final PlanDraft draft;
    /** Ports whose driver waits for a reboot, with their host. */
    private final Map<PortGuid, String> waiting;

    /** Hosts whose interfaces may be in the groups, and that could not be read. */
    private final Set<String> unread;

    private final Map<Integer, Waiting> held = new LinkedHashMap<>();
    private final Map<Integer, Mtu> coming = new LinkedHashMap<>();
    private final Set<Integer> touched = new TreeSet<>();
    private boolean rebuilds;
    private boolean isStale;
    private boolean changes;
    private Map<PortGuid, Set<PKey>> tables = Map.of();

    GroupPlanner(
            FabricFacts fabric, GroupUsers users, Map<PortGuid, String> waiting, Set<String> unread, PlanDraft draft) {
        this.fabric = fabric;
        this.users = users;
        this.waiting = waiting;
        this.unread = Set.copyOf(unread);
        this.draft = draft;
    }

    /** Plans the partitions of the manager whose partitions.conf is in force, or will be. */
    void plan(SubnetManagerHost manager) {
        tables = tablesFrom(manager);
        changes = manager.changeable();
        for (Partition partition : partitions(manager)) {
            List<Difference> found = PartitionDifferences.inFabric(manager.host(), partition, fabric, tables);
            draft.differences.addAll(found);
            if (manager.changeable()) {
                isStale |= !found.isEmpty();
                rebuilds |= isRebuilt(manager, partition, found) || losesGroups(manager, partition);
                if (!found.isEmpty() || changesGroup(manager, partition)) {
                    touched.add(partition.pkey().value().base());
                }
                partition
                        .group()
                        .mtu()
                        .filter(mtu -> !partition.ipoib().map(Located::value).equals(Optional.of(false)))
                        .ifPresent(mtu -> mtuOf(manager, partition, mtu));
                if (!found.isEmpty()) {
                    rateOf(manager, partition);
                }
            }
            if (!partition.isUnwanted()) {
                warnOfUnknownGroup(manager, partition);
            }
        }
    }

    /** The named ones; with partitions_exclusive also those that the fabric has beside them and is to lose. */
    private List<Partition> partitions(SubnetManagerHost manager) {
        List<Partition> all = new ArrayList<>(manager.wanted().partitions());
        if (manager.wanted().isExclusive()) {
            Stream<PKey> inFile = manager.files().before().stream()
                    .flatMap(m -> m.partitions().stream().map(p -> p.pkey()));
            Stream<PKey> onPorts = fabric.pkeys().values().stream()
                    .flatMap(table -> table.ifKnown().stream())
                    .flatMap(List::stream);
            Stream.concat(inFile, onPorts)
                    .map(PKey::asLimitedMember)
                    .distinct()
                    .sorted()
                    .filter(pkey -> all.stream().noneMatch(p -> p.pkey().value().samePartition(pkey)))
                    .filter(pkey -> manager.files().meaning().partition(pkey).isEmpty())
                    .toList()
                    .forEach(pkey -> all.add(
                            Partition.named(new Located<>(pkey, manager.wanted().span()))));
        }
        return all;
    }

    /** The MTU that groups will have, by the low 15 bits of the P_Key; only those that change. */
    Map<Integer, Mtu> coming() {
        return Map.copyOf(coming);
    }

    /** The P_Keys that ports will have when the plan's steps are done; empty where the plan leaves them alone. */
    Map<PortGuid, Set<PKey>> comingTables() {
        return changes && held.isEmpty() ? tables : Map.of();
    }

    /** Those of {@link #coming} that the port which asks will see: OpenSM hides a group from ports outside its partition. */
    Map<PKey, Mtu> visible() {
        Map<PKey, Mtu> groups = new LinkedHashMap<>();
        Set<PKey> ofVantage = fabric.vantageGuid()
                .map(guid -> tables.getOrDefault(guid, Set.of()))
                .orElse(Set.of());
        coming.forEach((base, mtu) -> {
            PKey pkey = new PKey(base);
            if (ofVantage.stream().anyMatch(pkey::samePartition)) {
                groups.put(pkey, mtu);
            }
        });
        return groups;
    }

    /** The partitions whose group or members will be others, by the low 15 bits of the P_Key. */
    Set<Integer> touched() {
        return Set.copyOf(touched);
    }

    /** Whether a group that exists must change, which takes new processes. */
    boolean rebuilds() {
        return rebuilds;
    }

    /** Whether the fabric has other groups or P_Keys than it will have. */
    boolean isStale() {
        return isStale;
    }

    /** Whether this manager's file changes a group that its process may have made already and would bring back. */
    static boolean changesGroups(SubnetManagerHost manager) {
        return manager.wanted().partitions().stream().anyMatch(p -> changesGroup(manager, p));
    }

    private static boolean changesGroup(SubnetManagerHost manager, Partition partition) {
        return manager.files().differences().stream()
                .anyMatch(d -> d.resource().equals(partition.key()) && OF_THE_GROUP.contains(d.attribute()));
    }

    private boolean isRebuilt(SubnetManagerHost manager, Partition partition, List<Difference> found) {
        return switch (groupOf(partition)) {
            case Fact.Known<McMemberRecord> ignored ->
                found.stream().anyMatch(d -> OF_THE_GROUP.contains(d.attribute()))
                        || manager.files().differences().stream()
                                .anyMatch(d -> d.resource().equals(partition.key())
                                        && (UNSEEN.contains(d.attribute())
                                                || isLeftToOpensm(partition, d.attribute())));
            case Fact.Absent<McMemberRecord> ignored -> false;
            case Fact.Unreadable<McMemberRecord> ignored -> changesGroup(manager, partition);
        };
    }

    /** Further groups that change or go stay in the memory of a process; new ones are made by a HUP. */
    private static boolean losesGroups(SubnetManagerHost manager, Partition partition) {
        PKey pkey = partition.pkey().value();
        return partition.groups().isPresent()
                && manager.files()
                        .before()
                        .flatMap(meaning -> meaning.partition(pkey))
                        .filter(before -> !manager.files()
                                .meaning()
                                .partition(pkey)
                                .map(after -> after.keepsGroupsOf(before))
                                .orElse(false))
                        .isPresent();
    }

    /** A file that says nothing of it any more: what the group will have is not known, but it must be made anew. */
    private static boolean isLeftToOpensm(Partition partition, String attribute) {
        return (attribute.equals("mtu") && partition.group().mtu().isEmpty())
                || (attribute.equals("rate") && partition.group().rateGbps().isEmpty());
    }

    private void warnOfUnknownGroup(SubnetManagerHost manager, Partition partition) {
        if (groupOf(partition) instanceof Fact.Unreadable<McMemberRecord> unreadable) {
            draft.warn(
                    Code.GROUP_UNKNOWN,
                    manager.host(),
                    partition.span(),
                    "the IPoIB group of %s could not be read: %s".formatted(partition.key(), unreadable.because()));
        }
    }

    private Fact<McMemberRecord> groupOf(Partition partition) {
        return fabric.groups().getOrDefault(partition.pkey().value().base(), new Fact.Absent<>());
    }

    private void mtuOf(SubnetManagerHost manager, Partition partition, Located<Mtu> mtu) {
        PKey pkey = partition.pkey().value();
        Optional<Mtu> now = groupOf(partition).ifKnown().flatMap(McMemberRecord::mtu);
        boolean unknown = groupOf(partition) instanceof Fact.Unreadable<McMemberRecord>;
        if (now.equals(Optional.of(mtu.value())) || (unknown && !changesGroup(manager, partition))) {
            return;
        }
        List<GroupLimits.Limit> limits =
                withoutAccepted(manager, partition, mtu, new GroupLimits(fabric).below(mtu.value(), pkey, tables));
        boolean isLower =
                now.filter(present -> mtu.value().compareTo(present) < 0).isPresent();
        if (isLower && !unread.isEmpty()) {
            // An interface above its group would be cut, and nobody has asked these.
            hold(manager, partition, Waiting.forReading(unread));
            return;
        }
        if (limits.isEmpty()) {
            coming.put(pkey.base(), mtu.value());
            return;
        }
        if (isHeld(manager, partition, limits)) {
            return;
        }
        Mtu most = limits.stream()
                .map(GroupLimits.Limit::most)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        String who = limits.stream().map(GroupLimits.Limit::toString).collect(Collectors.joining("; "));
        draft.refuse(
                Code.MTU_CHAIN,
                manager.host(),
                mtu.span(),
                "%s cannot have MTU %s: %s".formatted(partition.key(), mtu.value(), who),
                "a port below the group's MTU cannot join it; the most that all of them can do is " + most);
    }

    /** A port below the group's rate is refused when it joins (osm_sa_mcmember_record.c: validate_port_caps). */
    private void rateOf(SubnetManagerHost manager, Partition partition) {
        Optional<Located<String>> wanted = partition.group().rateGbps();
        wanted.flatMap(rate -> Rate.ofGigabitsPerSecond(Double.parseDouble(rate.value())))
                .map(rate -> new GroupLimits(fabric)
                        .slower(rate, partition.pkey().value(), tables, MemberPorts.accepted(partition)))
                .filter(slower -> !slower.isEmpty())
                .ifPresent(slower -> draft.refuse(
                        Code.MTU_CHAIN,
                        manager.host(),
                        wanted.orElseThrow().span(),
                        "%s cannot have the rate %s: %s"
                                .formatted(partition.key(), wanted.orElseThrow().value(), String.join("; ", slower)),
                        "a port below the group's rate cannot join it; accept_lockout allows that for ports by name"));
    }

    /** Ports that the playbook allows to be locked out, and ports that do not use the group, are warned of and left aside. */
    private List<GroupLimits.Limit> withoutAccepted(
            SubnetManagerHost manager, Partition partition, Located<Mtu> mtu, List<GroupLimits.Limit> limits) {
        Set<PortGuid> accepted = MemberPorts.accepted(partition);
        List<GroupLimits.Limit> lockedOut = limits.stream()
                .filter(limit -> limit.guid().filter(accepted::contains).isPresent())
                .toList();
        lockedOut.forEach(limit -> draft.warn(
                Code.MTU_CHAIN,
                manager.host(),
                mtu.span(),
                "%s will be locked out of %s with MTU %s, as accept_lockout allows"
                        .formatted(limit, partition.key(), mtu.value())));
        List<GroupLimits.Limit> idle = limits.stream()
                .filter(limit -> !lockedOut.contains(limit))
                .filter(limit -> limit.guid()
                        .filter(guid -> !users.uses(guid, partition.pkey().value()))
                        .isPresent())
                .toList();
        idle.forEach(limit -> draft.warn(
                Code.MTU_CHAIN,
                manager.host(),
                mtu.span(),
                "%s, so it cannot join the group of %s with MTU %s; it has not joined it now"
                        .formatted(limit, partition.key(), mtu.value())));
        return limits.stream()
                .filter(limit -> !lockedOut.contains(limit) && !idle.contains(limit))
                .toList();
    }

    /** Ports whose driver waits for new options may do more after their host's reboot: the change waits for them. */
    private boolean isHeld(SubnetManagerHost manager, Partition partition, List<GroupLimits.Limit> limits) {
        Set<String> hosts = new TreeSet<>();
        for (GroupLimits.Limit limit : limits) {
            String host =
                    limit.guid().filter(guid -> limit.isOwn()).map(waiting::get).orElse(null);
            if (host == null) {
                return false;
            }
            hosts.add(host);
        }
        hold(manager, partition, Waiting.forReboots(hosts));
        return true;
    }

    private void hold(SubnetManagerHost manager, Partition partition, Waiting waits) {
        held.put(partition.pkey().value().base(), waits);
        draft.held.add(new Held(manager.host(), partition.key(), waits.until()));
    }

    /** What groups wait for, by the low 15 bits of the P_Key. */
    Map<Integer, Waiting> held() {
        return Map.copyOf(held);
    }

    private Map<PortGuid, Set<PKey>> tablesFrom(SubnetManagerHost manager) {
        List<EndPort> ports = fabric.fabric().ports().stream()
                .filter(p -> p.guid().isPresent())
                .map(p -> new EndPort(
                        p.guid().orElseThrow(),
                        kind(fabric.fabric().typeOf(p)),
                        p.guid().equals(Optional.of(manager.port()))))
                .toList();
        return manager.files().meaning().tables(ports).pkeys();
    }

    private static EndPort.Kind kind(NodeType type) {
        return switch (type) {
            case SWITCH -> EndPort.Kind.SWITCH;
            case ROUTER -> EndPort.Kind.ROUTER;
            case CA, UNKNOWN -> EndPort.Kind.CA;
        };
    }
}
