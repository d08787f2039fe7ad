package dev.ibplay.plan.mlnxos;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.MlnxosObserved;
import dev.ibplay.facts.SwitchPartitionObserved;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.opensm.MemberPorts;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.plan.opensm.SubnetManagerHost;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;

/** Makes of a managed switch what the planner of its fabric takes for a subnet manager like others. */
public final class SwitchManagers {
    private final Observed observed;
    private final PlanDraft draft;

    /**
     * Looks at switches.
     *
     * @param observed with the switches' places ({@link SwitchPlaces#placed})
     */
    public SwitchManagers(Observed observed, PlanDraft draft) {
        this.observed = observed;
        this.draft = draft;
    }

    /** Nothing where that is refused. */
    public Optional<SubnetManagerHost> plan(HostFacts host, SubnetManager wanted, boolean changeable) {
        Optional<MlnxosObserved> its = host.mlnxos();
        if (its.isEmpty() || !new SwitchLimits(host.host(), wanted, draft).allow()) {
            return Optional.empty();
        }
        Optional<PortGuid> port = SwitchPlaces.port(host, observed);
        Optional<FabricFacts> fabric = port.flatMap(observed::fabricOf);
        if (port.isEmpty() || fabric.isEmpty()) {
            unplaced(host, wanted, port);
            return Optional.empty();
        }
        List<SwitchPartitionObserved> found = partitions(host.host(), wanted, its.get());
        SubnetManager readable = isUnreadable(wanted, its.get()) ? wanted.withPartitions(List.of()) : wanted;
        OpensmFiles now = new SwitchPartitions(host.host(), found, wanted.withPartitions(List.of())).files();
        SubnetManager resolved = new MemberPorts(host.host(), fabric.get(), observed, draft)
                .resolve(readable, Optional.of(now.meaning()));
        List<Partition> said = resolved.partitions().stream()
                .map(partition -> SwitchMembers.of(partition, port.get()))
                .toList();
        return Optional.of(new SwitchManager(
                        host.host(), its.get(), resolved.withPartitions(said), found, port.get(), fabric.get(), draft)
                .made(changeable));
    }

    private void unplaced(HostFacts host, SubnetManager wanted, Optional<PortGuid> port) {
        String why = observed.fabrics().isEmpty()
                ? "no host could query a fabric"
                : port.map(guid -> "its port %s is in no fabric that was queried".formatted(guid))
                        .orElseGet(() -> SwitchPlaces.why(host, observed));
        draft.refuse(
                Code.FABRIC_UNKNOWN,
                host.host(),
                wanted.span(),
                "which switch of which fabric %s is cannot be told: %s".formatted(host.host(), why),
                "give the GUID of its node in the inventory (ibplay_port_guids), and let a host of its fabric be in the play");
    }

    private static boolean wantsPartitions(SubnetManager wanted) {
        return !wanted.partitions().isEmpty() || wanted.isExclusive();
    }

    private static boolean isUnreadable(SubnetManager wanted, MlnxosObserved its) {
        return wantsPartitions(wanted) && unread(its).isPresent();
    }

    private static Optional<String> unread(MlnxosObserved its) {
        return switch (its.partitions()) {
            case Fact.Known<List<SwitchPartitionObserved>> known ->
                known.value().stream()
                        .flatMap(p -> SwitchPartition.unread(p).map(why -> p.name() + ": " + why).stream())
                        .findFirst();
            case Fact.Absent<List<SwitchPartitionObserved>> ignored -> Optional.of("there are none");
            case Fact.Unreadable<List<SwitchPartitionObserved>> unreadable -> Optional.of(unreadable.because());
        };
    }

    /** Those that could be read; where one could not, and any is to be changed, that is refused. */
    private List<SwitchPartitionObserved> partitions(String host, SubnetManager wanted, MlnxosObserved its) {
        unread(its)
                .filter(why -> wantsPartitions(wanted))
                .ifPresent(why -> draft.refuse(
                        Code.OPENSM_UNREADABLE,
                        host,
                        wanted.span(),
                        "the partitions of %s cannot be read: %s".formatted(host, why),
                        "look at \"show ib partition\" on the switch"));
        return its.partitions().ifKnown().orElse(List.of());
    }
}
