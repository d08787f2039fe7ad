package dev.ibplay.facts;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import java.util.List;

/**
 * A partition as a switch's command line shows it.
 *
 * @param pkey without the bit of full members
 * @param mtu of its multicast groups; 2048 where the switch says nothing, which is OpenSM's default
 * @param ipoib whether it has an IPoIB broadcast group
 */
public record SwitchPartitionObserved(
        String name, Fact<PKey> pkey, Fact<Mtu> mtu, Fact<Boolean> ipoib, Fact<List<SwitchMember>> members) {
    /** The partition that every switch has, with P_Key 0x7fff. */
    public static final String DEFAULT = "Default";
}
