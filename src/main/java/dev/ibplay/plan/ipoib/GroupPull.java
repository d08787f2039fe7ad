package dev.ibplay.plan.ipoib;

import dev.ibplay.facts.IpoibObserved;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.Mtu;
import java.util.Optional;

/**
 * Where the kernel takes the MTU of an interface by itself when its group is made anew: down to what the group carries, and up
 * with the group if it had all of the old one (ipoib_multicast.c: ipoib_mcast_join_task, ipoib_mcast_carrier_on_task).
 *
 * @param from in bytes, now
 * @param to in bytes, afterwards
 */
record GroupPull(int from, int to) {
    /** Nothing for an interface that stays, is in connected mode, or of which not enough is known. */
    static Optional<GroupPull> of(IpoibObserved found, Optional<Mtu> before, Optional<Mtu> after) {
        boolean datagram = found.mode().ifKnown().orElse(IpoibMode.DATAGRAM) == IpoibMode.DATAGRAM;
        Optional<Integer> now = found.mtu().ifKnown().filter(mtu -> datagram);
        Optional<Integer> most = after.map(Mtu::ipoibDatagramBytes);
        if (now.isEmpty() || most.isEmpty()) {
            return Optional.empty();
        }
        boolean hadAll = now.equals(before.map(Mtu::ipoibDatagramBytes));
        boolean moves = now.get() > most.get() || (hadAll && now.get() < most.get());
        return moves ? Optional.of(new GroupPull(now.get(), most.get())) : Optional.empty();
    }

    boolean rises() {
        return to > from;
    }
}
