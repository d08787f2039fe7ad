package dev.ibplay.facts;

import dev.ibplay.exec.MadPort;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What only a Windows host has.
 *
 * @param adapters all network connections, of whatever link layer
 * @param services those that run OpenSM; empty where there is none
 * @param portMtus of the InfiniBand ports, as far as a tool tells them
 * @param codePage which programs write their text in, for example 932
 * @param elevated whether the login has an administrator's rights
 * @param doubts why there may be more than is told, or less than one might think, for people
 */
public record WindowsObserved(
        Fact<List<WindowsAdapterObserved>> adapters,
        Fact<List<WindowsServiceObserved>> services,
        Map<MadPort, PortMtu> portMtus,
        Fact<Integer> codePage,
        Fact<Boolean> elevated,
        List<String> doubts) {
    /** IPoIB's drivers for Windows know datagram mode only: 4096 bytes of the largest InfiniBand MTU less IPoIB's header. */
    public static final int LARGEST_MTU = 4092;

    public WindowsObserved {
        portMtus = Map.copyOf(portMtus);
        doubts = List.copyOf(doubts);
    }

    public Optional<WindowsAdapterObserved> adapter(String name) {
        return adapters.ifKnown().orElse(List.of()).stream()
                .filter(adapter -> adapter.name().equals(name))
                .findFirst();
    }

    /** The connections over InfiniBand. */
    public List<WindowsAdapterObserved> ipoib() {
        return adapters.ifKnown().orElse(List.of()).stream()
                .filter(WindowsAdapterObserved::ipoib)
                .toList();
    }
}
