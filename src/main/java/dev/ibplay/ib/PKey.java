package dev.ibplay.ib;

import java.util.Optional;

/**
 * A partition key as a port carries it: 15 bits that name the partition and, in bit 15, whether the port is a full member
 * (IBA vol. 1, 10.9.2). Two keys name the same partition when their {@link #base()} is equal.
 *
 * @param value 16 bits; the low 15 must not all be zero
 */
public record PKey(int value) implements Comparable<PKey> {
    public static final int FULL_MEMBER_BIT = 0x8000;

    /** The partition that every port belongs to unless the file says otherwise. */
    public static final PKey DEFAULT = new PKey(0x7fff);

    public PKey {
        if (value < 0 || value > 0xffff || (value & 0x7fff) == 0) {
            throw new IllegalArgumentException("not a P_Key: 0x%x".formatted(value));
        }
    }

    /** The low 15 bits: which partition. */
    public int base() {
        return value & 0x7fff;
    }

    public boolean isFullMember() {
        return (value & FULL_MEMBER_BIT) != 0;
    }

    public boolean samePartition(PKey other) {
        return base() == other.base();
    }

    public PKey asFullMember() {
        return new PKey(value | FULL_MEMBER_BIT);
    }

    public PKey asLimitedMember() {
        return new PKey(base());
    }

    /** Reads hexadecimal with {@code 0x} or decimal text; nothing when it is no number, over 16 bits, 0 or 0x8000. */
    public static Optional<PKey> parse(String text) {
        return Numbers.parseUnsigned(text)
                .filter(n -> n <= 0xffff && (n & 0x7fff) != 0)
                .map(n -> new PKey(n.intValue()));
    }

    @Override
    public int compareTo(PKey other) {
        return base() != other.base() ? Integer.compare(base(), other.base()) : Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "0x%04x".formatted(value);
    }
}
