package dev.ibplay.plan.esxi;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Expectation;
import dev.ibplay.plan.Fingerprint;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Level;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Reading;
import dev.ibplay.plan.Step;
import dev.ibplay.plan.Waiting;
import dev.ibplay.plan.interfaces.ComingGroups;
import dev.ibplay.plan.interfaces.InterfaceChange;
import dev.ibplay.plan.interfaces.InterfaceSteps;
import dev.ibplay.plan.interfaces.InterfaceWayIn;
import dev.ibplay.plan.whole.GuardFindings;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Plans the MTUs of vSwitches and VMkernel interfaces: vmkernel at most vSwitch, vSwitch at most what port and group carry.
 * ESXi checks only the second against its uplinks; the first it takes without a word, and packets are lost.
 */
public final class VirtualNetworkPlanner {
    private final PlanDraft draft;
    private final VirtualNetworkChain chain;
    private final InterfaceSteps steps;
    private final InterfaceWayIn wayIn;
    private final Observed observed;
    /** MTUs after the plan, by host and name. */
    private final Map<String, Integer> planned = new HashMap<>();

    /** @param waiting ports whose driver waits for new parameters, with their host */
    public VirtualNetworkPlanner(
            Observed observed, ComingGroups coming, Map<PortGuid, String> waiting, PlanDraft draft) {
        this.draft = draft;
        this.observed = observed;
        this.chain = new VirtualNetworkChain(observed, coming, waiting);
        this.steps = new InterfaceSteps(draft);
        this.wayIn = new InterfaceWayIn(draft);
    }

    /** Plans all vSwitches and VMkernel interfaces that are wanted of a host. */
    public void plan(DesiredHost desired, HostFacts host) {
        boolean isWanted = !desired.all(VirtualSwitch.class).isEmpty()
                || !desired.all(VmkernelInterface.class).isEmpty();
        if (isWanted) {
            var choice = new VirtualNetworkChoice(host, desired, draft);
            if (choice.isSupported()) {
                // What lies on a vSwitch is held against what becomes of that.
                desired.wanted().stream()
                        .sorted(Comparator.comparing(wanted -> !(wanted.resource() instanceof VirtualSwitch)))
                        .forEach(wanted -> choice.choose(wanted).ifPresent(found -> plan(host, found, choice)));
            }
        }
    }

    /** The MTU that a vSwitch or VMkernel interface will have by this plan; nothing for one that the plan leaves alone. */
    public Optional<Integer> planned(String host, String name) {
        return Optional.ofNullable(planned.get(host + " " + name));
    }

    /** Writes the steps of all hosts. */
    public void finish() {
        steps.finish();
    }

    private void plan(HostFacts host, VirtualLink link, VirtualNetworkChoice choice) {
        int now = link.now();
        int mtu = link.wanted().value();
        if (now != mtu) {
            draft.differences.add(new Difference(
                    host.host(),
                    link.key(),
                    "mtu",
                    Level.RUNNING,
                    Integer.toString(now),
                    Integer.toString(mtu),
                    link.wanted().span()));
        }
        boolean fits = link.isSwitch()
                ? portAllows(host, link) && groupAllows(host, link)
                : switchIsReady(host, link, choice) && choice.switchAllows(link);
        if (!fits || !link.changeable()) {
            return;
        }
        planned.put(host.host() + " " + link.name(), mtu);
        if (now == mtu) {
            return;
        }
        if (wayIn.allows(host, link.name(), link.wanted().span(), draft.settings.window(link.play()))) {
            steps.add(change(host, link));
        }
    }

    /** Whether the vSwitch below need not wait, or carries enough as it is. */
    private boolean switchIsReady(HostFacts host, VirtualLink link, VirtualNetworkChoice choice) {
        Optional<VirtualSwitchObserved> below = choice.below(link.name());
        Optional<Held> waits = below.flatMap(vswitch -> draft.held.stream()
                .filter(held -> held.host().equals(host.host())
                        && held.resource().equals(VirtualLink.SWITCH + " " + vswitch.name()))
                .findFirst());
        boolean fitsNow = below.flatMap(vswitch -> vswitch.mtu().ifKnown())
                .filter(now -> link.wanted().value() <= now)
                .isPresent();
        if (waits.isEmpty() || fitsNow) {
            return true;
        }
        draft.held.add(new Held(host.host(), link.key(), waits.get().until()));
        return false;
    }

    private boolean portAllows(HostFacts host, VirtualLink link) {
        int mtu = link.wanted().value();
        Optional<Mtu> cap = chain.portMtu(host);
        if (cap.isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    host.host(),
                    link.wanted().span(),
                    "what the ports below %s can do is not known, so %d is not held against it"
                            .formatted(link.name(), mtu),
                    "let a Linux host on the fabric be read, and name the ports of this host (ibplay_port_guids) where it"
                            + " has no ibstat");
            return true;
        }
        int most = cap.get().ipoibDatagramBytes();
        if (mtu <= most) {
            return true;
        }
        Optional<Waiting> waits = chain.driverWaits(host);
        if (waits.isPresent()) {
            draft.held.add(new Held(host.host(), link.key(), waits.get().until()));
            return false;
        }
        draft.refuse(
                Code.MTU_CHAIN,
                host.host(),
                link.wanted().span(),
                "%s cannot have MTU %d: its port can do %s, which leaves %d for IPoIB"
                        .formatted(link.name(), mtu, cap.get(), most),
                "ask for 4K ports first (driver: {mlx4_core: {mtu_4k: 1}}, then a reboot), or write %d here"
                        .formatted(most));
        return false;
    }

    private boolean groupAllows(HostFacts host, VirtualLink link) {
        int mtu = link.wanted().value();
        Optional<Mtu> group = chain.groupAfter(host);
        if (group.isEmpty()) {
            draft.warn(
                    Code.GROUP_UNKNOWN,
                    host.host(),
                    link.wanted().span(),
                    "the group of the Default partition could not be read, so %d on %s is not held against it"
                            .formatted(mtu, link.name()));
            return true;
        }
        int most = group.get().ipoibDatagramBytes();
        if (mtu <= most) {
            return true;
        }
        Optional<Waiting> waits = chain.groupWaits(host);
        if (waits.isPresent()) {
            draft.held.add(new Held(host.host(), link.key(), waits.get().until()));
            return false;
        }
        draft.refuse(
                Code.MTU_CHAIN,
                host.host(),
                link.wanted().span(),
                "%s cannot have MTU %d: the group of the Default partition carries %s, which leaves %d for IPoIB"
                        .formatted(link.name(), mtu, group.get(), most),
                "raise the partition's mtu first, or write %d here".formatted(most));
        return false;
    }

    private InterfaceChange change(HostFacts host, VirtualLink link) {
        int mtu = link.wanted().value();
        Reading reading = link.reading();
        boolean shrinks = mtu < link.now();
        return new InterfaceChange(
                link.play(),
                host.host(),
                GuardFindings.removal(host),
                "set %s mtu %d".formatted(link.key(), mtu),
                link.isSwitch() ? 0 : 1,
                shrinks,
                List.of(new Fingerprint(
                        link.name() + " mtu",
                        link.read(),
                        reading,
                        List.of(Integer.toString(link.now())),
                        Integer.toString(mtu))),
                List.of(link.set(mtu)),
                List.of(link.set(link.now())),
                List.of(new Step.Awaited(
                        link.name() + " mtu", link.read(), new Expectation.ValueIs(reading, Integer.toString(mtu)))),
                List.of(),
                List.of(Esxcli.save()));
    }

    /**
     * Names the vSwitches that stay above what their group will carry, since ESXi does not move them with it, and the VMkernel
     * interfaces above what their vSwitches carry, whether a play speaks of them or not.
     */
    public void tellOfLosses() {
        observed.hosts().values().stream()
                .filter(host -> host.esxi().isPresent())
                .sorted(Comparator.comparing(HostFacts::host))
                .forEach(host -> {
                    tellOfGroup(host);
                    tellOfInterfaces(host);
                });
    }

    private void tellOfInterfaces(HostFacts host) {
        EsxiObserved esxi = host.esxi().orElseThrow();
        for (VirtualSwitchObserved each : esxi.switches().ifKnown().orElse(List.of())) {
            Optional<Integer> carries =
                    planned(host.host(), each.name()).or(() -> each.mtu().ifKnown());
            if (carries.isPresent() && esxi.isOnInfiniband(each)) {
                for (VmkernelObserved vmkernel : esxi.on(each)) {
                    planned(host.host(), vmkernel.name())
                            .or(() -> vmkernel.mtu().ifKnown())
                            .filter(mtu -> mtu > carries.get())
                            .ifPresent(mtu -> warn(
                                    host,
                                    "%s on %s has MTU %d, and %s carries %d: what is larger is lost"
                                            .formatted(vmkernel.name(), each.name(), mtu, each.name(), carries.get()),
                                    "set it in a play: vmkernel: {%s: {mtu: %d}}"
                                            .formatted(vmkernel.name(), carries.get())));
                }
            }
        }
    }

    private void warn(HostFacts host, String message, String hint) {
        draft.diagnostics.add(Diagnostic.warning(
                        Code.MTU_ON_THE_WAY,
                        new Location.OnHost(host.host(), Optional.empty(), Optional.empty()),
                        message)
                .withHint(hint));
    }

    private void tellOfGroup(HostFacts host) {
        EsxiObserved esxi = host.esxi().orElseThrow();
        Optional<Mtu> before = chain.groupNow(host);
        Optional<Mtu> after = chain.groupAfter(host);
        if (after.isEmpty() || before.isEmpty() || before.get().compareTo(after.get()) <= 0) {
            return;
        }
        int most = after.get().ipoibDatagramBytes();
        for (VirtualSwitchObserved each : esxi.switches().ifKnown().orElse(List.of())) {
            int mtu = planned(host.host(), each.name())
                    .or(() -> each.mtu().ifKnown())
                    .orElse(0);
            if (esxi.isOnInfiniband(each) && mtu > most) {
                warn(
                        host,
                        "%s keeps MTU %d when the group of the Default partition is made anew with %s: what is larger is lost"
                                .formatted(each.name(), mtu, after.get()),
                        "lower it in a play: vswitch: {%s: {mtu: %d}}".formatted(each.name(), most));
            }
        }
    }
}
