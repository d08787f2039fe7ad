package dev.ibplay.ib;

import java.util.Arrays;
import java.util.Optional;

/** The static rates of paths and groups with their codes (IBA vol. 1, PathRecord.Rate; OpenSM ib_types.h). */
public enum Rate {
    GBPS_2_5(2, "2.5"),
    GBPS_10(3, "10"),
    GBPS_30(4, "30"),
    GBPS_5(5, "5"),
    GBPS_20(6, "20"),
    GBPS_40(7, "40"),
    GBPS_60(8, "60"),
    GBPS_80(9, "80"),
    GBPS_120(10, "120"),
    GBPS_14(11, "14"),
    GBPS_56(12, "56"),
    GBPS_112(13, "112"),
    GBPS_168(14, "168"),
    GBPS_25(15, "25"),
    GBPS_100(16, "100"),
    GBPS_200(17, "200"),
    GBPS_300(18, "300"),
    GBPS_28(19, "28"),
    GBPS_50(20, "50"),
    GBPS_400(21, "400"),
    GBPS_600(22, "600");

    private final int code;
    private final String gbps;

    Rate(int code, String gbps) {
        this.code = code;
        this.gbps = gbps;
    }

    public int code() {
        return code;
    }

    public static Optional<Rate> ofCode(int code) {
        return Arrays.stream(values()).filter(r -> r.code == code).findFirst();
    }

    /** The rate of so many Gb/s, written as a user writes it. */
    public static Optional<Rate> ofGbps(String gbps) {
        return Arrays.stream(values()).filter(r -> r.gbps.equals(gbps)).findFirst();
    }

    /** Gb/s, as a user writes it. */
    @Override
    public String toString() {
        return gbps;
    }
}
