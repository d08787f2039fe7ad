package dev.ibplay.facts.esxi;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.UplinkObserved;
import dev.ibplay.facts.VirtualSwitchObserved;
import dev.ibplay.facts.VmkernelObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The VMkernel interfaces on vSwitches with an IPoIB uplink, as IPoIB interfaces. The drivers for ESXi know datagram mode only;
 * the host tells no P_Key, so it is Default.
 */
final class EsxiInterfaces {
    private static final String NOT_TOLD = "ESXi does not tell it";

    private final EsxiObserved esxi;
    private final List<AdapterPort> ports;

    EsxiInterfaces(EsxiObserved esxi, List<AdapterPort> ports) {
        this.esxi = esxi;
        this.ports = ports;
    }

    private record OnSwitch(VmkernelObserved vmkernel, VirtualSwitchObserved on) {}

    private List<OnSwitch> all() {
        return esxi.switches().ifKnown().orElse(List.of()).stream()
                .filter(esxi::isOnInfiniband)
                .flatMap(on -> esxi.on(on).stream().map(vmkernel -> new OnSwitch(vmkernel, on)))
                .toList();
    }

    List<IpoibObserved> observed() {
        return all().stream().map(this::observed).toList();
    }

    private IpoibObserved observed(OnSwitch found) {
        // A VMkernel interface may have a larger MTU than its vSwitch, without an error; what counts is what gets
        // through.
        Fact<Integer> mtu =
                found.vmkernel().mtu().flatMap(own -> found.on().mtu().map(of -> Math.min(own, of)));
        return new IpoibObserved(
                found.vmkernel().name(),
                mtu,
                Fact.known(IpoibMode.DATAGRAM),
                Fact.known(PKey.DEFAULT.asFullMember()),
                uplinks(found).stream().anyMatch(UplinkObserved::up));
    }

    private List<UplinkObserved> uplinks(OnSwitch found) {
        return esxi.uplinksOf(found.on()).stream()
                .filter(UplinkObserved::infiniband)
                .toList();
    }

    /**
     * The same as links.
     *
     * @param hasIpv6 whether an interface has an IPv6 address, by name
     */
    List<IpoibLink> links(Function<String, Fact<Boolean>> hasIpv6) {
        return all().stream()
                .map(found -> new IpoibLink(
                        found.vmkernel().name(),
                        Fact.unreadable(NOT_TOLD),
                        port(found),
                        uplinks(found).stream()
                                .map(UplinkObserved::driver)
                                .filter(driver -> !driver.isEmpty())
                                .findFirst(),
                        Optional.empty(),
                        Optional.empty(),
                        found.vmkernel().enabled() ? "up" : "down",
                        Fact.unreadable(NOT_TOLD),
                        found.vmkernel().addresses(),
                        hasIpv6.apply(found.vmkernel().name())))
                .toList();
    }

    /** Nothing ties an uplink to a port but that there is only one, or only one that is Active below an uplink that is up. */
    private Optional<MadPort> port(OnSwitch found) {
        List<AdapterPort> infiniband =
                ports.stream().filter(AdapterPort::infiniband).toList();
        boolean up = !uplinks(found).isEmpty() && uplinks(found).stream().allMatch(UplinkObserved::up);
        List<AdapterPort> possible = infiniband.size() > 1 && up
                ? infiniband.stream().filter(AdapterPort::active).toList()
                : infiniband;
        return possible.size() == 1 ? Optional.of(possible.getFirst().port()) : Optional.empty();
    }
}
