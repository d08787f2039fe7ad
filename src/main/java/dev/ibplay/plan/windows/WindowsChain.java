package dev.ibplay.plan.windows;

import dev.ibplay.diag.Code;
import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.PortMtu;
import dev.ibplay.facts.WindowsObserved;
import dev.ibplay.ib.Mtu;
import dev.ibplay.plan.Held;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.PlanDraft;
import dev.ibplay.plan.Waiting;
import dev.ibplay.plan.interfaces.ComingGroups;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What lies below the IPoIB connections of a Windows host: its port, and the group of its partition. */
final class WindowsChain {
    private final Observed observed;
    private final ComingGroups coming;
    private final PlanDraft draft;

    WindowsChain(Observed observed, ComingGroups coming, PlanDraft draft) {
        this.observed = observed;
        this.coming = coming;
        this.draft = draft;
    }

    private Optional<FabricFacts> fabric(HostFacts host, IpoibObserved found) {
        return observed.fabricOf(host, found);
    }

    /** What the group has before the plan's fabric steps. */
    Optional<Mtu> groupNow(HostFacts host, IpoibObserved found) {
        return fabric(host, found).flatMap(fabric -> fabric.groupMtu(found.partition()));
    }

    /** What it has after them. */
    Optional<Mtu> groupAfter(HostFacts host, IpoibObserved found) {
        return fabric(host, found).flatMap(fabric -> coming.mtu(fabric, found.partition()));
    }

    /** What the group's change waits for. */
    Optional<Waiting> groupWaits(HostFacts host, IpoibObserved found) {
        return fabric(host, found).flatMap(fabric -> coming.waitsFor(fabric, found.partition()));
    }

    /** Whether port and group carry what is wanted; refused, or held, otherwise. */
    boolean carries(WindowsLink link) {
        return portCarries(link) && groupCarries(link);
    }

    private boolean portCarries(WindowsLink link) {
        Optional<Mtu> cap = portMtu(link.host(), link.name());
        if (cap.isEmpty()) {
            draft.warn(
                    Code.RUNNING_INFERRED,
                    link.host().host(),
                    link.askedBy(),
                    "what the port below %s can do is not known, so %d is not held against it"
                            .formatted(link.name(), link.mtu().value()),
                    "let a Linux host on the fabric be read, and see that ibv_devinfo of WinOF runs on this one");
            return true;
        }
        int most = cap.get().ipoibDatagramBytes();
        if (link.mtu().value() <= most) {
            return true;
        }
        draft.refuse(
                Code.MTU_CHAIN,
                link.host().host(),
                link.askedBy(),
                "%s cannot have MTU %d: its port can do %s, which leaves %d for IPoIB"
                        .formatted(link.name(), link.mtu().value(), cap.get(), most),
                "write %d here".formatted(most));
        return false;
    }

    /** By port queries, else by the host's own tools; of a connection whose port is not told, the most that any can do. */
    private Optional<Mtu> portMtu(HostFacts host, String name) {
        Map<MadPort, PortMtu> told =
                host.windows().map(WindowsObserved::portMtus).orElse(Map.of());
        Optional<MadPort> own = host.network().links().link(name).flatMap(IpoibLink::port);
        List<AdapterPort> ports = host.ports().stream()
                .filter(AdapterPort::infiniband)
                .filter(port -> own.map(port.port()::equals).orElse(true))
                .toList();
        return ports.stream()
                .flatMap(port -> port
                        .guid()
                        .flatMap(guid -> observed.fabricOf(guid).flatMap(fabric -> fabric.port(guid)))
                        .flatMap(found -> found.info().mtuCap())
                        .or(() -> Optional.ofNullable(told.get(port.port())).flatMap(PortMtu::cap))
                        .stream())
                .max(Comparator.naturalOrder());
    }

    private boolean groupCarries(WindowsLink link) {
        Optional<Mtu> group = groupAfter(link.host(), link.found());
        if (group.isEmpty()) {
            draft.warn(
                    Code.GROUP_UNKNOWN,
                    link.host().host(),
                    link.askedBy(),
                    "the group of P_Key %s could not be read, so %d on %s is not held against it"
                            .formatted(link.found().partition(), link.mtu().value(), link.name()));
            return true;
        }
        int most = group.get().ipoibDatagramBytes();
        if (link.mtu().value() <= most) {
            return true;
        }
        Optional<Waiting> waits = groupWaits(link.host(), link.found());
        if (waits.isPresent()) {
            draft.held.add(new Held(link.host().host(), link.key(), waits.get().until()));
            return false;
        }
        draft.refuse(
                Code.MTU_CHAIN,
                link.host().host(),
                link.askedBy(),
                "%s cannot have MTU %d: the group of P_Key %s carries %s, which leaves %d for IPoIB"
                        .formatted(link.name(), link.mtu().value(), link.found().partition(), group.get(), most),
                "raise the partition's mtu first, or write %d here".formatted(most));
        return false;
    }
}
