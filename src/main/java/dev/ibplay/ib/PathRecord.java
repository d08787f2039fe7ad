package dev.ibplay.ib;

import java.util.Optional;

/**
 * How packets get from one port to another (IBA vol. 1, 15.2.5.16).
 *
 * @param rawTraffic whether raw packets may be sent
 * @param numberOfPaths that were asked for, 7 bits
 * @param pkey nothing when it names no partition
 * @param qosClass 12 bits
 * @param preference 8 bits; lower is better
 */
public record PathRecord(
        long serviceId,
        Gid dgid,
        Gid sgid,
        Lid dlid,
        Lid slid,
        boolean rawTraffic,
        boolean reversible,
        int numberOfPaths,
        Optional<PKey> pkey,
        int qosClass,
        PathParameters parameters,
        int preference) {
    /** Decodes a record of at least 64 bytes. */
    public static PathRecord decode(byte[] data) {
        int pkey = MadField.PATH_PKEY.intIn(data);
        return new PathRecord(
                MadField.PATH_SERVICE_ID.in(data),
                new Gid(MadField.PATH_DGID_PREFIX.in(data), MadField.PATH_DGID_GUID.in(data)),
                new Gid(MadField.PATH_SGID_PREFIX.in(data), MadField.PATH_SGID_GUID.in(data)),
                new Lid(MadField.PATH_DLID.intIn(data)),
                new Lid(MadField.PATH_SLID.intIn(data)),
                MadField.PATH_RAW_TRAFFIC.isSetIn(data),
                MadField.PATH_REVERSIBLE.isSetIn(data),
                MadField.PATH_NUMBER_OF_PATHS.intIn(data),
                (pkey & 0x7fff) == 0 ? Optional.empty() : Optional.of(new PKey(pkey)),
                MadField.PATH_QOS_CLASS.intIn(data),
                PathParameters.ofPath(data),
                MadField.PATH_PREFERENCE.intIn(data));
    }
}
