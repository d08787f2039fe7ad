package dev.ibplay.ib;

import java.util.Optional;

/**
 * A multicast group, or a port's membership in it, as the subnet administration describes it (IBA vol. 1, 15.2.5.17).
 *
 * @param portGid of the member; all 0 for the group itself, and where the subnet manager does not tell
 * @param qKey 32 bits, unsigned
 * @param pkey the group's partition, with the full-member bit
 * @param scope 4 bits; 2 is the subnet
 * @param joinState of the member that the record is about; 0 for the group itself
 * @param proxyJoin whether another port has joined on the member's behalf
 */
public record McMemberRecord(
        Gid mgid,
        Gid portGid,
        long qKey,
        Lid mlid,
        PKey pkey,
        PathParameters parameters,
        int scope,
        int joinState,
        boolean proxyJoin) {
    /** Decodes a record of at least 52 bytes; nothing when its P_Key names no partition. */
    public static Optional<McMemberRecord> decode(byte[] data) {
        int pkey = MadField.MCMEMBER_PKEY.intIn(data);
        if ((pkey & 0x7fff) == 0) {
            return Optional.empty();
        }
        return Optional.of(new McMemberRecord(
                new Gid(MadField.MCMEMBER_MGID_PREFIX.in(data), MadField.MCMEMBER_MGID_GUID.in(data)),
                new Gid(MadField.MCMEMBER_PORT_GID_PREFIX.in(data), MadField.MCMEMBER_PORT_GID_GUID.in(data)),
                MadField.MCMEMBER_Q_KEY.in(data),
                new Lid(MadField.MCMEMBER_MLID.intIn(data)),
                new PKey(pkey),
                PathParameters.ofGroup(data),
                MadField.MCMEMBER_SCOPE.intIn(data),
                MadField.MCMEMBER_JOIN_STATE.intIn(data),
                MadField.MCMEMBER_PROXY_JOIN.isSetIn(data)));
    }

    /** The MTU that members must be able to do; nothing for a code that is not defined. */
    public Optional<Mtu> mtu() {
        return parameters.mtu();
    }

    /** The rate that members must be able to do; nothing for a code that is not defined. */
    public Optional<Rate> rate() {
        return parameters.rate();
    }
}
