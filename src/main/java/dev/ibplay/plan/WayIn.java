package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.ManagementRoute;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Watches for changes of what the controller's own connections depend on. */
final class WayIn {
    private final PlanDraft draft;

    WayIn(PlanDraft draft) {
        this.draft = draft;
    }

    /** The way back from a host to the controller, where it may run over this interface. */
    static Optional<ManagementRoute> over(HostFacts host, String interfaceName) {
        return host.network().route().ifKnown().filter(route -> route.runsOver(interfaceName));
    }

    /** Whether an interface may be changed: only under a guard where the way in runs over it. The plan says so. */
    boolean allows(ChosenInterface chosen, Optional<Duration> window) {
        if (window.isEmpty() && chosen.facts().network().route() instanceof Fact.Unreadable<ManagementRoute> unknown) {
            draft.warn(
                    Code.WAY_IN,
                    chosen.host(),
                    chosen.wanted().span(),
                    "whether the way to this host runs over %s could not be read: %s"
                            .formatted(chosen.name(), unknown.because()),
                    "leave \"confirm: none\" out: the host then takes the change back if it cuts the connection");
        }
        Optional<ManagementRoute> route = over(chosen.facts(), chosen.name());
        if (route.isEmpty()) {
            return true;
        }
        String way = "the way to this host runs over %s (it answers %s through it)"
                .formatted(chosen.name(), route.get().peer());
        if (window.isEmpty()) {
            draft.refuse(
                    Code.WAY_IN,
                    chosen.host(),
                    chosen.wanted().span(),
                    way + ", and \"confirm: none\" leaves no way back",
                    "leave confirm out: the host then takes the change back if it cuts the connection");
            return false;
        }
        draft.warn(
                Code.WAY_IN,
                chosen.host(),
                chosen.wanted().span(),
                "%s; if the change cuts it, the host takes it back after %d s"
                        .formatted(way, window.get().toSeconds()));
        return true;
    }

    /**
     * Looks for hosts that are reached over IPoIB in a partition whose group is made anew or whose members change: their
     * connections stand still meanwhile, or end. A subnet manager that is itself reached so could not be brought back.
     *
     * @param partitions those, by the low 15 bits of their P_Keys
     */
    void overFabric(FabricFacts fabric, List<SubnetManagerHost> managers, Set<Integer> partitions, Observed observed) {
        if (partitions.isEmpty()) {
            return;
        }
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces().stream()
                        .filter(found -> over(host, found.name()).isPresent())
                        .filter(found ->
                                partitions.contains(GroupCuts.partitionOf(found).base()))
                        .filter(found -> observed.fabricOf(host, found).equals(Optional.of(fabric)))
                        .findFirst()
                        .ifPresent(found -> overPartition(host, found, managers)));
    }

    private void overPartition(HostFacts host, IpoibObserved found, List<SubnetManagerHost> managers) {
        String way = "the way to this host runs over %s in P_Key %s, whose group or members change"
                .formatted(found.name(), GroupCuts.partitionOf(found));
        Optional<SubnetManagerHost> manager = managers.stream()
                .filter(m -> m.host().equals(host.host()) && m.changeable())
                .findFirst();
        if (manager.isPresent()) {
            draft.refuse(
                    Code.WAY_IN,
                    host.host(),
                    manager.get().wanted().span(),
                    way + ": if that goes wrong nobody gets in to put it right",
                    "reach the hosts of the subnet managers over another network (ansible_host)");
        } else {
            draft.diagnostics.add(Diagnostic.warning(
                    Code.WAY_IN,
                    new Location.OnHost(host.host(), Optional.empty(), Optional.empty()),
                    way + ": its connections stand still meanwhile"));
        }
    }
}
