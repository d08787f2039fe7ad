package dev.ibplay.facts;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;

/**
 * An interface that the kernel calls InfiniBand (ARPHRD type 32), as sysfs shows it.
 *
 * @param mtu in bytes
 * @param mode absent where the kernel has no such attribute, and nothing else tells it
 * @param pkey always with the full-member bit, whatever the membership
 * @param carrier whether it has joined its broadcast group
 * @param isBare whether it lacks the attributes that are IPoIB's own (mode, pkey, umcast, parent): so are children that were made
 *     by netlink (ipoib_vlan.c: __ipoib_vlan_add), and bonds; the P_Key is that of the broadcast address then
 */
public record IpoibObserved(
        String name, Fact<Integer> mtu, Fact<IpoibMode> mode, Fact<PKey> pkey, boolean carrier, boolean isBare) {
    /** With the attributes of its own. */
    public IpoibObserved(String name, Fact<Integer> mtu, Fact<IpoibMode> mode, Fact<PKey> pkey, boolean carrier) {
        this(name, mtu, mode, pkey, carrier, false);
    }

    /** The same with a mode that sysfs does not tell. */
    public IpoibObserved withMode(Fact<IpoibMode> told) {
        return new IpoibObserved(name, mtu, told, pkey, carrier, isBare);
    }

    /** The partition that it is in; Default where the kernel does not say. */
    public PKey partition() {
        return pkey.ifKnown().orElse(PKey.DEFAULT.asFullMember());
    }
}
