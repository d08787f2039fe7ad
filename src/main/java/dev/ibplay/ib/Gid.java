package dev.ibplay.ib;

import java.util.Optional;

/**
 * A 128-bit address of a port or of a multicast group.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits; a port's GUID in a port's GID
 */
public record Gid(long high, long low) {
    /** The group that carries IPoIB's broadcasts in a partition, link-local scope (RFC 4391, section 4). */
    public static Gid ipoibBroadcast(PKey pkey) {
        long high = 0xff12_401b_0000_0000L | (long) pkey.asFullMember().value() << 16;
        return new Gid(high, 0xffff_ffffL);
    }

    /** The P_Key of the partition whose IPoIB broadcasts go to this group, in any scope; nothing for another address. */
    public Optional<PKey> ipoibPartition() {
        boolean isOfIpoib = high >>> 56 == 0xff && (high >>> 32 & 0xffff) == 0x401b;
        int pkey = (int) (high >>> 16 & 0xffff);
        return isOfIpoib && (pkey & 0x7fff) != 0 ? Optional.of(new PKey(pkey)) : Optional.empty();
    }

    /** The 16 bytes on the wire. */
    public byte[] toBytes() {
        return java.nio.ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }

    /** Eight groups of hexadecimal digits without leading zeros, none left out. */
    @Override
    public String toString() {
        return String.join(
                ":",
                Long.toHexString(high >>> 48),
                Long.toHexString(high >>> 32 & 0xffff),
                Long.toHexString(high >>> 16 & 0xffff),
                Long.toHexString(high & 0xffff),
                Long.toHexString(low >>> 48),
                Long.toHexString(low >>> 32 & 0xffff),
                Long.toHexString(low >>> 16 & 0xffff),
                Long.toHexString(low & 0xffff));
    }
}
