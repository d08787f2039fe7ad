package dev.ibplay.facts.tools;

import dev.ibplay.facts.LinkLayer;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.Optional;

/**
 * A port of a channel adapter. Which parts are missing depends on the tool: ibstat prints no MTU, ibv_devinfo no rate unless
 * it is asked for all.
 *
 * @param rate in Gb/s, possibly with a fraction
 * @param lid missing when none is assigned (0 or 65535)
 * @param smLid missing when no subnet manager is known
 * @param maxMtu what the port can do (MtuCap)
 * @param printedActiveMtu what is printed as the MTU in use, believable or not
 */
public record AdapterPortText(
        int number,
        PortState state,
        Optional<PortPhysicalState> physicalState,
        Optional<String> rate,
        Optional<Lid> lid,
        Optional<Lid> smLid,
        Optional<Long> capMask,
        Optional<PortGuid> portGuid,
        LinkLayer linkLayer,
        Optional<Mtu> maxMtu,
        Optional<Mtu> printedActiveMtu) {
    private static final long IS_SM = 1L << 1;
    private static final long IS_SM_DISABLED = 1L << 10;

    /**
     * The MTU that the subnet manager has set for the link (NeighborMTU). A port that is down may print anything
     * (IBA vol. 1, C14-24.2.1), so it has none.
     */
    public Optional<Mtu> activeMtu() {
        return state == PortState.ACTIVE || state == PortState.ARMED ? printedActiveMtu : Optional.empty();
    }

    /** Whether a subnet manager runs on this port (CapabilityMask bit 1). */
    public Optional<Boolean> isSm() {
        return capMask.map(mask -> (mask & IS_SM) != 0);
    }

    /** Whether none may run on it (CapabilityMask bit 10). */
    public Optional<Boolean> isSmDisabled() {
        return capMask.map(mask -> (mask & IS_SM_DISABLED) != 0);
    }
}
