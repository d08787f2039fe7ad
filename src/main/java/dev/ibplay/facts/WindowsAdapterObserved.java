package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;

/**
 * A network connection of a Windows host.
 *
 * @param index Windows' number of the interface, the same for IPv4 and IPv6
 * @param name as people have called it, in any language: {@code Ethernet 3}
 * @param description the driver's, possibly with a number behind: {@code Mellanox IPoIB Adapter #2}
 * @param ipoib whether the description or the kind of its medium says that it is IPoIB
 * @param up whether it is connected
 * @param mtu in bytes, as IPv4 uses it now (NlMtu); absent where IPv4 is not bound or knows no limit
 * @param keptMtu the same as it will be after a start of the host; absent where none is set for good
 * @param driver what the driver is told its MTU is
 */
public record WindowsAdapterObserved(
        int index,
        String name,
        String description,
        boolean ipoib,
        boolean up,
        Fact<Integer> mtu,
        Fact<Integer> keptMtu,
        Optional<DriverMtu> driver,
        Fact<List<InterfaceAddress>> addresses) {
    /**
     * The registry's value that a driver takes its MTU from. It is not always the MTU of IP: Ethernet's counts 14 bytes of
     * header, IPoIB's does not.
     *
     * @param key of the adapter below the class of network adapters: four digits
     * @param keyword {@code *JumboPacket} of WinOF, {@code PayloadMtu} of the OpenFabrics stack
     * @param value in bytes; unreadable where it is no number
     */
    public record DriverMtu(String key, String keyword, Fact<Integer> value) {}
}
