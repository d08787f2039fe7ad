package dev.ibplay.lab.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a simulated Linux host is made of.
 *
 * @param opensm what OpenSM's files say; empty where it is not installed, or where {@code given} brings it
 * @param given what is as on a real host, whose twin this is
 */
public record LinuxHost(
        String name,
        List<Adapter> adapters,
        List<Interface> interfaces,
        Stack stack,
        Optional<Opensm> opensm,
        Given given) {
    public LinuxHost {
        adapters = List.copyOf(adapters);
        interfaces = List.copyOf(interfaces);
    }

    /** One that is nobody's twin. */
    public LinuxHost(
            String name, List<Adapter> adapters, List<Interface> interfaces, Stack stack, Optional<Opensm> opensm) {
        this(name, adapters, interfaces, stack, opensm, Given.NOTHING);
    }

    /** What brings the interfaces up at boot. */
    public enum Stack {
        /** Debian's, by /etc/network/interfaces. */
        IFUPDOWN,
        /** systemd-networkd, by /etc/systemd/network. */
        NETWORKD,
        /** NetworkManager, by keyfiles of /etc/NetworkManager/system-connections and ifcfg files. */
        NETWORKMANAGER,
        /** netplan, whose YAML networkd brings about. */
        NETPLAN,
        /** netplan, whose YAML NetworkManager brings about. */
        NETPLAN_NETWORKMANAGER,
        /** Red Hat's network scripts, by ifcfg files of /etc/sysconfig/network-scripts. */
        IFCFG,
        /** SUSE's wicked, by ifcfg files of /etc/sysconfig/network. */
        WICKED
    }

    /** Whose drivers a host has, which decides what options they know. */
    public enum Origin {
        /** The kernel's own. */
        UPSTREAM,
        /** MLNX_OFED before its version 3: ports of mlx4 do 2048 bytes unless told otherwise. */
        MLNX_OFED
    }

    /**
     * An adapter.
     *
     * @param name the kernel's, for example {@code mlx5_0}
     * @param driver {@code mlx5_core} or {@code mlx4_core}
     * @param ports how many it has, from 1
     */
    public record Adapter(String name, String driver, NodeGuid node, int ports, Origin origin, Model model) {
        /** A usual one that the kernel's own driver is for. */
        public Adapter(String name, String driver, NodeGuid node, int ports) {
            this(name, driver, node, ports, Origin.UPSTREAM);
        }

        /** A usual one that the driver is for. */
        public Adapter(String name, String driver, NodeGuid node, int ports, Origin origin) {
            this(name, driver, node, ports, origin, Model.of(driver));
        }
    }

    /**
     * What an adapter says of itself.
     *
     * @param type {@code hca_type} of sysfs
     * @param board {@code board_id}
     * @param connects whether its interfaces know connected mode; enhanced IPoIB of mlx5 does not (ipoib_main.c; the flag in
     *     the hardware address)
     */
    public record Model(String type, String firmware, String board, boolean connects) {
        private static final String BOARD = "IBP0000000001";

        /** A model that is usual for a driver. */
        public static Model of(String driver) {
            return driver.equals("mlx4_core")
                    ? new Model("MT4099", "2.42.5000", BOARD, true)
                    : new Model("MT4123", "20.31.1014", BOARD, false);
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
     * @param ports that it serves; all of the host where there are none
     */
    public record Opensm(Optional<String> conf, Optional<String> partitions, boolean enabled, List<PortGuid> ports) {
        public Opensm {
            ports = List.copyOf(ports);
        }

        /** On all ports of the host. */
        public Opensm(Optional<String> conf, Optional<String> partitions, boolean enabled) {
            this(conf, partitions, enabled, List.of());
        }

        /** The same on some ports only. */
        public Opensm on(List<PortGuid> some) {
            return new Opensm(conf, partitions, enabled, some);
        }
    }

    /**
     * What is known of a real host.
     *
     * @param files laid on the disk as they are, by path, instead of those that network stack and OpenSM would be given
     * @param interfaces names of the ports' own IPoIB interfaces, as udev has given them; empty where the kernel's names stay and
     *     every port has one
     * @param opensm the program as it is installed
     * @param enabled units that start with the host
     * @param way how logins seem to come in
     */
    public record Given(
            Map<String, GivenFile> files,
            Optional<Map<MadPort, String>> interfaces,
            Optional<OpensmBuild> opensm,
            List<String> enabled,
            Optional<Way> way) {
        /** Of a host that was thought up. */
        public static final Given NOTHING =
                new Given(Map.of(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());

        public Given {
            files = Map.copyOf(new TreeMap<>(files));
            interfaces = interfaces.map(Map::copyOf);
            enabled = List.copyOf(enabled);
        }
    }

    /** A file's content and permission bits. */
    public record GivenFile(Bytes content, int mode) {}

    /**
     * An opensm program.
     *
     * @param path where it is installed
     * @param version as it prints it
     * @param conf the file that it reads when it is told no other
     * @param partitions the same
     */
    public record OpensmBuild(String path, String version, String conf, String partitions) {
        /** That of Debian 12. */
        public static final OpensmBuild DEBIAN =
                new OpensmBuild("/usr/sbin/opensm", "3.3.23", "/etc/opensm/opensm.conf", "/etc/opensm/partitions.conf");
    }

    /**
     * The way back to where logins come from.
     *
     * @param peer address of that, as the SSH server sees it
     * @param interfaceName by which packets go there
     */
    public record Way(String peer, String interfaceName) {}
}
