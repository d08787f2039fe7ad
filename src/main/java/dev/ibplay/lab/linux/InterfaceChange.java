package dev.ibplay.lab.linux;

import dev.ibplay.ib.IpoibMode;

/**
 * The MTU or the mode of an IPoIB interface has changed.
 *
 * @param before the MTU in bytes that it had
 * @param mtu in bytes that it has
 * @param group the most that its group carries in datagram mode, in bytes
 * @param byJoin whether the join of its group did it, and nobody who wanted it so
 */
public record InterfaceChange(String name, IpoibMode mode, int before, int mtu, int group, boolean byJoin) {
    /** Whether it was above its group: the join had to cut it. */
    public boolean isCut() {
        return byJoin && mtu < before;
    }
}
