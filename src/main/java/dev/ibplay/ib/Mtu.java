package dev.ibplay.ib;

import java.util.Arrays;
import java.util.Optional;

/**
 * The MTU of a link, port or multicast group: one of five sizes, which the wire carries as a code 1..5 (IBA vol. 1,
 * PortInfo.NeighborMTU and MCMemberRecord.MTU). Code n stands for 128 &lt;&lt; n bytes.
 */
public enum Mtu {
    MTU_256(1),
    MTU_512(2),
    MTU_1024(3),
    MTU_2048(4),
    MTU_4096(5);

    /** IPoIB's encapsulation header takes four bytes of every datagram (RFC 4391, section 6). */
    public static final int IPOIB_HEADER_BYTES = 4;

    private final int code;

    Mtu(int code) {
        this.code = code;
    }

    /** The code on the wire and in partitions.conf, 1..5. */
    public int code() {
        return code;
    }

    /** The size in bytes, 256..4096. */
    public int bytes() {
        return 128 << code;
    }

    /** The largest IP packet that an IPoIB interface in datagram mode sends over a group of this MTU, in bytes. */
    public int ipoibDatagramBytes() {
        return bytes() - IPOIB_HEADER_BYTES;
    }

    public static Optional<Mtu> ofCode(int code) {
        return Arrays.stream(values()).filter(m -> m.code == code).findFirst();
    }

    public static Optional<Mtu> ofBytes(int bytes) {
        return Arrays.stream(values()).filter(m -> m.bytes() == bytes).findFirst();
    }

    /** The size in bytes, as a user writes it. */
    @Override
    public String toString() {
        return Integer.toString(bytes());
    }
}
