package dev.ibplay.facts;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.Optional;

/**
 * What the kernel says of an adapter's port, for people: a plan asks the port itself. MTUs are not among it.
 *
 * @param rate in Gb/s, possibly with a fraction
 * @param lid missing when none is assigned
 * @param smLid missing when no subnet manager is known
 * @param capMask the CapabilityMask
 */
public record PortAttributes(
        LinkLayer linkLayer,
        Optional<PortState> state,
        Optional<PortPhysicalState> physicalState,
        Optional<String> rate,
        Optional<Lid> lid,
        Optional<Lid> smLid,
        Optional<Long> capMask) {
    private static final long IS_SM = 1L << 1;

    /** Of a port at which nobody has looked. */
    public static final PortAttributes UNREAD = new PortAttributes(
            LinkLayer.UNSAID,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Whether a subnet manager runs on the port (bit 1). */
    public boolean isSm() {
        return capMask.filter(mask -> (mask & IS_SM) != 0).isPresent();
    }
}
