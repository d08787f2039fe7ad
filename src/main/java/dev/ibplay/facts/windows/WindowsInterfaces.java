package dev.ibplay.facts.windows;

import dev.ibplay.exec.MadPort;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceAddress;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.facts.WindowsAdapterObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The IPoIB connections of a host as IPoIB interfaces. Windows' drivers know datagram mode only. */
final class WindowsInterfaces {
    private static final String NOT_TOLD = "Windows does not tell it";

    private final List<WindowsAdapterObserved> adapters;
    private final List<AdapterPort> ports;
    private final Function<Integer, Optional<Integer>> pkeys;

    /**
     * The interfaces.
     *
     * @param adapters those that are IPoIB
     * @param pkeys what the driver of an adapter is told, by the adapter's index
     */
    WindowsInterfaces(
            List<WindowsAdapterObserved> adapters,
            List<AdapterPort> ports,
            Function<Integer, Optional<Integer>> pkeys) {
        this.adapters = adapters;
        this.ports = ports;
        this.pkeys = pkeys;
    }

    List<IpoibObserved> observed() {
        return adapters.stream()
                .map(adapter -> new IpoibObserved(
                        adapter.name(),
                        adapter.mtu(),
                        Fact.known(IpoibMode.DATAGRAM),
                        Fact.known(pkey(adapter)),
                        adapter.up()))
                .toList();
    }

    /** Default, unless the driver is told another one. */
    private PKey pkey(WindowsAdapterObserved adapter) {
        return pkeys.apply(adapter.index())
                .filter(value -> (value & 0x7fff) != 0 && value <= 0xffff)
                .map(PKey::new)
                .orElse(PKey.DEFAULT)
                .asFullMember();
    }

    List<IpoibLink> links() {
        return adapters.stream()
                .map(adapter -> new IpoibLink(
                        adapter.name(),
                        Fact.unreadable(NOT_TOLD),
                        port(adapter),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        adapter.up() ? "up" : "down",
                        Fact.unreadable(NOT_TOLD),
                        adapter.addresses(),
                        adapter.addresses().map(all -> all.stream().anyMatch(InterfaceAddress::isIpv6))))
                .toList();
    }

    /** Nothing ties a connection to a port but that there is only one, or only one that is Active when it is up. */
    private Optional<MadPort> port(WindowsAdapterObserved adapter) {
        List<AdapterPort> infiniband =
                ports.stream().filter(AdapterPort::infiniband).toList();
        List<AdapterPort> possible = infiniband.size() > 1 && adapter.up()
                ? infiniband.stream().filter(AdapterPort::active).toList()
                : infiniband;
        return possible.size() == 1 ? Optional.of(possible.getFirst().port()) : Optional.empty();
    }
}
