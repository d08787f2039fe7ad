package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Names the interfaces that nobody shrinks before their group does: the kernel cuts their MTU by itself when they join the
 * new group (ipoib_multicast.c: ipoib_mcast_join_finish).
 */
public final class GroupCuts {
    private final Observed observed;
    private final Map<FabricFacts, Map<Integer, Mtu>> coming;
    private final PlanDraft draft;

    public GroupCuts(Observed observed, Map<FabricFacts, Map<Integer, Mtu>> coming, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
    }

    /**
     * Warns of them.
     *
     * @param planned the MTU that the plan gives an interface, by host and name
     */
    public void warn(BiFunction<String, String, Optional<Integer>> planned) {
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces()
                        .forEach(found -> observed.fabricOf(host, found)
                                .ifPresent(fabric -> warn(planned, fabric, host.host(), found))));
    }

    private void warn(
            BiFunction<String, String, Optional<Integer>> planned,
            FabricFacts fabric,
            String host,
            IpoibObserved found) {
        Optional<Mtu> group = Optional.ofNullable(
                coming.getOrDefault(fabric, Map.of()).get(found.partition().base()));
        boolean datagram = found.mode().ifKnown().orElse(IpoibMode.DATAGRAM) == IpoibMode.DATAGRAM;
        if (group.isEmpty()
                || !datagram
                || planned.apply(host, found.name())
                        .filter(mtu -> mtu <= group.get().ipoibDatagramBytes())
                        .isPresent()) {
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
                                .formatted(found.name(), mtu, most, found.partition()))));
    }
}
