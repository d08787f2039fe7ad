package dev.ibplay.lab.fabric;

import dev.ibplay.ib.Lid;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.Rate;

/** What becomes of a port's request to join the IPoIB broadcast group of a partition. */
public sealed interface Join {
    /**
     * The port is a member.
     *
     * @param qKey 32 bits, unsigned
     */
    record Joined(Mtu mtu, Rate rate, long qKey, Lid mlid) implements Join {}

    record Refused(Reason reason) implements Join {}

    /** Why a port does not become a member. */
    enum Reason {
        /** The port's link is not Active. */
        PORT_NOT_ACTIVE(0),
        /** No master, or one that does not answer. */
        NO_ANSWER(0),
        /** The port's table does not have the P_Key: the host does not even ask. */
        NOT_IN_PARTITION(0),
        /** The question names too little to make the group (ERR 1B11). */
        NO_GROUP(0x0600),
        /** The group's MTU is above the port's NeighborMTU (ERR 1B12). */
        MTU_TOO_LOW(0x0200),
        /** The group's rate is above the port's (ERR 1B12). */
        RATE_TOO_LOW(0x0200);

        private final int status;

        Reason(int status) {
            this.status = status;
        }

        /** The status of the subnet administration's answer (IBA vol. 1, 15.4.1); 0 where none came. */
        public int status() {
            return status;
        }
    }
}
