package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Watches for hosts that are reached over a partition which is to be changed. */
public final class PartitionWayIn {
    private final PlanDraft draft;

    public PartitionWayIn(PlanDraft draft) {
        this.draft = draft;
    }

    /**
     * Looks for hosts that are reached over IPoIB in a partition whose group is made anew or whose members change: their
     * connections stand still meanwhile, or end. A subnet manager that is itself reached so could not be brought back.
     *
     * @param partitions those, by the low 15 bits of their P_Keys
     */
    public void over(FabricFacts fabric, List<SubnetManagerHost> managers, Set<Integer> partitions, Observed observed) {
        if (partitions.isEmpty()) {
            return;
        }
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> host.interfaces().stream()
                        .filter(found -> host.wayInOver(found.name()).isPresent())
                        .filter(found -> partitions.contains(found.partition().base()))
                        .filter(found -> observed.fabricOf(host, found).equals(Optional.of(fabric)))
                        .findFirst()
                        .ifPresent(found -> overPartition(host, found, managers)));
    }

    private void overPartition(HostFacts host, IpoibObserved found, List<SubnetManagerHost> managers) {
        String way = "the way to this host runs over %s in P_Key %s, whose group or members change"
                .formatted(found.name(), found.partition());
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
