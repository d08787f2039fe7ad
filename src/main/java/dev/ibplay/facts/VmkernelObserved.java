package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;

/**
 * A VMkernel interface of an ESXi host.
 *
 * @param mtu in bytes
 * @param virtualSwitch the vSwitch that it lies on, standard or distributed; empty where the host does not tell
 * @param portGroup empty where the host does not tell, as on a distributed vSwitch
 * @param addresses of IPv4 and IPv6
 */
public record VmkernelObserved(
        String name,
        Fact<Integer> mtu,
        Optional<String> virtualSwitch,
        Optional<String> portGroup,
        boolean enabled,
        Fact<List<InterfaceAddress>> addresses) {}
