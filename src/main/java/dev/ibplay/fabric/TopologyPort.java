package dev.ibplay.fabric;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/**
 * A port of a topology file.
 *
 * @param guid of adapters' ports, where the file tells; so is {@code lid}
 * @param peer missing for a port without a cable, which only the form of ports has
 */
public record TopologyPort(
        int number,
        Optional<PortGuid> guid,
        Optional<Lid> lid,
        int lmc,
        Optional<Peer> peer,
        Optional<LinkWidth> width,
        Optional<LinkSpeed> speed) {
    /**
     * The other end of a cable.
     *
     * @param id of its node
     * @param guid of the port, for adapters
     * @param lid of the port, or of its switch
     * @param description of its node; empty where there is none
     */
    public record Peer(String id, int port, Optional<PortGuid> guid, Optional<Lid> lid, String description) {}
}
