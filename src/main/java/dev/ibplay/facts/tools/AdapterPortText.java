package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortGuid;
import java.util.Optional;

/**
 * A port of a channel adapter.
 *
 * @param state {@code Down}, {@code Initializing}, {@code Armed} or {@code Active}: ibstat's words
 * @param physicalState {@code LinkUp}, {@code Polling}, {@code Disabled} ...
 * @param rate in Gb/s, possibly with a fraction
 * @param lid missing when none is assigned (0 or 65535)
 * @param smLid missing when no subnet manager is known
 * @param linkLayer {@code InfiniBand} or {@code Ethernet}; tools before 2010 do not say
 */
public record AdapterPortText(
        int number,
        String state,
        String physicalState,
        Optional<String> rate,
        Optional<Lid> lid,
        Optional<Lid> smLid,
        Optional<Long> capMask,
        Optional<PortGuid> portGuid,
        Optional<String> linkLayer) {
    private static final long IS_SM = 1L << 1;
    private static final long IS_SM_DISABLED = 1L << 10;

    /** Whether a subnet manager runs on this port (CapabilityMask bit 1). */
    public Optional<Boolean> isSm() {
        return capMask.map(mask -> (mask & IS_SM) != 0);
    }

    /** Whether none may run on it (CapabilityMask bit 10). */
    public Optional<Boolean> isSmDisabled() {
        return capMask.map(mask -> (mask & IS_SM_DISABLED) != 0);
    }
}
