package dev.ibplay.exec;

/**
 * The keys with which a fabric is asked.
 *
 * @param mKey of its ports; with a protection level of 2 or 3 they answer nobody without it (IBA vol. 1, 14.2.4.1)
 * @param saKey of its subnet administration: trusted questions see all records
 */
public record MadKeys(MadKey mKey, MadKey saKey) {
    /** Questions without keys. */
    public static final MadKeys NONE = new MadKeys(MadKey.NONE, MadKey.NONE);
}
