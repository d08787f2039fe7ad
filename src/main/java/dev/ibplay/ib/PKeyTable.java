package dev.ibplay.ib;

import java.util.ArrayList;
import java.util.List;

/** A block of 32 entries of a port's P_Key table. */
public final class PKeyTable {
    /** Entries in a block (IBA vol. 1, 14.2.5.7). */
    public static final int ENTRIES_PER_BLOCK = 32;

    private PKeyTable() {}

    /** The entries that name a partition, in the order of the table. */
    public static List<PKey> decodeBlock(byte[] data) {
        List<PKey> keys = new ArrayList<>();
        for (int i = 0; i + 1 < Math.min(data.length, 2 * ENTRIES_PER_BLOCK); i += 2) {
            int value = ((data[i] & 0xff) << 8) | (data[i + 1] & 0xff);
            if ((value & 0x7fff) != 0) {
                keys.add(new PKey(value));
            }
        }
        return List.copyOf(keys);
    }
}
