package dev.ibplay.opensm;

/**
 * The options of opensm.conf that change what partitions.conf means.
 *
 * @param qos whether service levels other than 0 are in force
 * @param allowBothPkeys whether a port may hold the full and the limited P_Key of one partition
 */
public record SmOptions(boolean qos, boolean allowBothPkeys) {
    public static final SmOptions DEFAULT = new SmOptions(false, false);

    public static SmOptions of(OpensmConf conf) {
        return new SmOptions(
                conf.truth("qos").value(), conf.truth("allow_both_pkeys").value());
    }
}
