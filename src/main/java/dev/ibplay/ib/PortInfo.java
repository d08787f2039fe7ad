package dev.ibplay.ib;

import java.util.Optional;

/**
 * A port's settings (IBA vol. 1, 14.2.5.6).
 *
 * @param lid 0 when not assigned, and for the outer ports of a switch
 * @param smLid the LID of the master subnet manager that configured the port
 * @param lmc how many low bits of the LID are free for paths, 0..7
 * @param gidPrefix the first 64 bits of the port's GIDs
 * @param capabilityMask bit 1 says that a subnet manager runs on the port
 * @param capabilityMask2 16 bits more
 * @param neighborMtu the MTU of the link, set by the subnet manager; nothing for a code that is not defined
 * @param mtuCap the largest MTU that the port can do
 */
public record PortInfo(
        Lid lid,
        Lid smLid,
        int lmc,
        long gidPrefix,
        int capabilityMask,
        int capabilityMask2,
        int localPort,
        PortState state,
        PortPhysicalState physicalState,
        Optional<Mtu> neighborMtu,
        Optional<Mtu> mtuCap,
        LinkWidths width,
        LinkSpeeds speed) {
    private static final int IS_SM = 1 << 1;

    /** Decodes the 64 bytes of the attribute. */
    public static PortInfo decode(byte[] data) {
        return new PortInfo(
                new Lid(MadField.PORT_LID.intIn(data)),
                new Lid(MadField.PORT_SM_LID.intIn(data)),
                MadField.PORT_LMC.intIn(data),
                MadField.PORT_GID_PREFIX.in(data),
                MadField.PORT_CAPABILITY_MASK.intIn(data),
                MadField.PORT_CAPABILITY_MASK_2.intIn(data),
                MadField.PORT_LOCAL_PORT.intIn(data),
                PortState.ofCode(MadField.PORT_STATE.intIn(data)),
                PortPhysicalState.ofCode(MadField.PORT_PHYSICAL_STATE.intIn(data)),
                Mtu.ofCode(MadField.PORT_NEIGHBOR_MTU.intIn(data)),
                Mtu.ofCode(MadField.PORT_MTU_CAP.intIn(data)),
                LinkWidths.decode(data),
                LinkSpeeds.decode(data));
    }

    /**
     * The same port with what Mellanox's own attribute says of its speed.
     *
     * @param mlnxExtPortInfo the bytes of {@link Attribute#MLNX_EXT_PORT_INFO}
     */
    public PortInfo with(byte[] mlnxExtPortInfo) {
        return new PortInfo(
                lid,
                smLid,
                lmc,
                gidPrefix,
                capabilityMask,
                capabilityMask2,
                localPort,
                state,
                physicalState,
                neighborMtu,
                mtuCap,
                width,
                speed.with(mlnxExtPortInfo));
    }

    /** Whether a subnet manager runs on this port. */
    public boolean isSm() {
        return (capabilityMask & IS_SM) != 0;
    }

    /** Width and speed in use; also on a port whose link is down, which still names the last or lowest. */
    public Optional<LinkRate> linkRate() {
        return width.active().flatMap(w -> speed.active().map(s -> new LinkRate(w, s)));
    }

    /** Of the link; nothing where it is not known, or is none of the table of rates. */
    public Optional<Rate> rate() {
        return linkRate().flatMap(LinkRate::rate);
    }
}
