package dev.ibplay.ib;

import java.util.Arrays;
import java.util.Optional;

/**
 * The rate of a path or multicast group as a code (IBA vol. 1, PathRecord.Rate and MCMemberRecord.Rate). The codes do not
 * follow the speeds. OpenSM 3.3.21 and later know the codes up to {@link #GBPS_600}; the last two are newer still.
 */
public enum Rate {
    GBPS_2_5(2, 2.5),
    GBPS_10(3, 10),
    GBPS_30(4, 30),
    GBPS_5(5, 5),
    GBPS_20(6, 20),
    GBPS_40(7, 40),
    GBPS_60(8, 60),
    GBPS_80(9, 80),
    GBPS_120(10, 120),
    GBPS_14(11, 14),
    GBPS_56(12, 56),
    GBPS_112(13, 112),
    GBPS_168(14, 168),
    GBPS_25(15, 25),
    GBPS_100(16, 100),
    GBPS_200(17, 200),
    GBPS_300(18, 300),
    GBPS_28(19, 28),
    GBPS_50(20, 50),
    GBPS_400(21, 400),
    GBPS_600(22, 600),
    GBPS_800(23, 800),
    GBPS_1200(24, 1200);

    /** What a group gets when the file does not say. */
    public static final Rate DEFAULT = GBPS_10;

    private final int code;
    private final double gigabitsPerSecond;

    Rate(int code, double gigabitsPerSecond) {
        this.code = code;
        this.gigabitsPerSecond = gigabitsPerSecond;
    }

    /** The code on the wire and in partitions.conf, 2..24. */
    public int code() {
        return code;
    }

    public double gigabitsPerSecond() {
        return gigabitsPerSecond;
    }

    public static Optional<Rate> ofCode(int code) {
        return Arrays.stream(values()).filter(r -> r.code == code).findFirst();
    }

    /** The code for a rate in Gb/s as data sheets write it, 2.5 to 1200. */
    public static Optional<Rate> ofGigabitsPerSecond(double rate) {
        return Arrays.stream(values()).filter(r -> r.gigabitsPerSecond == rate).findFirst();
    }

    /** The rate in Gb/s without a needless fraction. */
    @Override
    public String toString() {
        boolean whole = gigabitsPerSecond == Math.rint(gigabitsPerSecond);
        return whole ? Long.toString((long) gigabitsPerSecond) : Double.toString(gigabitsPerSecond);
    }
}
