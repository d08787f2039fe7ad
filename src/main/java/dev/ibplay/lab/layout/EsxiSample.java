package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How ESXi hosts of a lab are set up where nothing says otherwise: storage on a vSwitch of InfiniBand at 2K. */
final class EsxiSample {
    static final String ESXI = "esxi";

    /** Without the community package nothing on the host tells its ports; with it this is not needed, and does no harm. */
    static final String PORT_GUIDS = "ibplay_port_guids";

    /** What the firmware of an adapter says of itself where no driver does. */
    static final String DESCRIPTION = "MT25408 ConnectX Mellanox Technologies";

    private static final int TWO_K_MTU = 2044;

    private EsxiSample() {}

    /** What may differ. */
    record Manner(int mtu, EsxiHost.Traits traits, Optional<EsxiHost.OpensmPackage> opensm) {
        /** Ports that do 2K, and no subnet manager. */
        static final Manner USUAL = new Manner(TWO_K_MTU, EsxiHost.Traits.USUAL, Optional.empty());

        /** The same with the community package. */
        static Manner withOpensm(int priority) {
            var files = SampleSettings.opensm(priority);
            return new Manner(
                    TWO_K_MTU,
                    EsxiHost.Traits.USUAL,
                    Optional.of(new EsxiHost.OpensmPackage(
                            EsxiHost.Launcher.INIT_SCRIPT, files.conf(), files.partitions())));
        }
    }

    /** Adapters as the driver counts them. */
    static List<EsxiHost.Adapter> adapters(List<NodeGuid> nodes) {
        return IntStream.range(0, nodes.size())
                .mapToObj(i -> EsxiHost.Adapter.connectX2("mlx4_" + i, nodes.get(i), 1))
                .toList();
    }

    /**
     * A host, whose vSwitch uses the first port.
     *
     * @param number of the host, which makes its address
     */
    static EsxiHost host(String name, EsxiRelease release, List<EsxiHost.Adapter> adapters, int number, Manner manner) {
        String address = SampleSettings.ipoib("vmk1", number).address();
        return new EsxiHost(
                name,
                release,
                adapters,
                List.of(vSwitch(manner.mtu())),
                List.of(new EsxiHost.Vmkernel("vmk1", "vSwitch1", "IB-Storage", manner.mtu(), address)),
                manner.opensm(),
                manner.traits());
    }

    static EsxiHost.VirtualSwitch vSwitch() {
        return vSwitch(TWO_K_MTU);
    }

    private static EsxiHost.VirtualSwitch vSwitch(int mtu) {
        return EsxiHost.VirtualSwitch.standard("vSwitch1", mtu, List.of("vmnic_ib0"), List.of("IB-Storage"));
    }

    /** The GUIDs of the ports as YAML on one line; by Mellanox's rule a port's is that of its node plus its number. */
    static String portGuids(List<EsxiHost.Adapter> adapters) {
        return adapters.stream()
                .flatMap(adapter -> IntStream.rangeClosed(1, adapter.ports())
                        .mapToObj(port -> "%s/%d: \"0x%016x\""
                                .formatted(adapter.name(), port, adapter.node().value() + port)))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** That of the first port alone, without its name: what INI takes without quotation marks. */
    static String firstPortGuid(List<EsxiHost.Adapter> adapters) {
        return "0x%016x".formatted(adapters.getFirst().node().value() + 1);
    }

    /** The same fabric, in which some adapters tell nothing of their hosts. */
    static Fabric withoutNames(Fabric fabric, Set<NodeGuid> adapters) {
        return new Fabric(
                fabric.nodes().stream()
                        .map(node -> adapters.contains(node.guid()) ? described(node, DESCRIPTION) : node)
                        .toList(),
                fabric.ports(),
                fabric.links());
    }

    /** The same node with another description. */
    static FabricNode described(FabricNode node, String description) {
        return new FabricNode(
                node.guid(),
                node.type(),
                description,
                node.ports(),
                node.pkeyCapacity(),
                node.systemGuid(),
                node.device(),
                node.switchInfo());
    }
}
