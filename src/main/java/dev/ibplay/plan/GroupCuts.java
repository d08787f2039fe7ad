package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.WantedMtu;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names the interfaces that nobody shrinks before their group does: the kernel cuts their MTU by itself when they join the
 * new group (ipoib_multicast.c: ipoib_mcast_join_finish).
 */
final class GroupCuts {
    private final Observed observed;
    private final Map<FabricFacts, Map<Integer, Mtu>> coming;
    private final PlanDraft draft;

    GroupCuts(Observed observed, Map<FabricFacts, Map<Integer, Mtu>> coming, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
    }

    /** The partition that an interface is in; Default where the kernel does not say. */
    static PKey partitionOf(IpoibObserved found) {
        return found.pkey().ifKnown().orElse(PKey.DEFAULT.asFullMember());
    }

    /** The MTU of a partition's group as it is now. */
    static Optional<Mtu> groupNow(FabricFacts fabric, PKey pkey) {
        return fabric.groups()
                .getOrDefault(pkey.base(), new Fact.Absent<>())
                .ifKnown()
                .flatMap(McMemberRecord::mtu);
    }

    void warn(List<DesiredHost> desired) {
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> observed.onlyFabricOf(host)
                        .ifPresent(fabric ->
                                host.interfaces().forEach(found -> warn(desired, fabric, host.host(), found))));
    }

    private void warn(List<DesiredHost> desired, FabricFacts fabric, String host, IpoibObserved found) {
        Optional<Mtu> group = Optional.ofNullable(
                coming.getOrDefault(fabric, Map.of()).get(partitionOf(found).base()));
        boolean datagram = found.mode().ifKnown().orElse(IpoibMode.DATAGRAM) == IpoibMode.DATAGRAM;
        if (group.isEmpty()
                || !datagram
                || isShrunk(desired, host, found.name(), group.get().ipoibDatagramBytes())) {
            return;
        }
        int most = group.get().ipoibDatagramBytes();
        found.mtu()
                .ifKnown()
                .filter(mtu -> mtu > most)
                .ifPresent(mtu -> draft.diagnostics.add(Diagnostic.warning(
                        Code.MTU_CUT,
                        new Location.OnHost(host, Optional.empty(), Optional.empty()),
                        "%s will be cut from %d to %d by itself when the group of P_Key %s is made anew"
                                .formatted(found.name(), mtu, most, partitionOf(found)))));
    }

    private static boolean isShrunk(List<DesiredHost> desired, String host, String name, int most) {
        return desired.stream()
                .filter(h -> h.host().equals(host))
                .flatMap(h -> h.wanted().stream())
                .filter(DesiredHost.Wanted::changeable)
                .map(DesiredHost.Wanted::resource)
                .filter(IpoibInterface.class::isInstance)
                .map(IpoibInterface.class::cast)
                .filter(i -> i.name().equals(name))
                .flatMap(i -> i.mtu().stream())
                .anyMatch(mtu -> switch (mtu.value()) {
                    case WantedMtu.Bytes fixed -> fixed.bytes() <= most;
                    case WantedMtu.OfGroup ignored -> true;
                });
    }
}
