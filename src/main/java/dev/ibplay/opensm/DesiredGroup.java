package dev.ibplay.opensm;

import dev.ibplay.ib.PKey;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A multicast group that a partition is to have besides the IPoIB group.
 *
 * @param mgid what it is known by; in an IP group (RFC 4391) OpenSM sets the P_Key to that of the partition
 * @param values a scope among them takes the place of the one in the mgid
 */
public record DesiredGroup(Mgid mgid, GroupValues values) {
    private static final int USUAL_SCOPE = 2;

    /** A group of which nothing but the address is asked for. */
    public static DesiredGroup of(Mgid mgid) {
        return new DesiredGroup(mgid, GroupValues.ANY);
    }

    /** The address that the group gets in this partition. */
    Mgid address(PKey pkey) {
        Mgid scoped = mgid.withScope(values.scope().orElse(mgid.scope()));
        return scoped.isIp() ? scoped.withPkeyField(pkey.asFullMember().value()) : scoped;
    }

    /**
     * The line that asks for it. There is always a flag: behind an mgid alone OpenSM looks for flags past the line's end.
     *
     * @param inherited what it takes from the header
     */
    String written(GroupFlags inherited) {
        int scope = values.scope().orElse(mgid.scope());
        boolean usual = scope == USUAL_SCOPE && inherited.scopes() == 0;
        GroupValues scoped = usual ? values : values.withScope(scope);
        Stream<String> flags = scoped.flags().isEmpty() ? Stream.of("mtu=" + inherited.mtu()) : scoped.flags().stream();
        return Stream.concat(Stream.of("mgid=" + mgid.asAddress()), flags).collect(Collectors.joining(","));
    }
}
