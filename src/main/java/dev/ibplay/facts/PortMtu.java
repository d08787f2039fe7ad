package dev.ibplay.facts;

import dev.ibplay.ib.Mtu;
import java.util.Optional;

/**
 * A port's MTUs.
 *
 * @param cap what the port can do (MtuCap)
 * @param link what the subnet manager has set for its link (NeighborMTU); nothing of a port that is down
 * @param by who said so, for people: {@code port query} or the name of a tool
 */
public record PortMtu(Optional<Mtu> cap, Optional<Mtu> link, String by) {
    public static final String PORT_QUERY = "port query";
}
