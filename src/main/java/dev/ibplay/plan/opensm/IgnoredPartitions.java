package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.PlanDraft;
import java.util.List;

/** Tells of switches whose partitions count for nothing, since the master is one that no play manages. */
final class IgnoredPartitions {
    private IgnoredPartitions() {}

    static void report(FabricFacts fabric, List<SubnetManagerHost> managers, PlanDraft draft) {
        List<PortGuid> foreign = fabric.masters().stream()
                .filter(port -> managers.stream().noneMatch(m -> m.port().equals(port)))
                .toList();
        managers.stream()
                .filter(m ->
                        m.commands().isPresent() && !m.wanted().partitions().isEmpty())
                .forEach(m -> foreign.forEach(port -> draft.warn(
                        Code.FOREIGN_SUBNET_MANAGER,
                        m.host(),
                        m.wanted().span(),
                        "the partitions of %s are ignored while %s, which no play manages, is master"
                                .formatted(m.host(), fabric.fabric().nameOf(port)),
                        "describe them where that one is configured, or give %s a higher priority"
                                .formatted(m.host()))));
    }
}
