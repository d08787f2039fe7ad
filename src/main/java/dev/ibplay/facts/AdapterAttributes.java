package dev.ibplay.facts;

import dev.ibplay.ib.NodeGuid;
import java.util.Optional;

/**
 * What the kernel says of an adapter; each part may be missing.
 *
 * @param type {@code MT4123} or a name (hca_type)
 * @param board the vendor's name for the board (board_id, PSID)
 */
public record AdapterAttributes(
        Optional<String> firmware, Optional<String> type, Optional<String> board, Optional<NodeGuid> nodeGuid) {
    /** Of an adapter at which nobody has looked. */
    public static final AdapterAttributes UNREAD =
            new AdapterAttributes(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
