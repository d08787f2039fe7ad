package dev.ibplay.ib;

import java.util.Optional;

/**
 * Which multicast groups to ask the subnet administration for: a record of which only the components named by the mask
 * count (IBA vol. 1, 15.2.5.17). OpenSM shows a group only to a port that has the group's P_Key, unless asked with its
 * sa_key.
 */
public record McMemberQuery(Optional<Gid> mgid, Optional<Lid> mlid, Optional<PKey> pKey) {
    private static final long MGID = 1L << 0;
    private static final long MLID = 1L << 3;
    private static final long P_KEY = 1L << 7;

    /** Every group that may be seen. */
    public static McMemberQuery all() {
        return new McMemberQuery(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public McMemberQuery withMgid(Gid wanted) {
        return new McMemberQuery(Optional.of(wanted), mlid, pKey);
    }

    public McMemberQuery withMlid(Lid wanted) {
        return new McMemberQuery(mgid, Optional.of(wanted), pKey);
    }

    /** A group carries its P_Key as full member: OpenSM compares all 16 bits. */
    public McMemberQuery withPartition(PKey wanted) {
        return new McMemberQuery(mgid, mlid, Optional.of(wanted.asFullMember()));
    }

    public long componentMask() {
        return (mgid.isPresent() ? MGID : 0) | (mlid.isPresent() ? MLID : 0) | (pKey.isPresent() ? P_KEY : 0);
    }

    /** The record with the wanted components, all others 0. */
    public byte[] record() {
        byte[] record = new byte[Attribute.MC_MEMBER_RECORD.bytes()];
        mgid.ifPresent(gid -> {
            MadField.MCMEMBER_MGID_PREFIX.put(record, gid.high());
            MadField.MCMEMBER_MGID_GUID.put(record, gid.low());
        });
        mlid.ifPresent(lid -> MadField.MCMEMBER_MLID.put(record, lid.value()));
        pKey.ifPresent(key -> MadField.MCMEMBER_PKEY.put(record, key.value()));
        return record;
    }
}
