package dev.ibplay.lab.disk;

import dev.ibplay.exec.Bytes;
import java.util.Arrays;

/** How much of one file system is taken, and whether it may be changed. */
final class Space {
    private static final long BLOCK = 4096;

    private long limit = Long.MAX_VALUE;
    private long used;
    private boolean readOnly;

    Space copy() {
        Space copy = new Space();
        copy.limit = limit;
        copy.used = used;
        copy.readOnly = readOnly;
        return copy;
    }

    void limit(long bytes) {
        limit = bytes;
    }

    void readOnly(boolean yes) {
        readOnly = yes;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    long used() {
        return used;
    }

    void add(long bytes) {
        used += bytes;
    }

    /** As much of the new content as there is space for, once the old one is gone; takes that space. */
    Bytes fit(long old, Bytes content) {
        long left = Math.max(0, limit - (used - old));
        Bytes stored = content.size() <= left ? content : Bytes.of(Arrays.copyOf(content.toArray(), (int) left));
        used += stored.size() - old;
        return stored;
    }

    /** The same, where the last block of the old content may be filled whatever the limit is. */
    Bytes fitBlocks(long old, Bytes content) {
        boolean fits = content.size() <= (old + BLOCK - 1) / BLOCK * BLOCK;
        if (!fits) {
            return fit(old, content);
        }
        used += content.size() - old;
        return content;
    }
}
