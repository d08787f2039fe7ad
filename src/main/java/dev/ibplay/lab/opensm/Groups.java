package dev.ibplay.lab.opensm;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.Rate;
import dev.ibplay.lab.fabric.LabPort;
import dev.ibplay.opensm.Mgid;
import dev.ibplay.opensm.MulticastGroup;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The multicast groups of one process. One that exists is found by its address and never changed
 * (osm_mcmr_rcv_find_or_create_new_mgrp); it goes when its partition has no member port any more and no port has joined
 * (osm_mgrp_cleanup).
 */
final class Groups {
    private static final int FIRST_MLID = 0xc000;

    private final NavigableMap<Mgid, Group> groups =
            new TreeMap<>(Comparator.comparing(Mgid::prefix, Long::compareUnsigned)
                    .thenComparing(Mgid::groupId, Long::compareUnsigned));

    /** What a fabric's weakest adapter can do. */
    record Weakest(Mtu mtu, Rate rate) {}

    /**
     * Takes over what a sweep has read.
     *
     * @param wanted by the file, in its order
     * @param partitions that have a port
     * @param packetLife of new groups: subnet_timeout
     */
    void update(List<MulticastGroup> wanted, Set<Integer> partitions, Weakest weakest, int packetLife) {
        for (MulticastGroup group : wanted) {
            groups.computeIfAbsent(group.mgid(), mgid -> make(group, weakest, packetLife));
        }
        groups.values()
                .forEach(group -> group.setWellKnown(
                        partitions.contains(group.made().pkey().base())));
        removeUnwanted();
    }

    private Group make(MulticastGroup group, Weakest weakest, int packetLife) {
        Rate rate = group.rateCode().isPresent()
                ? Rate.ofCode(group.rateCode().getAsInt()).orElse(weakest.rate())
                : weakest.rate();
        return new Group(group, group.mtu().orElse(weakest.mtu()), rate, freeMlid(), packetLife);
    }

    private int freeMlid() {
        Set<Integer> taken = groups.values().stream().map(Group::mlid).collect(Collectors.toSet());
        IntPredicate isFree = mlid -> !taken.contains(mlid);
        return IntStream.iterate(FIRST_MLID, mlid -> mlid + 1)
                .filter(isFree)
                .findFirst()
                .orElseThrow();
    }

    private void removeUnwanted() {
        groups.values()
                .removeIf(group -> !group.isWellKnown() && group.members().isEmpty());
    }

    /** All, in the order of their addresses. */
    Collection<Group> all() {
        return groups.values();
    }

    /** The group that the IPoIB interfaces of a partition join. */
    Optional<Group> broadcast(PKey partition) {
        return Optional.ofNullable(groups.get(Mgid.ipoibBroadcast(partition.base())));
    }

    void leave(LabPort port, PKey partition) {
        broadcast(partition).ifPresent(group -> group.members().remove(port));
        removeUnwanted();
    }

    /** Ports that are gone are members of nothing (osm_drop_mgr.c). */
    void keepMembers(Collection<LabPort> ports) {
        Set<LabPort> there = Set.copyOf(ports);
        groups.values().forEach(group -> group.members().retainAll(there));
        removeUnwanted();
    }

    /** Without any member: the process begins to be master, or its port is down (state_mgr_sa_clean). */
    void forgetMembers() {
        keepMembers(List.of());
    }
}
