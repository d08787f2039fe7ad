package dev.ibplay.facts;

import dev.ibplay.ib.SmInfo;
import java.util.List;

/**
 * All that is shown of a host.
 *
 * @param ports in the order of {@link HostFacts#ports()}
 */
public record HostDescription(HostFacts facts, List<PortDescription> ports) {
    /**
     * A port with what it says of itself.
     *
     * @param mtu absent where the port is not managed
     * @param subnetManager absent where none runs on the port
     */
    public record PortDescription(AdapterPort port, Fact<PortMtu> mtu, Fact<SmInfo> subnetManager) {}

    public HostDescription {
        ports = List.copyOf(ports);
    }
}
