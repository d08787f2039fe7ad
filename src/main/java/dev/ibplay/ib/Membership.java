package dev.ibplay.ib;

import java.util.Locale;

/**
 * How a port belongs to a partition. BOTH is OpenSM's word for a port that gets both entries; without
 * {@code allow_both_pkeys} OpenSM makes it FULL.
 */
public enum Membership {
    FULL,
    LIMITED,
    BOTH;

    /** The word of partitions.conf. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
