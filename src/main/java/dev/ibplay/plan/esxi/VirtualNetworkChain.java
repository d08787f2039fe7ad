package dev.ibplay.plan.esxi;

import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.Observed;
import dev.ibplay.plan.Waiting;
import dev.ibplay.plan.interfaces.ComingGroups;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What lies below the vSwitches of an ESXi host: the ports of its adapters, and the group of the Default partition, since
 * ESXi does not tell which P_Key an uplink is in.
 */
final class VirtualNetworkChain {
    private static final PKey PARTITION = PKey.DEFAULT.asFullMember();

    private final Observed observed;
    private final ComingGroups coming;
    private final Map<PortGuid, String> waiting;

    /** @param waiting ports whose driver waits for new parameters, with their host */
    VirtualNetworkChain(Observed observed, ComingGroups coming, Map<PortGuid, String> waiting) {
        this.observed = observed;
        this.coming = coming;
        this.waiting = waiting;
    }

    /** The fabric of a host; one that does not tell its ports is taken to be in the run's only one. */
    Optional<FabricFacts> fabric(HostFacts host) {
        if (!host.infinibandGuids().isEmpty()) {
            return observed.onlyFabricOf(host);
        }
        return observed.fabrics().size() == 1 ? Optional.of(observed.fabrics().getFirst()) : Optional.empty();
    }

    /**
     * The most that any port of a host can do, by port queries; which uplink is on which port is not told. Where no port can be
     * asked, a driver that is not told to do 4K does 2048.
     */
    Optional<Mtu> portMtu(HostFacts host) {
        return host.infinibandGuids().stream()
                .flatMap(guid -> observed.fabricOf(guid).flatMap(f -> f.port(guid)).stream())
                .flatMap(port -> port.info().mtuCap().stream())
                .max(Comparator.naturalOrder())
                .or(() -> Optional.ofNullable(host.drivers().get(ModuleParameterPlanner.MLX4))
                        .filter(driver -> driver.known() instanceof Fact.Known<List<String>>)
                        .filter(driver -> !ModuleParameterPlanner.isOn(driver.parameters()))
                        .map(driver -> Mtu.MTU_2048));
    }

    /** What a host's ports wait for before they can do more. */
    Optional<Waiting> driverWaits(HostFacts host) {
        return host.infinibandGuids().stream().anyMatch(waiting::containsKey)
                ? Optional.of(Waiting.forReboots(Set.of(host.host())))
                : Optional.empty();
    }

    /** What the group has before the plan's fabric steps. */
    Optional<Mtu> groupNow(HostFacts host) {
        return fabric(host).flatMap(fabric -> fabric.groupMtu(PARTITION));
    }

    /** What it has after them. */
    Optional<Mtu> groupAfter(HostFacts host) {
        return fabric(host).flatMap(fabric -> coming.mtu(fabric, PARTITION));
    }

    Optional<Waiting> groupWaits(HostFacts host) {
        return fabric(host).flatMap(fabric -> coming.waitsFor(fabric, PARTITION));
    }
}
