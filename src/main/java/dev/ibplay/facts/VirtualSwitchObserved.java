package dev.ibplay.facts;

import java.util.List;

/**
 * A vSwitch of an ESXi host.
 *
 * @param distributed whether it belongs to vCenter, which alone can change it
 * @param mtu in bytes
 * @param uplinks names of its network adapters
 */
public record VirtualSwitchObserved(
        String name, boolean distributed, Fact<Integer> mtu, List<String> uplinks, List<String> portGroups) {
    public VirtualSwitchObserved {
        uplinks = List.copyOf(uplinks);
        portGroups = List.copyOf(portGroups);
    }
}
