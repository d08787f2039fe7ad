package dev.ibplay.resource;

import dev.ibplay.ib.Membership;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;

/** Who belongs to a partition, and how; without a membership the partition's default counts. */
public record PartitionMember(Who who, Optional<Membership> membership) {
    /** One port, ports of a host, or a set that OpenSM works out. */
    public sealed interface Who {
        /** Whether both name the same, or a host and a port of it. That a GUID is a port of a host is not known here. */
        default boolean overlaps(Who other) {
            return equals(other);
        }
    }

    public record OnePort(PortGuid guid) implements Who {
        @Override
        public String toString() {
            return guid.toString();
        }
    }

    /**
     * Ports of a host of the inventory.
     *
     * @param adapterPort one of them, as {@code mlx5_0/1}; without it all that lie in the fabric
     * @param known the GUIDs that the inventory gives ({@code ibplay_port_guids}), for a host that cannot be read; empty where
     *     it does not tell
     */
    public record HostPorts(String host, Optional<String> adapterPort, List<PortGuid> known) implements Who {
        public HostPorts {
            known = List.copyOf(known);
        }

        @Override
        public boolean overlaps(Who other) {
            return other instanceof HostPorts ports
                    && host.equals(ports.host)
                    && (adapterPort.isEmpty() || ports.adapterPort.isEmpty() || adapterPort.equals(ports.adapterPort));
        }

        /** As the playbook writes it. */
        @Override
        public String toString() {
            return host + adapterPort.map(port -> "/" + port).orElse("");
        }
    }

    /** A word of partitions.conf. */
    public enum Keyword implements Who {
        ALL,
        ALL_CAS,
        ALL_SWITCHES,
        ALL_ROUTERS,
        SELF
    }
}
