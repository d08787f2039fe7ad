package dev.ibplay.ib;

import dev.ibplay.ib.LinkSpeed.Place;
import java.util.Optional;
import java.util.Set;

/** The speeds that a port can do, may use, and uses; {@code active} is nothing for a code that is not defined. */
public record LinkSpeeds(Set<LinkSpeed> supported, Set<LinkSpeed> enabled, Optional<LinkSpeed> active) {
    /** A port of which no speed is known. */
    public static final LinkSpeeds UNKNOWN = new LinkSpeeds(Set.of(), Set.of(), Optional.empty());

    /** LinkSpeedExtEnabled that says: none of them (libibmad dump.c). */
    private static final int EXTENDED_DISABLED = 30;

    /** The same with this speed in use. */
    public LinkSpeeds using(LinkSpeed speed) {
        return new LinkSpeeds(supported, enabled, Optional.of(speed));
    }

    /**
     * Reads all three fields. The extended ones are reserved, thus 0, where the capabilities do not have them; the
     * capabilities of a switch's port are those of port 0, so that they cannot be asked here.
     */
    static LinkSpeeds decode(byte[] portInfo) {
        int enabled = MadField.PORT_SPEED_EXT_ENABLED.intIn(portInfo);
        return new LinkSpeeds(
                speeds(
                        MadField.PORT_SPEED_SUPPORTED.intIn(portInfo),
                        MadField.PORT_SPEED_EXT_SUPPORTED.intIn(portInfo),
                        MadField.PORT_SPEED_EXT_SUPPORTED_2.intIn(portInfo)),
                speeds(
                        MadField.PORT_SPEED_ENABLED.intIn(portInfo),
                        enabled == EXTENDED_DISABLED ? 0 : enabled,
                        MadField.PORT_SPEED_EXT_ENABLED_2.intIn(portInfo)),
                active(portInfo));
    }

    private static Set<LinkSpeed> speeds(int basic, int extended, int extended2) {
        return LinkSpeed.union(
                LinkSpeed.union(LinkSpeed.setOf(Place.BASIC, basic), LinkSpeed.setOf(Place.EXTENDED, extended)),
                LinkSpeed.setOf(Place.EXTENDED_2, extended2));
    }

    /** The newest field that is not 0 counts: the older ones still say 10 Gb/s on a faster link. */
    private static Optional<LinkSpeed> active(byte[] portInfo) {
        int extended2 = MadField.PORT_SPEED_EXT_ACTIVE_2.intIn(portInfo);
        int extended = MadField.PORT_SPEED_EXT_ACTIVE.intIn(portInfo);
        if (extended2 != 0) {
            return LinkSpeed.ofCode(Place.EXTENDED_2, extended2);
        }
        return extended != 0
                ? LinkSpeed.ofCode(Place.EXTENDED, extended)
                : LinkSpeed.ofCode(Place.BASIC, MadField.PORT_SPEED_ACTIVE.intIn(portInfo));
    }

    /** With what Mellanox's attribute says of FDR10, which counts where PortInfo says QDR (ibnetdiscover.c). */
    LinkSpeeds with(byte[] mlnxExtPortInfo) {
        Set<LinkSpeed> now = LinkSpeed.setOf(Place.VENDOR, MadField.MLNX_SPEED_ACTIVE.intIn(mlnxExtPortInfo));
        return new LinkSpeeds(
                LinkSpeed.union(
                        supported, LinkSpeed.setOf(Place.VENDOR, MadField.MLNX_SPEED_SUPPORTED.intIn(mlnxExtPortInfo))),
                LinkSpeed.union(
                        enabled, LinkSpeed.setOf(Place.VENDOR, MadField.MLNX_SPEED_ENABLED.intIn(mlnxExtPortInfo))),
                active.map(speed -> speed == LinkSpeed.QDR && !now.isEmpty() ? LinkSpeed.FDR10 : speed));
    }
}
