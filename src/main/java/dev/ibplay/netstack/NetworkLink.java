package dev.ibplay.netstack;

import java.util.Optional;

/**
 * What files of network stacks choose an interface by.
 *
 * @param name as the kernel has it now, such as ib0 or ib0.8001
 * @param address 20 bytes; empty when it is not known
 * @param driver as ethtool tells it; empty when it is not known
 */
public record NetworkLink(String name, Optional<HardwareAddress> address, Optional<String> driver) {
    public static NetworkLink named(String name) {
        return new NetworkLink(name, Optional.empty(), Optional.empty());
    }
}
