package dev.ibplay.plan.ipoib;

import dev.ibplay.diag.Code;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibAddress;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Waiting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** In datagram mode the kernel refuses an MTU above the port's MtuCap less 4 (ipoib_main.c: ipoib_change_mtu). */
final class PortRule {
    private final Observed observed;
    private final Map<PortGuid, String> waiting;
    private final PlanDraft draft;

    /** @param waiting ports whose driver waits for new options, with their host */
    PortRule(Observed observed, Map<PortGuid, String> waiting, PlanDraft draft) {
        this.observed = observed;
        this.waiting = waiting;
        this.draft = draft;
    }

    /** Whether the ports below an interface can do its MTU; held where a reboot may change that, refused otherwise. */
    boolean allows(ChosenInterface chosen) {
        if (chosen.comingMode() == IpoibMode.CONNECTED || chosen.newMtu().isEmpty()) {
            return true;
        }
        int mtu = chosen.newMtu().get();
        for (IpoibObserved part : chosen.parts()) {
            Optional<PortGuid> guid = port(chosen.facts(), part);
            Optional<Mtu> cap = guid.flatMap(g -> observed.fabricOf(g).flatMap(f -> f.port(g)))
                    .flatMap(p -> p.info().mtuCap())
                    .filter(most -> mtu > most.ipoibDatagramBytes());
            if (cap.isEmpty()) {
                continue;
            }
            if (waiting.containsKey(guid.get())) {
                draft.held.add(new Held(
                        chosen.host(),
                        chosen.wanted().key(),
                        Waiting.forReboots(Set.of(waiting.get(guid.get()))).until()));
            } else {
                draft.refuse(
                        Code.MTU_CHAIN,
                        chosen.host(),
                        chosen.askedBy("mtu"),
                        "%s cannot have MTU %d: its port can do %s, which leaves %d for IPoIB"
                                .formatted(
                                        part.name(), mtu, cap.get(), cap.get().ipoibDatagramBytes()),
                        "look at the options of the adapter's driver, or write a smaller mtu");
            }
            return false;
        }
        return true;
    }

    /** The port that the hardware address names; without it, the host's only one. */
    private static Optional<PortGuid> port(HostFacts host, IpoibObserved part) {
        List<PortGuid> ports = host.ports().stream()
                .map(AdapterPort::guid)
                .flatMap(Optional::stream)
                .toList();
        return host.network()
                .links()
                .link(part.name())
                .map(IpoibLink::hardwareAddress)
                .flatMap(address -> address.ifKnown().flatMap(IpoibAddress::portGuid))
                .or(() -> ports.size() == 1 ? Optional.of(ports.getFirst()) : Optional.empty());
    }
}
