package dev.ibplay.lab.esxi;

/**
 * Echo requests from a VMkernel interface.
 *
 * @param payload bytes without the headers of ICMP and IP
 * @param isWhole whether the packet may not be taken apart
 */
record Echo(VirtualNetwork network, EsxiHost.Vmkernel from, String address, int payload, boolean isWhole) {
    /** What becomes of one. */
    enum Fate {
        /** It does not fit the interface that it leaves by. */
        TOO_LONG,
        LOST,
        ANSWERED
    }

    Fate send() {
        int bytes = payload + VmkPing.HEADERS;
        int mtu = network.mtu(from);
        if (isWhole && bytes > mtu) {
            return Fate.TOO_LONG;
        }
        // Fragments are as large as the interface allows, whatever is behind it.
        return network.answers(from, address, Math.min(bytes, mtu)) ? Fate.ANSWERED : Fate.LOST;
    }
}
