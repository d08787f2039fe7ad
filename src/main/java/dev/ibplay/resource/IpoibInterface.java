package dev.ibplay.resource;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An IPoIB interface.
 *
 * @param name its name, or a label of the playbook's own where {@code selector} chooses
 * @param presence whether a P_Key child is to exist; yes where nothing is said
 * @param persist whether the network stack's file is changed too; yes where nothing is said
 */
public record IpoibInterface(
        String name,
        InterfaceSelector selector,
        Optional<Located<WantedMtu>> mtu,
        Optional<Located<IpoibMode>> mode,
        Optional<Located<Presence>> presence,
        Optional<Located<Boolean>> persist,
        Span span)
        implements Resource {
    /**
     * A P_Key child, whatever its name is.
     *
     * @param parent the interface that it lies on
     * @param pkey compared by its low 15 bits
     */
    public record Child(String parent, PKey pkey) {
        /** For people, the same for both forms of the P_Key: {@code ipoib child 0x8001 of ib0}. */
        public String key() {
            return "ipoib child %s of %s".formatted(pkey.asFullMember(), parent);
        }
    }

    private static final Pattern CHILD_NAME = Pattern.compile("(?<parent>.+)\\.(?<pkey>[0-9a-fA-F]{4})");

    /** The smallest MTU that ipoib accepts (ipoib_main.c: 68 bytes for IP and 4 of encapsulation). */
    public static final int MIN_MTU = 72;

    /** The largest MTU of connected mode (0x10000 - 0x10). */
    public static final int MAX_MTU = 65520;

    /** An interface by its name. */
    public static IpoibInterface named(
            String name, Optional<Located<WantedMtu>> mtu, Optional<Located<IpoibMode>> mode, Span span) {
        return new IpoibInterface(name, InterfaceSelector.BY_NAME, mtu, mode, Optional.empty(), Optional.empty(), span);
    }

    /** What two plays want together; they agree where both speak. */
    public IpoibInterface with(IpoibInterface other) {
        return new IpoibInterface(
                name,
                selector.isByName() ? other.selector : selector,
                mtu.or(other::mtu),
                mode.or(other::mode),
                presence.or(other::presence),
                persist.or(other::persist),
                span);
    }

    /** Whether the interface is to be removed. */
    public boolean isUnwanted() {
        return presence.map(Located::value).equals(Optional.of(Presence.ABSENT));
    }

    /** The child that parent and P_Key together name, or of one that is to be removed its name. */
    public Optional<Child> child() {
        Optional<Child> named = isUnwanted() && selector.isByName() ? childNamed(name) : Optional.empty();
        return selector.parent()
                .flatMap(parent -> selector.pkey().map(pkey -> new Child(parent.value(), pkey.value())))
                .or(() -> named);
    }

    /** The child that the name alone tells of: the parent's, a dot and four digits, as the kernel and other tools write it. */
    public static Optional<Child> childNamed(String name) {
        Matcher matcher = CHILD_NAME.matcher(name);
        return matcher.matches()
                ? PKey.parse("0x" + matcher.group("pkey")).map(pkey -> new Child(matcher.group("parent"), pkey))
                : Optional.empty();
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
