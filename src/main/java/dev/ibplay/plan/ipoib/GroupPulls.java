package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;

/** Names the interfaces whose MTU goes with a group that is made anew, although no step of the plan says so. */
public final class GroupPulls {
    private final Observed observed;
    private final Map<FabricFacts, Map<Integer, Mtu>> coming;
    private final PlanDraft draft;

    public GroupPulls(Observed observed, Map<FabricFacts, Map<Integer, Mtu>> coming, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
    }

    /**
     * Warns of those that are cut, and notes those that rise.
     *
     * @param planned the MTU that the plan gives an interface, by host and name
     * @param leavesFirst whether an interface goes to connected mode before
     */
    public void tell(BiFunction<String, String, Optional<Integer>> planned, BiPredicate<String, String> leavesFirst) {
        observed.hosts().values().stream()
                // ESXi and Windows move nothing by themselves.
                .filter(host -> host.esxi().isEmpty() && host.windows().isEmpty())
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces().stream()
                        // One that has not joined the group, as one that is down, stays as it is.
                        .filter(found -> found.carrier() && !leavesFirst.test(host.host(), found.name()))
                        // A bond stays where it is when its slaves go (bond_main.c: bond_slave_netdev_event).
                        .filter(found ->
                                host.network().links().bond(found.name()).isEmpty())
                        .forEach(found -> observed.fabricOf(host, found)
                                .ifPresent(fabric -> tell(planned, fabric, host.host(), found))));
    }

    private void tell(
            BiFunction<String, String, Optional<Integer>> planned,
            FabricFacts fabric,
            String host,
            IpoibObserved found) {
        Optional<Mtu> group = Optional.ofNullable(
                coming.getOrDefault(fabric, Map.of()).get(found.partition().base()));
        GroupPull.of(found, fabric.groupMtu(found.partition()), group)
                .filter(pull -> planned.apply(host, found.name())
                        .filter(mtu -> pull.rises() || mtu <= pull.to())
                        .isEmpty())
                .ifPresent(pull -> draft.diagnostics.add(diagnostic(host, found, pull)));
    }

    private static Diagnostic diagnostic(String host, IpoibObserved found, GroupPull pull) {
        var location = new Location.OnHost(host, Optional.empty(), Optional.empty());
        String message = "%s will %s from %d to %d by itself when the group of P_Key %s is made anew"
                .formatted(found.name(), pull.rises() ? "rise" : "be cut", pull.from(), pull.to(), found.partition());
        return pull.rises()
                ? Diagnostic.note(Code.MTU_RISES, location, message)
                : Diagnostic.warning(Code.MTU_CUT, location, message);
    }
}
