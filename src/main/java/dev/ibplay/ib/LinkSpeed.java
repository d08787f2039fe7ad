package dev.ibplay.ib;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The signalling rate of a lane, the slowest first. PortInfo has three fields for it, each with codes of its own: the first
 * three speeds are in LinkSpeed, FDR to NDR in LinkSpeedExt, XDR in LinkSpeedExt2 (libibmad fields.c); FDR10 is only in
 * Mellanox's own attribute.
 */
public enum LinkSpeed {
    SDR(Place.BASIC, 1, "2.5", 2.5),
    DDR(Place.BASIC, 2, "5.0", 5),
    QDR(Place.BASIC, 4, "10.0", 10),
    FDR10(Place.VENDOR, 1, "10.3125", 10),
    FDR(Place.EXTENDED, 1, "14.0625", 14),
    EDR(Place.EXTENDED, 2, "25.78125", 25),
    HDR(Place.EXTENDED, 4, "53.125", 50),
    NDR(Place.EXTENDED, 8, "106.25", 100),
    XDR(Place.EXTENDED_2, 1, "212.5", 200);

    /** Where PortInfo and its relatives say it. */
    public enum Place {
        BASIC(0, 3),
        VENDOR(3, 1),
        EXTENDED(4, 4),
        EXTENDED_2(8, 1);

        /** Where its bits lie in a mask of all speeds. */
        private final int shift;

        private final int bits;

        Place(int shift, int bits) {
            this.shift = shift;
            this.bits = bits;
        }

        private int shifted(int mask) {
            return (mask & ((1 << bits) - 1)) << shift;
        }
    }

    /** All sets of speeds, by their mask: a fabric has many ports and few different sets. */
    private static final List<Set<LinkSpeed>> SETS =
            IntStream.range(0, 1 << 9).mapToObj(LinkSpeed::makeSet).toList();

    private final Place place;
    private final int code;
    private final String gigabitsPerSecond;
    private final double dataRate;

    LinkSpeed(Place place, int code, String gigabitsPerSecond, double dataRate) {
        this.place = place;
        this.code = code;
        this.gigabitsPerSecond = gigabitsPerSecond;
        this.dataRate = dataRate;
    }

    /** The field that names it. */
    public Place place() {
        return place;
    }

    /** The code in that field: one bit of the masks of supported and enabled speeds. */
    public int code() {
        return code;
    }

    /** What a lane signals, in Gb/s, as libibmad writes it: {@code 25.78125}. */
    public String gigabitsPerSecond() {
        return gigabitsPerSecond;
    }

    /** What a lane counts for in {@link Rate}, in Gb/s: data sheets round it. */
    double dataRate() {
        return dataRate;
    }

    /** The speed that one field names; nothing for 0 and for codes that are not defined. */
    public static Optional<LinkSpeed> ofCode(Place place, int code) {
        return Arrays.stream(values())
                .filter(s -> s.place == place && s.code == code)
                .findFirst();
    }

    /** Reads the name, {@code FDR}. */
    public static Optional<LinkSpeed> parse(String text) {
        return Arrays.stream(values()).filter(s -> s.name().equals(text)).findFirst();
    }

    /** The speeds whose bits are set in a field's mask; bits that are not defined count for nothing. */
    static Set<LinkSpeed> setOf(Place place, int mask) {
        return SETS.get(place.shifted(mask));
    }

    /** The members of both sets. */
    static Set<LinkSpeed> union(Set<LinkSpeed> one, Set<LinkSpeed> other) {
        return SETS.get(mask(one) | mask(other));
    }

    private static int mask(Set<LinkSpeed> speeds) {
        int mask = 0;
        for (LinkSpeed speed : speeds) {
            mask |= speed.bit();
        }
        return mask;
    }

    private int bit() {
        return place.shifted(code);
    }

    private static Set<LinkSpeed> makeSet(int mask) {
        EnumSet<LinkSpeed> set = EnumSet.noneOf(LinkSpeed.class);
        Arrays.stream(values()).filter(speed -> (speed.bit() & mask) != 0).forEach(set::add);
        return Collections.unmodifiableSet(set);
    }
}
