package dev.ibplay.lab.fabric;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import java.util.List;
import java.util.Optional;

/**
 * A port at one moment.
 *
 * @param lid 0 while not assigned; so is {@code smLid}
 * @param mtu NeighborMTU
 * @param rate of the link; nothing where it is none of the table of rates
 * @param pkeys in the order of the table
 * @param pkeyCapacity entries of the table
 * @param capabilityMask 32 bits, the one that says that a subnet manager runs there included
 * @param runsSm whether a subnet manager is bound to it
 * @param reregistrations how often a subnet manager has told it to register anew
 */
public record PortView(
        Optional<PortGuid> guid,
        PortState state,
        PortPhysicalState physicalState,
        Lid lid,
        Lid smLid,
        int lmc,
        Mtu mtu,
        Mtu mtuCap,
        Optional<Rate> rate,
        List<PKey> pkeys,
        int pkeyCapacity,
        int capabilityMask,
        boolean runsSm,
        int reregistrations) {
    static PortView of(LabPort port) {
        return new PortView(
                port.guid(),
                port.state(),
                port.physicalState(),
                new Lid(port.lid()),
                new Lid(port.smLid()),
                port.lmc(),
                port.neighborMtu(),
                port.mtuCap(),
                port.rate(),
                port.pkeys(),
                port.node().pkeyCapacity(),
                port.capabilityMask(),
                port.manager().isPresent(),
                port.reregistrations());
    }
}
