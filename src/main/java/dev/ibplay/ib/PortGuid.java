package dev.ibplay.ib;

import java.util.Optional;

/**
 * The globally unique 64-bit identifier of a port. OpenSM's partitions.conf takes these.
 *
 * @param value never 0, compared as unsigned
 */
public record PortGuid(long value) implements Comparable<PortGuid> {
    public PortGuid {
        if (value == 0) {
            throw new IllegalArgumentException("a GUID is never 0");
        }
    }

    /**
     * Reads {@code 0x} and up to 16 hexadecimal digits, 16 bare hexadecimal digits, or groups of them as sysfs prints
     * them ({@code 0002:c903:00fb:3481}). Decimal is not read: to a person it is a typing mistake.
     */
    public static Optional<PortGuid> parse(String text) {
        return GuidText.parse(text).map(PortGuid::new);
    }

    @Override
    public int compareTo(PortGuid other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return "0x%016x".formatted(value);
    }
}
