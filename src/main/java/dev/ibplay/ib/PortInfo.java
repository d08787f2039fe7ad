package dev.ibplay.ib;

import java.util.Optional;

/**
 * A port's settings.
 *
 * @param lid 0 when not assigned
 * @param smLid the LID of the master subnet manager that configured the port
 * @param capabilityMask bit 1 says that a subnet manager runs on the port
 * @param neighborMtu the MTU of the link, set by the subnet manager; nothing for a code that is not defined
 * @param mtuCap the largest MTU that the port can do
 * @param rate of the link; nothing where it is down or not known
 */
public record PortInfo(
        Lid lid,
        Lid smLid,
        int capabilityMask,
        int localPort,
        PortState state,
        PortPhysicalState physicalState,
        Optional<Mtu> neighborMtu,
        Optional<Mtu> mtuCap,
        Optional<Rate> rate) {
    private static final int IS_SM = 1 << 1;

    /** Decodes the 64 bytes of the attribute. */
    public static PortInfo decode(byte[] data) {
        return new PortInfo(
                new Lid(MadField.PORT_LID.intIn(data)),
                new Lid(MadField.PORT_SM_LID.intIn(data)),
                MadField.PORT_CAPABILITY_MASK.intIn(data),
                MadField.PORT_LOCAL_PORT.intIn(data),
                PortState.ofCode(MadField.PORT_STATE.intIn(data)),
                PortPhysicalState.ofCode(MadField.PORT_PHYSICAL_STATE.intIn(data)),
                Mtu.ofCode(MadField.PORT_NEIGHBOR_MTU.intIn(data)),
                Mtu.ofCode(MadField.PORT_MTU_CAP.intIn(data)),
                LinkRate.of(
                        MadField.PORT_WIDTH_ACTIVE.intIn(data),
                        MadField.PORT_SPEED_ACTIVE.intIn(data),
                        MadField.PORT_SPEED_EXT_ACTIVE.intIn(data)));
    }

    /** Whether a subnet manager runs on this port. */
    public boolean isSm() {
        return (capabilityMask & IS_SM) != 0;
    }
}
