package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.IpoibMode;
import java.util.Optional;

/**
 * An IPoIB interface.
 *
 * @param name its name, or a label of the playbook's own where {@code selector} chooses
 * @param persist whether the network stack's file is changed too; yes where nothing is said
 */
public record IpoibInterface(
        String name,
        InterfaceSelector selector,
        Optional<Located<WantedMtu>> mtu,
        Optional<Located<IpoibMode>> mode,
        Optional<Located<Boolean>> persist,
        Span span)
        implements Resource {
    /** The smallest MTU that ipoib accepts (ipoib_main.c: 68 bytes for IP and 4 of encapsulation). */
    public static final int MIN_MTU = 72;

    /** The largest MTU of connected mode (0x10000 - 0x10). */
    public static final int MAX_MTU = 65520;

    /** An interface by its name. */
    public static IpoibInterface named(
            String name, Optional<Located<WantedMtu>> mtu, Optional<Located<IpoibMode>> mode, Span span) {
        return new IpoibInterface(name, InterfaceSelector.BY_NAME, mtu, mode, Optional.empty(), span);
    }

    /** What two plays want together; they agree where both speak. */
    public IpoibInterface with(IpoibInterface other) {
        return new IpoibInterface(
                name,
                selector.isByName() ? other.selector : selector,
                mtu.or(other::mtu),
                mode.or(other::mode),
                persist.or(other::persist),
                span);
    }

    /** Whether what is set is to be there after a reboot. */
    public boolean isPersistent() {
        return persist.map(Located::value).orElse(true);
    }

    @Override
    public String key() {
        return "ipoib " + name;
    }
}
