package dev.ibplay.facts.tools;

import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.Optional;

/**
 * A port with its link as iblinkinfo prints it; each link between two ports that are both listed comes twice.
 *
 * @param width {@code 4X}; missing on a port that is down
 * @param speed of one lane, for example {@code 25.78125 Gbps}
 * @param peer missing where nothing is at the other end, or it did not answer
 * @param possibleWidth what both ends could do, where that is more
 */
public record LinkText(
        End from,
        PortState state,
        PortPhysicalState physicalState,
        Optional<String> width,
        Optional<String> speed,
        Optional<End> peer,
        Optional<String> possibleWidth,
        Optional<String> possibleSpeed) {
    /**
     * One end.
     *
     * @param node the description of its node; empty where its header is missing
     * @param guid of a port of an adapter, or of a switch's port 0; missing where the tool does not print it
     * @param lid of the port, or of its switch
     */
    public record End(String node, Optional<PortGuid> guid, int lid, int port) {
        /** {@code NODE/PORT}, or {@code lid LID/PORT} of a node without a name. */
        @Override
        public String toString() {
            return (node.isEmpty() ? "lid " + lid : node) + "/" + port;
        }
    }

    /** Whether the link runs below what both ends could do. */
    public boolean isDegraded() {
        return possibleWidth.isPresent() || possibleSpeed.isPresent();
    }
}
