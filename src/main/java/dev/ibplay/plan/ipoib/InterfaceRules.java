package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.BondObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.PlanDraft;
import java.util.List;
import java.util.Optional;

/** What the kernel allows on an interface, whatever its group carries. */
final class InterfaceRules {
    /** IPv6 needs so much (RFC 8200, section 5); below it the kernel takes IPv6 off the interface (addrconf.c). */
    private static final int IPV6_MIN_MTU = 1280;

    private final PlanDraft draft;

    InterfaceRules(PlanDraft draft) {
        this.draft = draft;
    }

    /** Whether all that is wanted is possible; refused with the rule otherwise. */
    boolean allow(ChosenInterface chosen) {
        var links = chosen.facts().network().links();
        return notOnASlave(chosen)
                && chosen.parts().stream().allMatch(part -> connectedIsPossible(chosen, links.link(part.name())))
                && fitsTheMode(chosen)
                && leavesIpv6Alone(chosen, links.link(chosen.name()));
    }

    /** A bond sets the MTU of all its slaves (bond_main.c: bond_change_mtu). */
    private boolean notOnASlave(ChosenInterface chosen) {
        Optional<BondObserved> bond = chosen.facts().network().links().bondOf(chosen.name());
        if (bond.isEmpty() || chosen.mtu().isEmpty()) {
            return true;
        }
        draft.refuse(
                Code.BOND_SLAVE,
                chosen.host(),
                chosen.askedBy("mtu"),
                "%s is part of %s, which sets the MTU of all its parts"
                        .formatted(chosen.name(), bond.get().name()),
                "write the mtu at " + bond.get().name());
        return false;
    }

    /** ipoib_main.c: ipoib_set_mode; mlx5's enhanced IPoIB has no connected mode at all. */
    private boolean connectedIsPossible(ChosenInterface chosen, Optional<IpoibLink> link) {
        boolean wants = chosen.newMode().equals(Optional.of(IpoibMode.CONNECTED));
        Fact<Boolean> can = link.map(IpoibLink::canConnect).orElse(Fact.absent());
        if (!wants || can.ifKnown().orElse(true)) {
            return true;
        }
        draft.refuse(
                Code.CONNECTED_IMPOSSIBLE,
                chosen.host(),
                chosen.askedBy("mode"),
                "%s cannot be connected: its hardware address says that it takes no connections%s"
                        .formatted(
                                chosen.name(),
                                link.flatMap(IpoibLink::driver)
                                        .map(d -> " (enhanced IPoIB of " + d + "?)")
                                        .orElse("")),
                "use datagram mode; MLNX_OFED before 24.01 has the option ipoib_enhanced=0 of ib_ipoib");
        return false;
    }

    private boolean fitsTheMode(ChosenInterface chosen) {
        int most = Mtu.MTU_4096.ipoibDatagramBytes();
        boolean fits = chosen.comingMode() == IpoibMode.CONNECTED
                || chosen.mtu().map(m -> m.value() <= most).orElse(true);
        if (!fits) {
            draft.refuse(
                    Code.MTU_CHAIN,
                    chosen.host(),
                    chosen.askedBy("mtu"),
                    "%s cannot have MTU %d in datagram mode, which ends at %d"
                            .formatted(chosen.name(), chosen.mtu().orElseThrow().value(), most),
                    "write mode: connected, where the adapter can do that, or a smaller mtu");
        }
        return fits;
    }

    /** Configured addresses would be lost for good: raising the MTU again brings back only the link-local one. */
    private boolean leavesIpv6Alone(ChosenInterface chosen, Optional<IpoibLink> link) {
        int mtu = chosen.newMtu().orElse(IPV6_MIN_MTU);
        Optional<Boolean> hasIpv6 = link.flatMap(l -> l.ipv6().ifKnown());
        if (mtu >= IPV6_MIN_MTU || hasIpv6.equals(Optional.of(false))) {
            return true;
        }
        if (hasIpv6.isEmpty()) {
            draft.warn(
                    Code.MTU_OF_IPV6,
                    chosen.host(),
                    chosen.askedBy("mtu"),
                    "whether %s has IPv6, which needs an MTU of %d, could not be read"
                            .formatted(chosen.name(), IPV6_MIN_MTU),
                    "look at its addresses on the host: the kernel takes those of IPv6 off it");
            return true;
        }
        List<InterfaceAddress> configured = link.flatMap(l -> l.addresses().ifKnown()).orElse(List.of()).stream()
                .filter(a -> a.isIpv6() && !a.address().startsWith("fe80:"))
                .toList();
        if (configured.isEmpty()) {
            draft.warn(
                    Code.MTU_OF_IPV6,
                    chosen.host(),
                    chosen.askedBy("mtu"),
                    "IPv6 needs an MTU of %d, so the kernel takes it off %s at %d; some network stacks raise the MTU instead"
                            .formatted(IPV6_MIN_MTU, chosen.name(), mtu),
                    "switch IPv6 off for this interface in its network stack");
            return true;
        }
        draft.refuse(
                Code.MTU_OF_IPV6,
                chosen.host(),
                chosen.askedBy("mtu"),
                "%s would lose its IPv6 address %s: IPv6 needs an MTU of %d"
                        .formatted(chosen.name(), configured.getFirst(), IPV6_MIN_MTU),
                "take the address away first, or use a partition with a larger MTU");
        return false;
    }
}
