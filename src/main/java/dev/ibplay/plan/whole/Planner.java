package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Elsewhere;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.PlanSettings;
import dev.ibplay.plan.Waiting;
import dev.ibplay.plan.chain.MtuFindings;
import dev.ibplay.plan.driver.DriverPlanner;
import dev.ibplay.plan.esxi.ModuleParameterPlanner;
import dev.ibplay.plan.esxi.VirtualNetworkPlanner;
import dev.ibplay.plan.interfaces.ComingGroups;
import dev.ibplay.plan.ipoib.GroupPulls;
import dev.ibplay.plan.ipoib.IpoibInterfacePlanner;
import dev.ibplay.plan.mlnxos.SwitchHosts;
import dev.ibplay.plan.mlnxos.SwitchManagers;
import dev.ibplay.plan.mlnxos.SwitchPlaces;
import dev.ibplay.plan.opensm.FabricSafety;
import dev.ibplay.plan.opensm.InstanceChoice;
import dev.ibplay.plan.opensm.MemberPorts;
import dev.ibplay.plan.opensm.OpensmFiles;
import dev.ibplay.plan.opensm.PartitionWayIn;
import dev.ibplay.plan.opensm.SharedFiles;
import dev.ibplay.plan.opensm.SubnetManagerHost;
import dev.ibplay.plan.opensm.SubnetManagerPlanner;
import dev.ibplay.plan.opensm.VerifyOnly;
import dev.ibplay.plan.windows.WindowsPlanner;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the plan: subnet managers by fabric first, since what the groups will be decides what interfaces may be. */
public final class Planner {
    private static final String NO_MODULES =
            " has no module whose options could be set: what its driver is told of the MTU goes with mtu of ipoib";

    private final Observed observed;
    private final PlanDraft draft;

    private Optional<Undoing> undoing = Optional.empty();

    private Elsewhere elsewhere = Elsewhere.NOTHING;

    private Planner(Observed observed, PlanSettings settings) {
        this.observed = SwitchPlaces.placed(observed);
        this.draft = new PlanDraft(settings);
    }

    /** The plan for the hosts that could be asked; the others are the run's business. */
    public static Plan plan(List<DesiredHost> desired, Observed observed, PlanSettings settings) {
        return plan(desired, observed, Elsewhere.NOTHING, settings);
    }

    /** The same, where other controllers have further hosts of the job. */
    public static Plan plan(List<DesiredHost> desired, Observed observed, Elsewhere elsewhere, PlanSettings settings) {
        var planner = new Planner(observed, settings);
        planner.elsewhere = elsewhere;
        return planner.make(new SwitchHosts(planner.observed, planner.draft).possible(desired));
    }

    /** What other controllers have to know of these hosts when they plan the fabrics of the same job. */
    public static Elsewhere found(List<DesiredHost> desired, Observed observed, PlanSettings settings) {
        var planner = new Planner(observed, settings);
        List<DesiredHost> possible = new SwitchHosts(planner.observed, planner.draft).possible(desired);
        return new Elsewhere(planner.unread(possible), planner.portsInUse(possible), planner.drivers(possible));
    }

    /** The plan that undoes an earlier run. */
    public static Plan undo(Restoration restoration, Observed observed, FoundFiles found, PlanSettings settings) {
        var planner = new Planner(observed, settings);
        var undoing = new Undoing(restoration, observed, found, planner.draft);
        planner.undoing = Optional.of(undoing);
        WindowsRemains.tell(restoration, planner.draft);
        return planner.make(undoing.desired());
    }

    private Plan make(List<DesiredHost> desired) {
        Elsewhere all = new Elsewhere(unread(desired), portsInUse(desired), drivers(desired)).and(elsewhere);
        Map<PortGuid, String> waiting = all.waiting();
        Map<FabricFacts, Map<Integer, Mtu>> coming = new LinkedHashMap<>();
        Map<FabricFacts, Map<Integer, Waiting>> held = new LinkedHashMap<>();
        Map<FabricFacts, Map<PortGuid, Set<PKey>>> tables = new LinkedHashMap<>();
        subnetManagers(desired).forEach((fabric, managers) -> {
            var planner = new SubnetManagerPlanner(fabric, managers, observed, all, draft);
            coming.put(fabric, planner.plan());
            held.put(fabric, planner.held());
            tables.put(fabric, planner.comingTables());
            new PartitionWayIn(draft).over(fabric, managers, planner.touched(), observed);
        });
        observed.fabrics().stream()
                .filter(fabric -> !coming.containsKey(fabric))
                .forEach(fabric -> FabricSafety.unmanaged(fabric, draft));
        ComingGroups groups = new ComingGroups(coming, held, tables);
        var interfaces = new IpoibInterfacePlanner(observed, groups, waiting, draft);
        var virtual = new VirtualNetworkPlanner(observed, groups, waiting, draft);
        var windows = new WindowsPlanner(observed, groups, draft);
        for (DesiredHost host : desired) {
            HostFacts facts = observed.hosts().get(host.host());
            if (facts != null) {
                undoing.ifPresent(u -> u.refuseMoved(host, facts));
                undoing.ifPresent(u -> u.refuseMovedSettings(host, facts));
                host.wanted().forEach(w -> perHost(interfaces, windows, facts, w));
                virtual.plan(host, facts);
                undoing.ifPresent(u -> u.files(host, interfaces));
            }
        }
        interfaces.finish();
        virtual.finish();
        windows.finish();
        windows.tellOfLosses();
        virtual.tellOfLosses();
        observed.hosts().values().stream()
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(new GuardFindings(draft)::report);
        new GroupPulls(observed, coming, draft).tell(interfaces::planned, interfaces::leavesFirst);
        draft.diagnostics.addAll(MtuFindings.unequal(
                observed,
                (host, name) -> interfaces
                        .planned(host, name)
                        .or(() -> virtual.planned(host, name))
                        .or(() -> windows.planned(host, name))));
        refuseBlindFabricSteps(desired);
        return draft.finished();
    }

    /** The ports of hosts whose IPoIB interfaces plays describe. */
    private Set<PortGuid> portsInUse(List<DesiredHost> desired) {
        return desired.stream()
                .filter(Planner::hasInterfaces)
                .flatMap(host -> Optional.ofNullable(observed.hosts().get(host.host())).stream())
                .flatMap(host -> host.ports().stream())
                .flatMap(port -> port.guid().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static boolean hasInterfaces(DesiredHost host) {
        return !host.all(IpoibInterface.class).isEmpty()
                || !host.all(VirtualSwitch.class).isEmpty()
                || !host.all(VmkernelInterface.class).isEmpty();
    }

    /** Plans the drivers, and gives the ports that wait for theirs, with their host. */
    private Map<PortGuid, String> drivers(List<DesiredHost> desired) {
        var drivers = new DriverPlanner(draft);
        var modules = new ModuleParameterPlanner(observed, draft);
        for (DesiredHost host : desired) {
            HostFacts facts = observed.hosts().get(host.host());
            if (facts != null) {
                host.wanted().stream()
                        .filter(w -> w.resource() instanceof DriverOptions)
                        .forEach(w -> driver(drivers, modules, facts, w));
            }
        }
        Map<PortGuid, String> waiting = new HashMap<>(drivers.waiting());
        waiting.putAll(modules.waiting());
        return Map.copyOf(waiting);
    }

    private void driver(
            DriverPlanner drivers, ModuleParameterPlanner modules, HostFacts facts, DesiredHost.Wanted wanted) {
        DriverOptions options = (DriverOptions) wanted.resource();
        switch (facts.system().kind()) {
            case LINUX -> drivers.plan(wanted.play(), facts, options, wanted.changeable());
            case ESXI -> modules.plan(wanted.play(), facts, options, wanted.changeable());
            case WINDOWS -> draft.notSupported(facts.host(), facts.system().name() + NO_MODULES);
            case MLNXOS -> onlyOpensm(facts);
        }
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

    /** Hosts that could not be read, and whose interfaces may be above what a group is to be lowered to. */
    private Set<String> unread(List<DesiredHost> desired) {
        return desired.stream()
                .filter(host -> !observed.hosts().containsKey(host.host()))
                .filter(host -> host.all(IpoibInterface.class).stream().anyMatch(wanted -> !wanted.isUnwanted())
                        || !host.all(VirtualSwitch.class).isEmpty()
                        || !host.all(VmkernelInterface.class).isEmpty())
                .map(DesiredHost::host)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void perHost(
            IpoibInterfacePlanner interfaces, WindowsPlanner windows, HostFacts facts, DesiredHost.Wanted wanted) {
        switch (wanted.resource()) {
            case IpoibInterface ipoib -> {
                switch (facts.system().kind()) {
                    case LINUX -> interfaces.plan(wanted.play(), facts, ipoib, wanted.changeable());
                    case ESXI -> refuseInterface(facts, ipoib);
                    case WINDOWS -> windows.plan(wanted.play(), facts, ipoib, wanted.changeable());
                    case MLNXOS -> onlyOpensm(facts);
                }
            }
            case SubnetManager ignored -> {} // planned with its fabric
            case DriverOptions ignored -> {} // planned first: what waits for a reboot holds others
            case VirtualSwitch ignored -> {} // planned with all of its host
            case VmkernelInterface ignored -> {} // the same
        }
    }

    private void onlyOpensm(HostFacts facts) {
        draft.notSupported(facts.host(), "of a managed switch nothing but its subnet manager (opensm) can be set");
    }

    /** ESXi has no IPoIB interfaces of its own: it has vSwitches and VMkernel interfaces above its IPoIB. */
    private void refuseInterface(HostFacts facts, IpoibInterface wanted) {
        draft.refuse(
                Code.INTERFACE_MISSING,
                facts.host(),
                wanted.span(),
                "ESXi has no interface %s to be set: what its IPoIB carries is a matter of vSwitch and VMkernel interface"
                        .formatted(wanted.name()),
                "describe them: vswitch: {vSwitch1: {mtu: 2044}} and vmkernel: {vmk1: {mtu: 2044}}");
    }

    private Map<FabricFacts, List<SubnetManagerHost>> subnetManagers(List<DesiredHost> desired) {
        Map<FabricFacts, List<SubnetManagerHost>> byFabric = new LinkedHashMap<>();
        for (DesiredHost host : desired) {
            HostFacts facts = observed.hosts().get(host.host());
            if (facts != null) {
                host.wanted().stream()
                        .filter(w -> w.resource() instanceof SubnetManager && counts(host, w))
                        .flatMap(w -> subnetManagers(facts, (SubnetManager) w.resource(), w.changeable()).stream())
                        .forEach(m -> add(byFabric.computeIfAbsent(m.fabric(), f -> new ArrayList<>()), m));
            }
        }
        List<SubnetManagerHost> settled = SharedFiles.settle(
                byFabric.values().stream().flatMap(List::stream).toList(), draft);
        byFabric.replaceAll((fabric, ignored) ->
                settled.stream().filter(m -> m.fabric().equals(fabric)).toList());
        return byFabric;
    }

    /** Where tags leave out one of two plays on an OpenSM, the one that is left counts. */
    private static boolean counts(DesiredHost host, DesiredHost.Wanted wanted) {
        return wanted.changeable()
                || host.wanted().stream()
                        .noneMatch(w -> w.changeable()
                                && w.resource() instanceof SubnetManager
                                && w.resource().key().equals(wanted.resource().key()));
    }

    private void add(List<SubnetManagerHost> managers, SubnetManagerHost manager) {
        if (managers.stream().noneMatch(m -> m.port().equals(manager.port()))) {
            managers.add(manager);
            return;
        }
        draft.refuse(
                Code.OPENSM_SEVERAL,
                manager.host(),
                manager.wanted().span(),
                "two plays mean the OpenSM on %s, and name it in different ways".formatted(manager.port()),
                "name it in one way: \"port: mlx5_0/1\" or \"fabric: NAME\" under opensm");
    }

    private List<SubnetManagerHost> subnetManagers(HostFacts host, SubnetManager wanted, boolean changeable) {
        if (host.mlnxos().isPresent()) {
            return new SwitchManagers(observed, draft)
                    .plan(host, wanted, changeable).stream().toList();
        }
        List<InstanceChoice.Chosen> all = new InstanceChoice(observed, draft).choose(host, wanted);
        return all.stream()
                .map(one -> subnetManager(host, wanted, changeable, one))
                .toList();
    }

    private SubnetManagerHost subnetManager(
            HostFacts host, SubnetManager wanted, boolean changeable, InstanceChoice.Chosen chosen) {
        Optional<OpensmFiles> restored = undoing.flatMap(u -> u.opensm(host.host()));
        SubnetManager possible = restored.isPresent() ? wanted : VerifyOnly.managed(host.host(), wanted, chosen, draft);
        SubnetManager resolved = new MemberPorts(host.host(), chosen.fabric(), observed, draft)
                .resolve(possible, OpensmFiles.now(chosen.instance()));
        return new SubnetManagerHost(
                host.host(),
                changeable,
                resolved,
                chosen.installed(),
                chosen.instance(),
                restored.orElseGet(() ->
                        OpensmFiles.of(host.host(), resolved, chosen.installed().launcher(), chosen.instance())),
                chosen.fabric(),
                chosen.port(),
                Optional.ofNullable(chosen.fabric().subnetManagers().get(chosen.port()))
                        .flatMap(Fact::ifKnown));
    }
}
