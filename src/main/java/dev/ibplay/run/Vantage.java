package dev.ibplay.run;

import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.HostFacts;
import java.util.List;
import java.util.Optional;

/**
 * Where fabrics are looked at from.
 *
 * @param host empty for any host that can
 * @param adapter the device's name; empty for any
 * @param port its number, from 1; empty for any
 * @param outstanding packets under way at a time, 1..255
 * @param survey whether all is of interest: every multicast group, and fabrics that no subnet manager has set up
 */
public record Vantage(
        Optional<String> host, Optional<String> adapter, Optional<Integer> port, int outstanding, boolean survey) {
    /** Any port of any host. */
    public static final Vantage ANY = new Vantage(
            Optional.empty(), Optional.empty(), Optional.empty(), DiscoverFabric.DEFAULT_OUTSTANDING, false);

    /** The same, with all that is of interest. */
    static final Vantage SURVEY =
            new Vantage(Optional.empty(), Optional.empty(), Optional.empty(), DiscoverFabric.DEFAULT_OUTSTANDING, true);

    boolean takes(String name) {
        return host.isEmpty() || host.get().equals(name);
    }

    /** The ports of a host to look from. */
    List<AdapterPort> of(HostFacts known) {
        List<AdapterPort> ports = survey ? known.linkedPorts() : known.vantagePorts();
        return ports.stream()
                .filter(p -> adapter.isEmpty() || adapter.get().equals(p.port().adapter()))
                .filter(p -> port.isEmpty() || port.get() == p.port().port())
                .toList();
    }

    /** Why there are none. */
    String whyNone(HostFacts known) {
        if (known.ports().isEmpty()) {
            return "it has no InfiniBand adapter";
        }
        String kind =
                survey ? "InfiniBand port with a link and a umad device" : "Active InfiniBand port with a umad device";
        boolean chosen = adapter.isPresent() || port.isPresent();
        return "it has no " + kind + (chosen ? " that was asked for" : "");
    }
}
