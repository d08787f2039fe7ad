package dev.ibplay.lab.fabric;

import dev.ibplay.exec.MadKey;

/**
 * The M_Key that guards a port (IBA vol. 1, 14.2.4).
 *
 * @param value 64 bits; 0 guards nothing
 * @param protection 0 and 1 let everybody read (1 hides the key), 2 and 3 only who knows it
 */
public record PortKey(long value, int protection) {
    public static final PortKey NONE = new PortKey(0, 0);

    /** Whether a question with this key is answered. */
    boolean admits(MadKey asked) {
        return value == 0 || protection < 2 || isKnown(asked);
    }

    /** What PortInfo shows of the key to a question with that one. */
    long shownTo(MadKey asked) {
        return trusts(asked) ? value : 0;
    }

    /** Whether secrets are told to a question with this key (osm_sminfo_rcv.c: osm_sminfo_rcv_process). */
    boolean trusts(MadKey asked) {
        return value == 0 || protection == 0 || isKnown(asked);
    }

    private boolean isKnown(MadKey asked) {
        return MadKey.of(value).equals(asked);
    }

    @Override
    public String toString() {
        return "PortKey[protection=" + protection + "]";
    }
}
