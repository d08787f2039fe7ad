package dev.ibplay.ib;

/** The way back from values to the bytes of an attribute, by the same field table that reads them. */
public final class MadWriter {
    private MadWriter() {}

    /** Sets the bits of a field, which must be 0 before. */
    public static void put(byte[] data, MadField field, long value) {
        for (int i = 0; i < field.width(); i++) {
            int bit = field.bitOffset() + field.width() - 1 - i;
            if ((value >> i & 1) != 0) {
                data[bit / 8] |= (byte) (1 << (7 - bit % 8));
            }
        }
    }
}
