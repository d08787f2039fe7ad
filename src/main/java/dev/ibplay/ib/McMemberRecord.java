package dev.ibplay.ib;

import java.util.Optional;

/**
 * A multicast group as the subnet administration describes it.
 *
 * @param mtu the MTU that members must be able to do; nothing for a code that is not defined
 * @param pkey the group's partition, with the full-member bit
 * @param joinState of the member that the record is about; 0 for the group itself
 */
public record McMemberRecord(Gid mgid, Gid portGid, Optional<Mtu> mtu, Optional<Rate> rate, PKey pkey, int joinState) {
    /** The component mask bit that says: match the MGID (IBA vol. 1, 15.2.5.17). */
    public static final long MATCH_MGID = 1;

    /** Decodes a record of at least 52 bytes; nothing when its P_Key names no partition. */
    public static Optional<McMemberRecord> decode(byte[] data) {
        int pkey = MadField.MCMEMBER_PKEY.intIn(data);
        if ((pkey & 0x7fff) == 0) {
            return Optional.empty();
        }
        return Optional.of(new McMemberRecord(
                Gid.decode(data, 0),
                Gid.decode(data, 16),
                Mtu.ofCode(MadField.MCMEMBER_MTU.intIn(data)),
                Rate.ofCode(MadField.MCMEMBER_RATE.intIn(data)),
                new PKey(pkey),
                MadField.MCMEMBER_JOIN_STATE.intIn(data)));
    }

    /** A record to ask with: only the MGID is set. */
    public static byte[] askFor(Gid mgid) {
        byte[] record = new byte[Attribute.MC_MEMBER_RECORD.bytes()];
        System.arraycopy(mgid.toBytes(), 0, record, 0, 16);
        return record;
    }
}
