package dev.ibplay.facts;

import dev.ibplay.exec.MadPort;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/**
 * A port of a host's adapter.
 *
 * @param guid from the port's first GID
 * @param active whether the port's state is ACTIVE
 * @param infiniband false for ports with another link layer (RoCE, iWARP, Omni-Path)
 * @param queryable whether there is a way to send management packets: a umad device, on Windows the tools
 */
public record AdapterPort(
        MadPort port,
        Optional<PortGuid> guid,
        boolean active,
        boolean infiniband,
        boolean queryable,
        AdapterAttributes adapter,
        PortAttributes attributes) {

    /** A port of which no more was read. */
    public AdapterPort(MadPort port, Optional<PortGuid> guid, boolean active, boolean infiniband, boolean queryable) {
        this(port, guid, active, infiniband, queryable, AdapterAttributes.UNREAD, PortAttributes.UNREAD);
    }
}
