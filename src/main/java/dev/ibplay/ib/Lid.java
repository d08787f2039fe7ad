package dev.ibplay.ib;

/**
 * A local identifier that names a port within its subnet.
 *
 * @param value 0 (not assigned) to 0xffff; unicast LIDs are 0x0001..0xbfff (IBA vol. 1, 4.1.3)
 */
public record Lid(int value) {
    public Lid {
        if (value < 0 || value > 0xffff) {
            throw new IllegalArgumentException("not a LID: " + value);
        }
    }

    public boolean isUnicast() {
        return value >= 1 && value <= 0xbfff;
    }

    /** Decimal, as the diagnostic tools print LIDs since 2009. */
    @Override
    public String toString() {
        return Integer.toString(value);
    }
}
