package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import java.util.List;
import java.util.Map;

/** Finds subnet managers of a fabric that no play manages: in switches, on hosts that could not be read, or unknown ones. */
final class ForeignManagers {
    private final FabricFacts fabric;
    private final List<SubnetManagerHost> managers;
    private final Observed observed;
    private final PlanDraft draft;

    ForeignManagers(FabricFacts fabric, List<SubnetManagerHost> managers, Observed observed, PlanDraft draft) {
        this.fabric = fabric;
        this.managers = managers;
        this.observed = observed;
        this.draft = draft;
    }

    /** The ports of those that are not known to be idle, in order. */
    static List<PortGuid> ports(FabricFacts fabric, List<SubnetManagerHost> managers) {
        return fabric.subnetManagers().entrySet().stream()
                .filter(e -> managers.stream().noneMatch(m -> m.port().equals(e.getKey())))
                .filter(e -> e.getValue()
                        .ifKnown()
                        .filter(info -> info.state() == SmState.NOT_ACTIVE)
                        .isEmpty())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    /**
     * Refuses what such a subnet manager would spoil.
     *
     * @param best the managed one that is to be master
     * @param partitions whether the plan changes partitions, which every subnet manager must know
     */
    void refuse(SubnetManagerHost best, boolean partitions) {
        for (PortGuid port : ports(fabric, managers)) {
            Fact<SmInfo> fact = fabric.subnetManagers().getOrDefault(port, new Fact.Absent<>());
            if (partitions) {
                refuse(
                        best,
                        "the subnet manager %s, which no play manages, keeps its own partitions".formatted(who(port)),
                        "it would bring the old partitions back when it takes over: " + remedy(port));
            } else if (fact instanceof Fact.Unreadable<SmInfo> unreadable) {
                draft.warn(
                        Code.FOREIGN_SUBNET_MANAGER,
                        best.host(),
                        best.wanted().span(),
                        "whether the subnet manager %s would win over %s is not known: %s"
                                .formatted(who(port), best.host(), unreadable.because()));
            } else {
                fact.ifKnown()
                        .filter(info -> new Candidate(info.priority(), port).beats(best.candidate()))
                        .ifPresent(info -> refuse(
                                best,
                                "the subnet manager %s, which no play manages, has priority %d and would win over %s with %d"
                                        .formatted(
                                                who(port),
                                                info.priority(),
                                                best.host(),
                                                best.comingPriority().orElse(0)),
                                remedy(port) + ", or give " + best.host() + " a higher priority"));
            }
        }
    }

    private String who(PortGuid port) {
        String node = fabric.port(port)
                .map(fabric.fabric()::nameOf)
                .map(name -> " (" + name + ")")
                .orElse("");
        return observed.hostOf(port)
                        .map(host -> "of " + host.host())
                        .orElse(isSwitch(port) ? "in the switch" : "at port")
                + " " + port + node;
    }

    private String remedy(PortGuid port) {
        return observed.hostOf(port)
                .map(host -> "add " + host.host() + " to the play")
                .orElse(
                        isSwitch(port)
                                ? "switch it off in the switch"
                                : "add its host to the inventory and the play, or stop it");
    }

    private boolean isSwitch(PortGuid port) {
        return fabric.port(port)
                .map(fabric.fabric()::typeOf)
                .filter(type -> type == NodeType.SWITCH)
                .isPresent();
    }

    private void refuse(SubnetManagerHost best, String message, String hint) {
        draft.refuse(Code.FOREIGN_SUBNET_MANAGER, best.host(), best.wanted().span(), message, hint);
    }
}
