package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.IpoibMode;
import java.util.Optional;

/**
 * An IPoIB interface by its name.
 *
 * @param mtu of IP packets, in bytes: 72..4092 in datagram mode, up to 65520 in connected mode
 */
public record IpoibInterface(String name, Optional<Located<Integer>> mtu, Optional<Located<IpoibMode>> mode, Span span)
        implements Resource {
    /** The smallest MTU that ipoib accepts (ipoib_main.c: 68 bytes for IP and 4 of encapsulation). */
    public static final int MIN_MTU = 72;

    /** The largest MTU of connected mode (0x10000 - 0x10). */
    public static final int MAX_MTU = 65520;

    /** What two plays want together; they agree where both speak. */
    public IpoibInterface with(IpoibInterface other) {
        return new IpoibInterface(name, mtu.or(other::mtu), mode.or(other::mode), span);
    }

    @Override
    public String key() {
        return "ipoib " + name;
    }
}
