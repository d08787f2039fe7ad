package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.PlanSettings;
import dev.ibplay.plan.driver.DriverPlanner;
import dev.ibplay.plan.ipoib.ComingGroups;
import dev.ibplay.plan.ipoib.GroupCuts;
import dev.ibplay.plan.ipoib.IpoibInterfacePlanner;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.plan.opensm.PartitionWayIn;
import dev.ibplay.plan.opensm.SubnetManagerHost;
import dev.ibplay.plan.opensm.SubnetManagerPlanner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes the plan: subnet managers by fabric first, since what the groups will be decides what interfaces may be. */
public final class Planner {
    private final Observed observed;
    private final PlanDraft draft;

    private Optional<Undoing> undoing = Optional.empty();

    private Planner(Observed observed, PlanSettings settings) {
        this.observed = observed;
        this.draft = new PlanDraft(settings);
    }

    /** The plan for the hosts that could be asked; the others are the run's business. */
    public static Plan plan(List<DesiredHost> desired, Observed observed, PlanSettings settings) {
        return new Planner(observed, settings).make(desired);
    }

    /** The plan that undoes an earlier run. */
    public static Plan undo(Restoration restoration, Observed observed, FoundFiles found, PlanSettings settings) {
        var planner = new Planner(observed, settings);
        var undoing = new Undoing(restoration, observed, found, planner.draft);
        planner.undoing = Optional.of(undoing);
        return planner.make(undoing.desired());
    }

    private Plan make(List<DesiredHost> desired) {
        DriverPlanner drivers = drivers(desired);
        Map<FabricFacts, Map<Integer, Mtu>> coming = new LinkedHashMap<>();
        Map<FabricFacts, Map<Integer, String>> held = new LinkedHashMap<>();
        Map<FabricFacts, Map<PortGuid, Set<PKey>>> tables = new LinkedHashMap<>();
        subnetManagers(desired).forEach((fabric, managers) -> {
            var planner = new SubnetManagerPlanner(fabric, managers, drivers.waiting(), draft);
            coming.put(fabric, planner.plan());
            held.put(fabric, planner.held());
            tables.put(fabric, planner.comingTables());
            new PartitionWayIn(draft).over(fabric, managers, planner.touched(), observed);
        });
        var interfaces =
                new IpoibInterfacePlanner(observed, new ComingGroups(coming, held, tables), drivers.waiting(), draft);
        for (DesiredHost host : desired) {
            HostFacts facts = observed.hosts().get(host.host());
            if (facts != null) {
                undoing.ifPresent(u -> u.refuseMoved(host, facts));
                host.wanted().forEach(w -> perHost(interfaces, host, facts, w));
                undoing.ifPresent(u -> u.files(host, interfaces));
            }
        }
        interfaces.finish();
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(new GuardFindings(draft)::report);
        new GroupCuts(observed, coming, draft).warn(interfaces::planned);
        refuseBlindFabricSteps(desired);
        return draft.finished();
    }

    private DriverPlanner drivers(List<DesiredHost> desired) {
        var drivers = new DriverPlanner(draft);
        for (DesiredHost host : desired) {
            HostFacts facts = observed.hosts().get(host.host());
            if (facts != null) {
                host.wanted().stream()
                        .filter(w -> w.resource() instanceof DriverOptions)
                        .forEach(w -> drivers.plan(w.play(), facts, (DriverOptions) w.resource(), w.changeable()));
            }
        }
        return drivers;
    }

    /** A fabric is not changed while one of its subnet managers could not be read: it may bring the old state back. */
    private void refuseBlindFabricSteps(List<DesiredHost> desired) {
        if (draft.fabric.isEmpty()) {
            return;
        }
        for (DesiredHost host : desired) {
            if (!observed.hosts().containsKey(host.host())) {
                host.all(SubnetManager.class)
                        .forEach(wanted -> draft.refuse(
                                Code.SUBNET_MANAGER_UNREADABLE,
                                host.host(),
                                wanted.span(),
                                "this subnet manager could not be read, so the others are not changed",
                                "make the host reachable, or take it out of the play"));
            }
        }
    }

    private void perHost(
            IpoibInterfacePlanner interfaces, DesiredHost host, HostFacts facts, DesiredHost.Wanted wanted) {
        switch (wanted.resource()) {
            case IpoibInterface ipoib -> interfaces.plan(wanted.play(), facts, ipoib, wanted.changeable());
            case SubnetManager ignored -> {} // planned with its fabric
            case DriverOptions ignored -> {} // planned first: what waits for a reboot holds others
            case VirtualSwitch vswitch -> unsupported(host.host(), vswitch);
            case VmkernelInterface vmkernel -> unsupported(host.host(), vmkernel);
        }
    }

    private void unsupported(String host, Resource resource) {
        draft.unsupported.put(host, resource.key() + " is not supported yet");
    }

    private Map<FabricFacts, List<SubnetManagerHost>> subnetManagers(List<DesiredHost> desired) {
        Map<FabricFacts, List<SubnetManagerHost>> byFabric = new LinkedHashMap<>();
        for (DesiredHost host : desired) {
            HostFacts facts = observed.hosts().get(host.host());
            if (facts != null) {
                // Where tags leave out one of two plays on a host, the one that is left counts.
                boolean changes =
                        host.wanted().stream().anyMatch(w -> w.resource() instanceof SubnetManager && w.changeable());
                for (DesiredHost.Wanted wanted : host.wanted()) {
                    if (wanted.resource() instanceof SubnetManager opensm && wanted.changeable() == changes) {
                        subnetManager(facts, opensm, wanted.changeable())
                                .ifPresent(m -> byFabric.computeIfAbsent(m.fabric(), f -> new ArrayList<>())
                                        .add(m));
                    }
                }
            }
        }
        return byFabric;
    }

    private Optional<SubnetManagerHost> subnetManager(HostFacts host, SubnetManager wanted, boolean changeable) {
        Optional<OpensmInstance> opensm = opensm(host, wanted);
        Optional<FabricFacts> fabric = observed.onlyFabricOf(host);
        if (opensm.isPresent() && fabric.isEmpty()) {
            draft.refuse(
                    Code.FABRIC_UNKNOWN,
                    host.host(),
                    wanted.span(),
                    "the fabric of this host could not be queried, so its subnet manager cannot be changed safely"
                            + Optional.ofNullable(observed.silent().get(host.host()))
                                    .map(why -> ": " + why)
                                    .orElse(""),
                    "its port must be Active, and some host of the fabric must have a umad device and the rights to use it");
        }
        Optional<PortGuid> port = fabric.flatMap(f -> Observed.subnetManagerPort(host, f));
        if (opensm.isEmpty() || fabric.isEmpty() || port.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new SubnetManagerHost(
                host.host(),
                changeable,
                wanted,
                opensm.get(),
                undoing.flatMap(u -> u.opensm(host.host()))
                        .orElseGet(() -> OpensmFiles.of(host.host(), wanted, opensm.get())),
                fabric.get(),
                port.get(),
                Optional.ofNullable(fabric.get().subnetManagers().get(port.get()))
                        .flatMap(Fact::ifKnown)));
    }

    private Optional<OpensmInstance> opensm(HostFacts facts, SubnetManager wanted) {
        return switch (facts.opensm()) {
            case Fact.Absent<OpensmObserved> ignored -> {
                draft.refuse(
                        Code.OPENSM_MISSING,
                        facts.host(),
                        wanted.span(),
                        "OpenSM is not installed on this host",
                        "install it, or take the host out of the play");
                yield Optional.empty();
            }
            case Fact.Unreadable<OpensmObserved> unreadable -> {
                draft.refuse(
                        Code.OPENSM_UNREADABLE,
                        facts.host(),
                        wanted.span(),
                        "OpenSM cannot be looked at: " + unreadable.because(),
                        "\"become: true\" may be missing");
                yield Optional.empty();
            }
            case Fact.Known<OpensmObserved> known -> {
                if (known.value().instances().size() > 1) {
                    draft.refuse(
                            Code.OPENSM_SEVERAL,
                            facts.host(),
                            wanted.span(),
                            known.value().instances().size() + " OpenSM instances run on this host",
                            "choosing one by port or fabric is not supported yet");
                    yield Optional.empty();
                }
                yield known.value().instances().stream().findFirst();
            }
        };
    }
}
