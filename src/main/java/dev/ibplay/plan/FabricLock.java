package dev.ibplay.plan;

import dev.ibplay.ib.PortGuid;

/**
 * A lock at one subnet manager of a fabric. A run holds those of all of them before it changes the fabric, so that no two
 * runs do so at once, from whichever hosts they come.
 *
 * @param path of the lock on the host; it is called after the port, since a host may serve several fabrics
 */
public record FabricLock(String host, String path) {
    public static FabricLock at(String host, PortGuid port) {
        return new FabricLock(host, "/var/lib/ibplay/fabric-" + port + ".lock");
    }
}
