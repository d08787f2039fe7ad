package dev.ibplay.lab.layout;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.lab.linux.LinuxHost;
import java.util.Optional;

/** How hosts of a lab are set up where nothing says otherwise: a fabric at 2K, as many sites have it. */
final class SampleSettings {
    static final String MANAGERS = "subnet_managers";
    static final String LINUX = "linux";

    private static final String TWO_K =
            "# One partition for everybody\nDefault=0x7fff, ipoib, mtu=4 : ALL=full, SELF=full;\n";
    private static final int TWO_K_MTU = 2044;

    private SampleSettings() {}

    /** OpenSM that starts with its host. */
    static LinuxHost.Opensm opensm(int priority) {
        return new LinuxHost.Opensm(
                Optional.of("# Subnet manager of the lab\nsm_priority %d\nsweep_interval 10\n".formatted(priority)),
                Optional.of(TWO_K),
                true);
    }

    /** The priority of a fabric's managers by their order, from 0: 3, 1, then 0. */
    static int priority(int order) {
        return Math.max(0, 3 - 2 * order);
    }

    /** What the playbook of the sample wants instead: 4 and 1. */
    static int wanted(int order) {
        return order == 0 ? 4 : priority(order);
    }

    /**
     * An interface.
     *
     * @param number of the host, which makes its address
     */
    static LinuxHost.Interface ipoib(String name, int number) {
        String address = "10.44.%d.%d/16".formatted(number / 250, number % 250 + 1);
        return new LinuxHost.Interface(name, IpoibMode.DATAGRAM, Optional.of(TWO_K_MTU), address);
    }

    /** Both kinds in turn. */
    static LinuxHost.Stack stack(int number) {
        return number % 2 == 0 ? LinuxHost.Stack.IFUPDOWN : LinuxHost.Stack.NETWORKD;
    }
}
