package dev.ibplay.facts;

import java.util.List;

/**
 * A bond of the kernel's bonding driver. Its MTU is that of its slaves, which take it over; an IPoIB slave keeps a mode of its
 * own.
 *
 * @param mtu in bytes
 * @param slaves as {@code bonding/slaves} lists them
 */
public record BondObserved(String name, Fact<Integer> mtu, List<String> slaves) {
    public BondObserved {
        slaves = List.copyOf(slaves);
    }
}
