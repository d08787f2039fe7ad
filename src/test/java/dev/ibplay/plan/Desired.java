package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Membership;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.resource.DesiredHost;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.GroupParameters;
import dev.ibplay.resource.InterfaceSelector;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Partition;
import dev.ibplay.resource.PartitionMember;
import dev.ibplay.resource.PartitionMembership;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import dev.ibplay.resource.WantedMtu;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What playbooks ask for, in few words. */
public final class Desired {
    static final Span SPAN = Span.at("site.yml", 7, 9);

    /** One play, whose changes are guarded. */
    static final PlanSettings SETTINGS =
            new PlanSettings("r1", "alice@control", List.of(Optional.of(Duration.ofMinutes(2))), true);

    /** One play that wants no guard. */
    static final PlanSettings UNGUARDED = new PlanSettings("r1", "alice@control", List.of(Optional.empty()), true);

    private Desired() {}

    static DesiredHost host(String name, Resource... wanted) {
        return host(name, true, wanted);
    }

    static DesiredHost unchangeable(String name, Resource... wanted) {
        return host(name, false, wanted);
    }

    private static DesiredHost host(String name, boolean changeable, Resource... wanted) {
        return new DesiredHost(
                name,
                changeable,
                Arrays.stream(wanted)
                        .map(r -> new DesiredHost.Wanted(0, r, changeable))
                        .toList());
    }

    static SubnetManager opensm(int priority, Partition... partitions) {
        return SubnetManager.only(Optional.of(at(priority)), List.of(partitions), SPAN);
    }

    /** OpenSM with any priority. */
    static SubnetManager serving(Partition... partitions) {
        return SubnetManager.only(Optional.empty(), List.of(partitions), SPAN);
    }

    /** The Default partition with all ports as full members. */
    static Partition defaultPartition(Mtu mtu) {
        return partition(0x7fff, "Default", Optional.of(true), Optional.of(mtu));
    }

    static Partition partition(int pkey, String name, Optional<Boolean> ipoib, Optional<Mtu> mtu) {
        return new Partition(
                at(new PKey(pkey)),
                Optional.empty(),
                Optional.of(at(name)),
                ipoib.map(Desired::at),
                GroupParameters.of(mtu.map(Desired::at), Optional.empty(), Optional.empty()),
                PartitionMembership.all(Optional.of(at(List.of(
                        new PartitionMember(PartitionMember.Keyword.ALL, Optional.of(Membership.FULL)),
                        new PartitionMember(PartitionMember.Keyword.SELF, Optional.of(Membership.FULL)))))),
                Optional.empty(),
                List.of(),
                SPAN);
    }

    static Partition withRate(Partition partition, String gbps) {
        return new Partition(
                partition.pkey(),
                partition.presence(),
                partition.name(),
                partition.ipoib(),
                GroupParameters.of(
                        partition.group().mtu(),
                        Optional.of(at(gbps)),
                        partition.group().serviceLevel()),
                partition.membership(),
                partition.groups(),
                partition.acceptLockout(),
                partition.span());
    }

    static IpoibInterface ib0(int mtu) {
        return IpoibInterface.named("ib0", Optional.of(at(new WantedMtu.Bytes(mtu))), Optional.empty(), SPAN);
    }

    static IpoibInterface ib0(IpoibMode mode, int mtu) {
        return IpoibInterface.named("ib0", Optional.of(at(new WantedMtu.Bytes(mtu))), Optional.of(at(mode)), SPAN);
    }

    static IpoibInterface ib0(IpoibMode mode) {
        return IpoibInterface.named("ib0", Optional.empty(), Optional.of(at(mode)), SPAN);
    }

    static IpoibInterface ipoib(String name, int mtu) {
        return IpoibInterface.named(name, Optional.of(at(new WantedMtu.Bytes(mtu))), Optional.empty(), SPAN);
    }

    static IpoibInterface ipoib(String name, IpoibMode mode, int mtu) {
        return IpoibInterface.named(name, Optional.of(at(new WantedMtu.Bytes(mtu))), Optional.of(at(mode)), SPAN);
    }

    /** {@code mtu: group}. */
    static IpoibInterface ofGroup(String name) {
        return IpoibInterface.named(name, Optional.of(at(new WantedMtu.OfGroup())), Optional.empty(), SPAN);
    }

    /** {@code persist: false}. */
    static IpoibInterface notKept(IpoibInterface wanted) {
        return new IpoibInterface(
                wanted.name(),
                wanted.selector(),
                wanted.mtu(),
                wanted.mode(),
                wanted.presence(),
                Optional.of(at(false)),
                SPAN);
    }

    static IpoibInterface selected(IpoibInterface wanted, InterfaceSelector selector) {
        return new IpoibInterface(
                wanted.name(), selector, wanted.mtu(), wanted.mode(), wanted.presence(), wanted.persist(), SPAN);
    }

    static InterfaceSelector onPorts(String... ports) {
        return new InterfaceSelector(List.of(ports), Optional.empty(), Optional.empty());
    }

    static DriverOptions driver(String module, String... options) {
        Map<String, Located<String>> values = new LinkedHashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            values.put(options[i], at(options[i + 1]));
        }
        return new DriverOptions(module, values, SPAN);
    }

    static VirtualSwitch vswitch(String name, int mtu) {
        return new VirtualSwitch(name, Optional.of(at(mtu)), SPAN);
    }

    static VmkernelInterface vmkernel(String name, int mtu) {
        return new VmkernelInterface(name, Optional.of(at(mtu)), SPAN);
    }

    static <T> Located<T> at(T value) {
        return new Located<>(value, SPAN);
    }

    /** What a plan says, but for the remark that interfaces differ, which most plans for one host of several have. */
    static List<Diagnostic> said(Plan plan) {
        return plan.diagnostics().stream()
                .filter(d -> d.code() != Code.MTU_UNEQUAL)
                .toList();
    }
}
