package dev.ibplay.fabric;

import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A node of a topology file.
 *
 * @param id the name that ports use for it: {@code S-0002c90300aa0000}, or any word in a file for ibsim
 * @param portCount missing in the form of ports
 * @param guid from its own line or its id; missing for a word
 * @param description empty where there is none
 * @param lid of a switch's port 0
 * @param lmc of a switch's port 0
 * @param enhancedPort0 nothing where the file does not tell
 * @param ports those that are written down, which are those with a cable
 */
public record TopologyNode(
        String id,
        NodeType type,
        Optional<Integer> portCount,
        Optional<NodeGuid> guid,
        String description,
        DeviceId device,
        long systemGuid,
        Optional<Lid> lid,
        int lmc,
        Optional<Boolean> enhancedPort0,
        List<TopologyPort> ports) {
    public TopologyNode {
        ports = List.copyOf(ports);
    }

    TopologyNode with(TopologyPort port) {
        List<TopologyPort> all = Stream.concat(ports.stream(), Stream.of(port)).toList();
        return new TopologyNode(
                id, type, portCount, guid, description, device, systemGuid, lid, lmc, enhancedPort0, all);
    }

    public Optional<TopologyPort> port(int number) {
        return ports.stream().filter(port -> port.number() == number).findFirst();
    }
}
