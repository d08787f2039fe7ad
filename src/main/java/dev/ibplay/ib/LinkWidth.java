package dev.ibplay.ib;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** How many lanes a link has (IBA vol. 1, PortInfo.LinkWidthActive), the narrowest first. */
public enum LinkWidth {
    X1(1, 1),
    X2(2, 16),
    X4(4, 2),
    X8(8, 4),
    X12(12, 8);

    private static final List<Set<LinkWidth>> SETS =
            IntStream.range(0, 32).mapToObj(LinkWidth::makeSet).toList();

    private final int lanes;
    private final int code;

    LinkWidth(int lanes, int code) {
        this.lanes = lanes;
        this.code = code;
    }

    public int lanes() {
        return lanes;
    }

    /** The code on the wire: one bit of the masks of supported and enabled widths. */
    public int code() {
        return code;
    }

    public static Optional<LinkWidth> ofCode(int code) {
        return Arrays.stream(values()).filter(w -> w.code == code).findFirst();
    }

    /** The widths whose bits are set; bits that are not defined count for nothing. */
    public static Set<LinkWidth> setOf(int mask) {
        return SETS.get(mask & 31);
    }

    private static Set<LinkWidth> makeSet(int mask) {
        EnumSet<LinkWidth> set = EnumSet.noneOf(LinkWidth.class);
        Arrays.stream(values()).filter(w -> (w.code & mask) != 0).forEach(set::add);
        return Collections.unmodifiableSet(set);
    }

    /** Reads {@code 4X} or {@code 4x}. */
    public static Optional<LinkWidth> parse(String text) {
        return Arrays.stream(values())
                .filter(w -> w.toString().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    /** libibmad's word: {@code 4X}. */
    @Override
    public String toString() {
        return lanes + "X";
    }
}
