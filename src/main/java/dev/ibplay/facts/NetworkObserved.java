package dev.ibplay.facts;

import java.util.Map;
import java.util.Optional;

/**
 * What a host's network stacks have to do with its IPoIB interfaces.
 *
 * @param owners of each IPoIB interface, of each bond with one in it, and of P_Key children that do not exist but that files
 *     would make, by name
 * @param openibConf MLNX_OFED's file, which may set modes and MTUs against the owner's
 * @param route absent where the host was not reached by SSH
 */
public record NetworkObserved(
        LinksObserved links, Map<String, InterfaceOwner> owners, FileObserved openibConf, Fact<ManagementRoute> route) {
    /** Of a host at whose network nobody has looked. */
    public static final NetworkObserved NOT_ASKED = new NetworkObserved(
            LinksObserved.NONE,
            Map.of(),
            new FileObserved("/etc/infiniband/openib.conf", Fact.unreadable("it was not asked for"), 0),
            Fact.unreadable("it was not asked for"));

    public NetworkObserved {
        owners = Map.copyOf(owners);
    }

    /** The same with a route that is known already. */
    public NetworkObserved withRoute(Fact<ManagementRoute> known) {
        return new NetworkObserved(links, owners, openibConf, known);
    }

    /** Nothing for an interface that is neither IPoIB nor a bond of such. */
    public Optional<InterfaceOwner> owner(String name) {
        return Optional.ofNullable(owners.get(name));
    }
}
