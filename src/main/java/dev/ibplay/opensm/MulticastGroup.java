package dev.ibplay.opensm;

import dev.ibplay.diag.Span;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.Rate;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A multicast group that OpenSM makes because of the file.
 *
 * @param pkey with the full member bit, as the SA reports it
 * @param mtu empty where OpenSM takes the smallest of the fabric's adapters
 * @param rateCode empty where OpenSM takes the smallest of the fabric's adapters; a code of {@link Rate} otherwise
 * @param sl service level, 0..15
 * @param qkey 32 bits, unsigned
 * @param flowLabel 20 bits
 * @param definedAt what makes it: the statement's name, or the mgid
 */
public record MulticastGroup(
        Mgid mgid,
        PKey pkey,
        Optional<Mtu> mtu,
        OptionalInt rateCode,
        int sl,
        long qkey,
        int tclass,
        int flowLabel,
        Span definedAt) {
    /** Whether it is the group that every IPoIB interface of the partition joins. */
    public boolean isIpoibBroadcast() {
        return mgid.equals(Mgid.ipoibBroadcast(pkey.base()));
    }

    boolean sameBut(MulticastGroup other) {
        return equals(new MulticastGroup(
                other.mgid,
                other.pkey,
                other.mtu,
                other.rateCode,
                other.sl,
                other.qkey,
                other.tclass,
                other.flowLabel,
                definedAt));
    }
}
