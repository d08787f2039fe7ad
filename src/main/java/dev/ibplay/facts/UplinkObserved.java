package dev.ibplay.facts;

/**
 * A network adapter of an ESXi host, by which a vSwitch reaches the world.
 *
 * @param name for example {@code vmnic0}
 * @param driver for example {@code igb}; empty where the host does not tell
 * @param up whether it has a link
 * @param mtu in bytes
 * @param infiniband whether driver or description say that it is an IPoIB one, or its name is one that only the IPoIB driver gives
 *     ({@code vmnic_ib0})
 */
public record UplinkObserved(
        String name, String driver, String description, boolean up, Fact<Integer> mtu, boolean infiniband) {}
