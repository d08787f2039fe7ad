package dev.ibplay.facts.tools;

import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Optional;

/**
 * What {@code part_man} of the OpenFabrics stack for Windows says.
 *
 * @param ports the ports with partitions besides the default one, which is never shown
 * @param done whether a change was made: the tool says so
 */
public record PartManText(List<Port> ports, boolean done) {
    public PartManText {
        ports = List.copyOf(ports);
    }

    /** One port. */
    public record Port(PortGuid guid, List<Partition> partitions) {
        public Port {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * One partition.
     *
     * @param name of its interface; older tools print none
     */
    public record Partition(PKey pkey, Optional<String> name) {}
}
