package dev.ibplay.lab.linux;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.NodeGuid;
import java.util.List;
import java.util.Optional;

/**
 * What a simulated Linux host is made of.
 *
 * @param opensm what OpenSM's files say; empty where it is not installed
 */
public record LinuxHost(
        String name, List<Adapter> adapters, List<Interface> interfaces, Stack stack, Optional<Opensm> opensm) {
    public LinuxHost {
        adapters = List.copyOf(adapters);
        interfaces = List.copyOf(interfaces);
    }

    /** What brings the interfaces up at boot. */
    public enum Stack {
        /** Debian's, by /etc/network/interfaces. */
        IFUPDOWN,
        /** systemd-networkd, by /etc/systemd/network. */
        NETWORKD
    }

    /**
     * An adapter.
     *
     * @param name the kernel's, for example {@code mlx5_0}
     * @param driver {@code mlx5_core} or {@code mlx4_core}
     */
    public record Adapter(String name, String driver, NodeGuid node, int ports) {
        /** The model that the driver's name stands for, as {@code hca_type} says. */
        String type() {
            return driver.equals("mlx4_core") ? "MT4099" : "MT4123";
        }

        String firmware() {
            return driver.equals("mlx4_core") ? "2.42.5000" : "20.31.1014";
        }
    }

    /**
     * What the network stack's file says of an IPoIB interface.
     *
     * @param name {@code ib0} for the first port, and so on
     * @param mtu in bytes; empty where the file leaves it to the kernel
     * @param address IPv4 address with the length of its prefix
     */
    public record Interface(String name, IpoibMode mode, Optional<Integer> mtu, String address) {}

    /**
     * OpenSM as Debian's package has it: one process for each port of {@code opensm@GUID.service}.
     *
     * @param conf opensm.conf; empty where there is none
     * @param enabled whether it starts with the host
     */
    public record Opensm(Optional<String> conf, Optional<String> partitions, boolean enabled) {}
}
