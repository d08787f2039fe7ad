package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Cables hosts to leaf switches and each leaf to each spine. Up to {@value #HOSTS_ON_LEAF} hosts share two leaves without a
 * spine, so that a small fabric has a link between switches, too.
 */
public final class LeafSpine {
    /** The ports of a switch have numbers up to 254 (IBA vol. 1, 14.2.5.3). */
    public static final int MOST_PORTS = 254;

    static final int HOSTS_ON_LEAF = 20;
    private static final int LEAF_PORTS = 40;
    private static final long FIRST_LEAF = 0x80_0000L;
    private static final int MOST_SPINES = 8;
    /** Of a usual adapter: traps, automatic migration, extended speeds, client re-registration ... */
    private static final int CAPABILITIES = 0x2651_e848;

    private static final int PKEYS = 128;
    private static final Set<LinkWidth> WIDTHS = EnumSet.of(LinkWidth.X1, LinkWidth.X4);
    private static final Set<LinkSpeed> SPEEDS =
            EnumSet.of(LinkSpeed.SDR, LinkSpeed.DDR, LinkSpeed.QDR, LinkSpeed.FDR, LinkSpeed.EDR, LinkSpeed.HDR);
    private static final int SWITCH_PKEYS = 32;

    private final long firstGuid;
    private final List<FabricNode> nodes = new ArrayList<>();
    private final List<FabricPort> ports = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    /** Everything on one rail has GUIDs of its own. */
    private LeafSpine(int rail) {
        firstGuid = 0x0002_c903_0000_0000L + ((long) rail << 24);
    }

    /** The most hosts that fit. */
    public static int mostHosts() {
        return HOSTS_ON_LEAF * MOST_PORTS;
    }

    /** The node of one host's adapter, which has one port. */
    public static NodeGuid adapter(int rail, int host) {
        return new NodeGuid(0x0002_c903_0000_0000L + ((long) rail << 24) + 16L * (host + 1));
    }

    /**
     * Makes the fabric, not yet swept by anybody.
     *
     * @param rail counts the fabrics of a lab from 0
     * @param names of the hosts, 1 to {@link #mostHosts}
     */
    public static Fabric of(int rail, List<String> names) {
        return of(rail, names, 0);
    }

    /** The same with so many leaves at least. */
    static Fabric of(int rail, List<String> names, int atLeast) {
        if (names.isEmpty() || names.size() > mostHosts()) {
            throw new IllegalArgumentException("1 to %d hosts, not %d".formatted(mostHosts(), names.size()));
        }
        var made = new LeafSpine(rail);
        made.cable(rail, names, atLeast);
        return new Fabric(made.nodes, made.ports, made.links);
    }

    private void cable(int rail, List<String> names, int atLeast) {
        int leaves = Math.max(Math.max(2, atLeast), (names.size() + HOSTS_ON_LEAF - 1) / HOSTS_ON_LEAF);
        int spines = leaves == 2 ? 0 : Math.min(MOST_SPINES, leaves / 2 + 1);
        for (int leaf = 0; leaf < leaves; leaf++) {
            addSwitch(leafGuid(leaf), "leaf" + (leaf + 1), LEAF_PORTS);
        }
        for (int host = 0; host < names.size(); host++) {
            addAdapter(adapter(rail, host), names.get(host));
            link(new PortRef(adapter(rail, host), 1), new PortRef(leafGuid(host % leaves), host / leaves + 1));
        }
        if (spines == 0) {
            link(new PortRef(leafGuid(0), LEAF_PORTS), new PortRef(leafGuid(1), LEAF_PORTS));
        }
        for (int spine = 0; spine < spines; spine++) {
            addSwitch(spineGuid(spine), "spine" + (spine + 1), Math.max(LEAF_PORTS, leaves));
            for (int leaf = 0; leaf < leaves; leaf++) {
                link(new PortRef(leafGuid(leaf), LEAF_PORTS - spine), new PortRef(spineGuid(spine), leaf + 1));
            }
        }
    }

    private NodeGuid leafGuid(int leaf) {
        return new NodeGuid(firstGuid + FIRST_LEAF + 64L * (leaf + 1));
    }

    /** A leaf switch, counted from 0. */
    public static NodeGuid leaf(int rail, int number) {
        return new LeafSpine(rail).leafGuid(number);
    }

    private NodeGuid spineGuid(int spine) {
        return new NodeGuid(firstGuid + 0xc0_0000L + 64L * (spine + 1));
    }

    private void addSwitch(NodeGuid guid, String name, int count) {
        nodes.add(new FabricNode(
                guid, NodeType.SWITCH, name, count, SWITCH_PKEYS, guid.value(), DeviceId.UNKNOWN, Optional.empty()));
        ports.add(new FabricPort(
                new PortRef(guid, 0), Optional.of(new PortGuid(guid.value())), info(0, PortState.ACTIVE), List.of()));
        for (int number = 1; number <= count; number++) {
            ports.add(new FabricPort(
                    new PortRef(guid, number), Optional.empty(), info(number, PortState.DOWN), List.of()));
        }
    }

    private void addAdapter(NodeGuid guid, String host) {
        nodes.add(new FabricNode(
                guid, NodeType.CA, host + " mlx5_0", 1, PKEYS, guid.value(), DeviceId.UNKNOWN, Optional.empty()));
        ports.add(new FabricPort(
                new PortRef(guid, 1), Optional.of(new PortGuid(guid.value() + 1)), info(1, PortState.DOWN), List.of()));
    }

    private void link(PortRef one, PortRef other) {
        links.add(new Link(one, other));
    }

    /** What a port can do; its state, LIDs and NeighborMTU come with the first sweep. */
    private static PortInfo info(int number, PortState state) {
        return new PortInfo(
                new Lid(0),
                new Lid(0),
                0,
                0xfe80_0000_0000_0000L,
                CAPABILITIES,
                0,
                number,
                state,
                PortPhysicalState.LINK_UP,
                Optional.of(Mtu.MTU_4096),
                Optional.of(Mtu.MTU_4096),
                new LinkWidths(WIDTHS, WIDTHS, Optional.of(LinkWidth.X4)),
                new LinkSpeeds(SPEEDS, SPEEDS, Optional.of(LinkSpeed.HDR)));
    }
}
