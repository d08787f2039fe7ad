package dev.ibplay.plan.esxi;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.HostSystem;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the vSwitches and VMkernel interfaces of a host that a playbook means, and says why one cannot be managed. */
final class VirtualNetworkChoice {
    private final HostFacts host;
    private final DesiredHost desired;
    private final PlanDraft draft;

    VirtualNetworkChoice(HostFacts host, DesiredHost desired, PlanDraft draft) {
        this.host = host;
        this.desired = desired;
        this.draft = draft;
    }

    /** Whether the host's system has such things, and IPoIB below them. */
    boolean isSupported() {
        HostSystem system = host.system();
        if (system.kind() != HostSystem.Kind.ESXI || host.esxi().isEmpty()) {
            draft.notSupported(host.host(), "vswitch and vmkernel are for ESXi, and it runs " + system.name());
            return false;
        }
        boolean lacks = host.lacksIpoib();
        if (lacks) {
            draft.notSupported(
                    host.host(),
                    "%s has no IPoIB: its drivers of InfiniBand adapters do Ethernet only".formatted(system.name()));
        }
        return !lacks;
    }

    /** The one that a play means; empty for other resources, and where it cannot be managed, which the plan then says. */
    Optional<VirtualLink> choose(DesiredHost.Wanted wanted) {
        return switch (wanted.resource()) {
            case VirtualSwitch vswitch -> vswitch.mtu().flatMap(mtu -> virtualSwitch(wanted, vswitch, mtu));
            case VmkernelInterface vmkernel -> vmkernel.mtu().flatMap(mtu -> vmkernel(wanted, vmkernel, mtu));
            default -> Optional.empty();
        };
    }

    private Optional<VirtualLink> virtualSwitch(
            DesiredHost.Wanted wanted, VirtualSwitch vswitch, Located<Integer> mtu) {
        if (!isRead(esxi().switches(), "vSwitches", vswitch.span())) {
            return Optional.empty();
        }
        Optional<VirtualSwitchObserved> found = esxi().virtualSwitch(vswitch.name());
        if (found.isEmpty()) {
            missing("vSwitch", vswitch.name(), vswitch.span(), names(esxi().switches(), VirtualSwitchObserved::name));
            return Optional.empty();
        }
        if (found.get().distributed()) {
            draft.refuse(
                    Code.DISTRIBUTED_SWITCH,
                    host.host(),
                    vswitch.span(),
                    vswitch.name() + " is a distributed vSwitch: its MTU belongs to vCenter, and no host can change it",
                    "change it in vCenter, and leave it out here");
            return Optional.empty();
        }
        return isOnInfiniband(found.get(), vswitch.span())
                ? mtu(found.get().mtu(), vswitch.name(), mtu.span())
                        .map(now -> new VirtualLink(
                                wanted.play(), VirtualLink.SWITCH, vswitch.name(), now, mtu, wanted.changeable()))
                : Optional.empty();
    }

    private Optional<VirtualLink> vmkernel(
            DesiredHost.Wanted wanted, VmkernelInterface vmkernel, Located<Integer> mtu) {
        if (!isRead(esxi().vmkernels(), "VMkernel interfaces", vmkernel.span())) {
            return Optional.empty();
        }
        Optional<VmkernelObserved> found = esxi().vmkernel(vmkernel.name());
        if (found.isEmpty()) {
            missing(
                    "VMkernel interface",
                    vmkernel.name(),
                    vmkernel.span(),
                    names(esxi().vmkernels(), VmkernelObserved::name));
            return Optional.empty();
        }
        Optional<VirtualSwitchObserved> below = below(vmkernel.name());
        return below.isEmpty() || isOnInfiniband(below.get(), vmkernel.span())
                ? mtu(found.get().mtu(), vmkernel.name(), mtu.span())
                        .map(now -> new VirtualLink(
                                wanted.play(), VirtualLink.VMKERNEL, vmkernel.name(), now, mtu, wanted.changeable()))
                : Optional.empty();
    }

    /** Whether a VMkernel interface's new MTU is at most what its vSwitch will have. ESXi itself does not look. */
    boolean switchAllows(VirtualLink vmkernel) {
        Optional<VirtualSwitchObserved> below = below(vmkernel.name());
        if (below.isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    host.host(),
                    vmkernel.wanted().span(),
                    "the vSwitch below %s is not known, so %d is not held against it"
                            .formatted(vmkernel.name(), vmkernel.wanted().value()));
            return true;
        }
        Optional<Integer> carries = wanted(below.get())
                .map(Located::value)
                .or(() -> below.get().mtu().ifKnown());
        if (carries.isEmpty() || vmkernel.wanted().value() <= carries.get()) {
            return true;
        }
        draft.refuse(
                Code.MTU_CHAIN,
                host.host(),
                vmkernel.wanted().span(),
                "%s cannot use MTU %d: %s below it carries %d, and ESXi would take it without a word"
                        .formatted(
                                vmkernel.name(),
                                vmkernel.wanted().value(),
                                below.get().name(),
                                carries.get()),
                below.get().distributed()
                        ? "raise the distributed vSwitch in vCenter first, or write %d here".formatted(carries.get())
                        : "raise vswitch %s too, or write %d here"
                                .formatted(below.get().name(), carries.get()));
        return false;
    }

    /** What a play wants a vSwitch's MTU to be. */
    Optional<Located<Integer>> wanted(VirtualSwitchObserved vswitch) {
        return desired.all(VirtualSwitch.class).stream()
                .filter(each -> each.name().equals(vswitch.name()))
                .flatMap(each -> each.mtu().stream())
                .findFirst();
    }

    /** The vSwitch that a VMkernel interface lies on. */
    Optional<VirtualSwitchObserved> below(String vmkernel) {
        return esxi().vmkernel(vmkernel)
                .flatMap(VmkernelObserved::virtualSwitch)
                .flatMap(esxi()::virtualSwitch);
    }

    private EsxiObserved esxi() {
        return host.esxi().orElseThrow();
    }

    private <T> boolean isRead(Fact<List<T>> all, String what, Span askedBy) {
        if (all instanceof Fact.Unreadable<List<T>> unreadable) {
            draft.refuse(
                    Code.INTERFACE_UNREADABLE,
                    host.host(),
                    askedBy,
                    "the %s of this host could not be read: %s".formatted(what, unreadable.because()),
                    "try esxcli on the host");
            return false;
        }
        return true;
    }

    private Optional<Integer> mtu(Fact<Integer> mtu, String name, Span askedBy) {
        if (mtu.ifKnown().isEmpty()) {
            draft.refuse(
                    Code.INTERFACE_UNREADABLE,
                    host.host(),
                    askedBy,
                    "the MTU of " + name + " cannot be read",
                    "try esxcli on the host");
        }
        return mtu.ifKnown();
    }

    /** An Ethernet vSwitch is not this program's; one whose uplinks are not known is taken at the user's word. */
    private boolean isOnInfiniband(VirtualSwitchObserved vswitch, Span askedBy) {
        List<UplinkObserved> uplinks = esxi().uplinksOf(vswitch);
        if (uplinks.isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    host.host(),
                    askedBy,
                    "whether %s is on InfiniBand is not known: it has no uplink that the host tells of"
                            .formatted(vswitch.name()));
            return true;
        }
        if (esxi().isOnInfiniband(vswitch)) {
            return true;
        }
        draft.notSupported(
                host.host(),
                "%s is on Ethernet (%s), and not on InfiniBand"
                        .formatted(
                                vswitch.name(),
                                uplinks.stream()
                                        .map(uplink -> uplink.name() + " by " + uplink.driver())
                                        .collect(Collectors.joining(", "))));
        return false;
    }

    private void missing(String what, String name, Span askedBy, String names) {
        draft.refuse(
                Code.INTERFACE_MISSING,
                host.host(),
                askedBy,
                "there is no %s %s".formatted(what, name),
                names.isEmpty() ? "the host has none" : "it has " + names);
    }

    private static <T> String names(Fact<List<T>> all, java.util.function.Function<T, String> name) {
        return all.ifKnown().orElse(List.of()).stream().map(name).collect(Collectors.joining(", "));
    }
}
