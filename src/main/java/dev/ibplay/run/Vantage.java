package dev.ibplay.run;

import dev.ibplay.exec.Operation.DiscoverFabric;
import dev.ibplay.facts.AdapterPort;
import java.util.List;
import java.util.Optional;

/**
 * Where fabrics are looked at from.
 *
 * @param host empty for any host that can
 * @param adapter the device's name; empty for any
 * @param port its number, from 1; empty for any
 * @param outstanding packets under way at a time, 1..255
 * @param allGroups whether to ask for every multicast group, and not only those of partitions that matter
 */
public record Vantage(
        Optional<String> host, Optional<String> adapter, Optional<Integer> port, int outstanding, boolean allGroups) {
    /** Any port of any host. */
    public static final Vantage ANY = new Vantage(
            Optional.empty(), Optional.empty(), Optional.empty(), DiscoverFabric.DEFAULT_OUTSTANDING, false);

    boolean takes(String name) {
        return host.isEmpty() || host.get().equals(name);
    }

    List<AdapterPort> of(List<AdapterPort> ports) {
        return ports.stream()
                .filter(p -> adapter.isEmpty() || adapter.get().equals(p.port().adapter()))
                .filter(p -> port.isEmpty() || port.get() == p.port().port())
                .toList();
    }
}
