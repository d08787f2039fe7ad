package dev.ibplay.facts.tools;

import dev.ibplay.ib.NodeGuid;
import java.util.List;
import java.util.Optional;

/**
 * A channel adapter.
 *
 * @param name as under /sys/class/infiniband, for example {@code mlx5_0}; udev may have changed it; {@link #UNNAMED} when the
 *     text begins behind it
 * @param type {@code MT4123} or a name; missing where the tool does not say
 * @param board the vendor's name for the board (board_id, PSID)
 */
public record AdapterText(
        String name,
        Optional<String> type,
        Optional<String> firmware,
        Optional<String> board,
        Optional<NodeGuid> nodeGuid,
        List<AdapterPortText> ports) {
    /** Of an adapter whose name is cut off. */
    public static final String UNNAMED = "?";

    public AdapterText {
        ports = List.copyOf(ports);
    }
}
