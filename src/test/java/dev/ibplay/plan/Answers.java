package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.MadField;

/** Outcomes as a far end would give them. */
final class Answers {
    private Answers() {}

    static Outcome file(String text) {
        return new Outcome.FileContent(Bytes.ofUtf8(text), 0644, 0, 0, 0);
    }

    static void put(byte[] data, MadField field, long value) {
        for (int i = 0; i < field.width(); i++) {
            int bit = field.bitOffset() + field.width() - 1 - i;
            if ((value >> i & 1) != 0) {
                data[bit / 8] |= (byte) (1 << (7 - bit % 8));
            }
        }
    }
}
