package dev.ibplay.facts.tools;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import java.util.Optional;

/**
 * A port's PortInfo as {@code smpquery portinfo} prints it. Every part may be missing: old tools print fewer fields, and the
 * text may be cut.
 *
 * @param port the number asked for, from the header; 0 is a switch's own port
 * @param linkState {@code Down}, {@code Initialize}, {@code Armed} or {@code Active}
 * @param physLinkState {@code Polling}, {@code Disabled}, {@code LinkUp} ...
 * @param neighborMtu what the subnet manager has set; at most {@code mtuCap} of either end of the link; of a port that is down it
 *     says nothing
 * @param linkSpeedActive of one lane, for example {@code 25.78125 Gbps}
 */
public record PortInfoText(
        Optional<Integer> port,
        Optional<Lid> lid,
        Optional<Lid> smLid,
        Optional<Long> capMask,
        Optional<String> linkState,
        Optional<String> physLinkState,
        Optional<Mtu> neighborMtu,
        Optional<Mtu> mtuCap,
        Optional<String> linkWidthActive,
        Optional<String> linkSpeedActive) {
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

    /** The MTU of the link; nothing of a port that is not up, which may answer anything (IBA vol. 1, C14-24.2.1). */
    public Optional<Mtu> linkMtu() {
        return linkState.isEmpty() || isUp() ? neighborMtu : Optional.empty();
    }

    /** Whether the link carries packets, or is about to. */
    public boolean isUp() {
        return linkState
                .filter(state -> state.equals("Active") || state.equals("Armed"))
                .isPresent();
    }
}
