package dev.ibplay.lab.windows;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.NodeGuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a simulated Windows host is made of. Besides it has an Ethernet adapter, over which it is managed unless its traits say
 * otherwise.
 *
 * @param connections over InfiniBand
 * @param opensm the service; empty where none is set up
 */
public record WindowsHost(
        String name,
        WindowsRelease release,
        Language language,
        Stack stack,
        List<Adapter> adapters,
        List<Connection> connections,
        Optional<Opensm> opensm,
        Traits traits) {
    public WindowsHost {
        adapters = List.copyOf(adapters);
        connections = List.copyOf(connections);
    }

    /** Whose drivers and tools there are. */
    public enum Stack {
        /** Mellanox's. */
        WINOF("*JumboPacket", "C:\\Program Files\\Mellanox\\MLNX_VPI\\IB\\Tools"),
        /** That of the OpenFabrics Alliance (netipoib.inx). */
        OPEN_FABRICS("PayloadMtu", "C:\\Program Files\\OFED");

        private final String keyword;
        private final String tools;

        Stack(String keyword, String tools) {
            this.keyword = keyword;
            this.tools = tools;
        }

        /** The registry's value that the driver takes its MTU from. */
        public String keyword() {
            return keyword;
        }

        /** The folder of the tools. */
        public String tools() {
            return tools;
        }
    }

    /**
     * An InfiniBand adapter.
     *
     * @param name {@code ibv_device0}
     */
    public record Adapter(String name, NodeGuid node, int ports, String firmware) {}

    /**
     * A network connection over a port.
     *
     * @param index Windows' number of the interface
     * @param name as people see it
     * @param key of the adapter below the class of network adapters, four digits
     * @param driverMtu what the registry tells the driver, in bytes
     * @param keptMtu of IP in the persistent store, in bytes; empty where none is set
     * @param adapter by its place among the host's
     * @param address IPv4 with the length of its prefix
     */
    public record Connection(
            int index,
            String name,
            String description,
            String key,
            int driverMtu,
            Optional<Integer> keptMtu,
            int adapter,
            int port,
            String address) {}

    /**
     * The service that runs OpenSM.
     *
     * @param image its command line as the registry has it
     * @param start 2 automatic, 3 by hand, 4 disabled (winnt.h)
     * @param files by their paths
     */
    public record Opensm(String service, String image, int start, Map<String, Bytes> files) {
        public static final int AUTOMATIC = 2;
        public static final int BY_HAND = 3;
        public static final int DISABLED = 4;

        public Opensm {
            files = Map.copyOf(files);
        }
    }

    /** What an administrator sees when IP is to carry more than the driver: it is not known for sure which. */
    public enum Raise {
        /** An error. */
        REFUSED,
        /** Success, and the driver's MTU stays. */
        INEFFECTIVE
    }

    /**
     * What differs from host to host, or is not known for sure.
     *
     * @param isElevated whether the login has an administrator's full rights
     * @param isPowerShell whether sshd starts PowerShell and not cmd
     * @param wayIn the connection over which the host is managed; empty for Ethernet
     * @param missing tools that are not installed, without {@code .exe}
     */
    public record Traits(
            boolean isElevated, boolean isPowerShell, Raise raise, Optional<String> wayIn, Set<String> missing) {
        public static final Traits USUAL = new Traits(true, false, Raise.REFUSED, Optional.empty(), Set.of());

        public Traits {
            missing = Set.copyOf(missing);
        }

        /** The same for a login without an administrator's rights. */
        public Traits restricted() {
            return new Traits(false, isPowerShell, raise, wayIn, missing);
        }

        /** The same with PowerShell as the login's shell. */
        public Traits withPowerShell() {
            return new Traits(isElevated, true, raise, wayIn, missing);
        }

        /** The same, managed over this connection. */
        public Traits managedOver(String connection) {
            return new Traits(isElevated, isPowerShell, raise, Optional.of(connection), missing);
        }

        /** The same where too large an MTU of IP changes nothing. */
        public Traits ineffective() {
            return new Traits(isElevated, isPowerShell, Raise.INEFFECTIVE, wayIn, missing);
        }

        /** The same without some tools. */
        public Traits without(Set<String> tools) {
            return new Traits(isElevated, isPowerShell, raise, wayIn, tools);
        }
    }
}
