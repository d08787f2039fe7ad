package dev.ibplay.facts.tools;

import dev.ibplay.ib.NodeGuid;
import java.util.List;
import java.util.Optional;

/**
 * A channel adapter.
 *
 * @param name as under /sys/class/infiniband, for example {@code mlx5_0}; udev may have changed it
 * @param type {@code MT4123} or a name; missing where the tool does not say
 */
public record AdapterText(
        String name,
        Optional<String> type,
        Optional<String> firmware,
        Optional<NodeGuid> nodeGuid,
        List<AdapterPortText> ports) {
    public AdapterText {
        ports = List.copyOf(ports);
    }
}
