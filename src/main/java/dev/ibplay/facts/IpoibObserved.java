package dev.ibplay.facts;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;

/**
 * An interface that the kernel calls InfiniBand (ARPHRD type 32), as sysfs shows it.
 *
 * @param mtu in bytes
 * @param mode absent where the kernel has no such attribute
 * @param pkey always with the full-member bit, whatever the membership
 * @param carrier whether it has joined its broadcast group
 */
public record IpoibObserved(String name, Fact<Integer> mtu, Fact<IpoibMode> mode, Fact<PKey> pkey, boolean carrier) {}
