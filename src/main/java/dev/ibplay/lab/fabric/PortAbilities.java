package dev.ibplay.lab.fabric;

import dev.ibplay.ib.LinkRate;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.Rate;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a port can do and how its link trains: hardware, thus never changed. Many ports share one. */
record PortAbilities(
        Mtu mtuCap, LinkWidths width, LinkSpeeds speed, int capabilityMask, int capabilityMask2, Optional<Rate> rate) {
    static final int IS_SM = 1 << 1;
    /** Of an adapter that tells nothing of itself: among others it can be told to register again (bit 25). */
    private static final int USUAL_CAPABILITIES = 0x2651e848;

    static final int CLIENT_REREGISTRATION = 1 << 25;

    /**
     * As a port has told them.
     *
     * @param carries whether it is one of those that have capabilities of their own: all but a switch's outer ports
     */
    static PortAbilities of(PortInfo info, boolean carries) {
        LinkWidths width = width(info.width());
        LinkSpeeds speed = speed(info.speed());
        int mask = info.capabilityMask() & ~IS_SM;
        return new PortAbilities(
                info.mtuCap().orElse(Mtu.MTU_4096),
                width,
                speed,
                mask == 0 && carries ? USUAL_CAPABILITIES : mask,
                info.capabilityMask2(),
                width.active().flatMap(w -> speed.active().flatMap(s -> new LinkRate(w, s).rate())));
    }

    /** Of a port without a cable of which nothing was told. */
    static PortAbilities usual(boolean carries) {
        LinkWidths width = width(LinkWidths.UNKNOWN);
        LinkSpeeds speed = speed(LinkSpeeds.UNKNOWN);
        return new PortAbilities(
                Mtu.MTU_4096,
                width,
                speed,
                carries ? USUAL_CAPABILITIES : 0,
                0,
                width.active().flatMap(w -> speed.active().flatMap(s -> new LinkRate(w, s).rate())));
    }

    PortAbilities withMtuCap(Mtu cap) {
        return new PortAbilities(cap, width, speed, capabilityMask, capabilityMask2, rate);
    }

    private static LinkWidths width(LinkWidths told) {
        LinkWidth active = told.active().orElse(LinkWidth.X4);
        Set<LinkWidth> supported =
                told.supported().isEmpty() ? EnumSet.of(LinkWidth.X1, LinkWidth.X4, active) : told.supported();
        return new LinkWidths(
                Set.copyOf(supported),
                told.enabled().isEmpty() ? Set.copyOf(supported) : told.enabled(),
                Optional.of(active));
    }

    private static LinkSpeeds speed(LinkSpeeds told) {
        LinkSpeed active = told.active().orElse(LinkSpeed.EDR);
        Set<LinkSpeed> supported = told.supported();
        if (supported.isEmpty()) {
            supported = EnumSet.range(LinkSpeed.SDR, active);
            supported.removeIf(speed -> speed == LinkSpeed.FDR10 && active != LinkSpeed.FDR10);
        }
        return new LinkSpeeds(
                Set.copyOf(supported),
                told.enabled().isEmpty() ? Set.copyOf(supported) : told.enabled(),
                Optional.of(active));
    }
}
