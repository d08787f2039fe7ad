package dev.ibplay.lab.layout;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.IpoibMode;
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
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.esxi.EsxiRelease;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.mlnxos.SwitchHost;
import dev.ibplay.lab.mlnxos.SwitchModel;
import dev.ibplay.lab.mlnxos.SwitchSettings;
import dev.ibplay.lab.windows.WindowsHost;
import dev.ibplay.lab.windows.WindowsRelease;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The fabric of an administrator's notes, as far as its outputs tell (seed): adapters for QDR at one switch, a master at priority 0 whose GUID
 * is the lowest, a node whose port does 2K only, an ESXi 5.5 host with a subnet manager of its own that waits, a Windows 7 and a Windows
 * Server 2012 R2 host, whose own subnet manager did not start. What the notes do not tell of, such as the system of the master's host, is
 * made up.
 */
public final class PostFabric {
    /** sminfo names its port, 0x0002c9030008c997. */
    public static final NodeGuid MASTER = new NodeGuid(0x0002_c903_0008_c996L);

    /** What smpquery says of LID 2. */
    public static final NodeGuid TWO_K = new NodeGuid(0x0002_c903_000a_2b10L);

    public static final NodeGuid ESXI = new NodeGuid(0x0002_c903_000b_87f8L);
    public static final NodeGuid WINDOWS_7 = new NodeGuid(0x0002_c903_0009_16f8L);
    public static final NodeGuid WINDOWS_2012 = new NodeGuid(0x0002_c903_0009_656cL);

    public static final NodeGuid SWITCH = new NodeGuid(0x0002_c902_0045_1a20L);
    private static final int SWITCH_PORTS = 36;
    private static final int CAPABILITIES = 0x0251_0868;
    private static final int SWITCH_PKEYS = 32;
    private static final int PKEYS = 128;
    private static final DeviceId QDR_SWITCH = new DeviceId(0x2c9, 48_438, 0xa1);
    private static final DeviceId QDR_ADAPTER = new DeviceId(0x2c9, 26_428, 0xb0);
    private static final Set<LinkWidth> WIDTHS = EnumSet.of(LinkWidth.X1, LinkWidth.X4);
    private static final Set<LinkSpeed> SPEEDS = EnumSet.of(LinkSpeed.SDR, LinkSpeed.DDR, LinkSpeed.QDR);

    private final List<FabricNode> nodes = new ArrayList<>();
    private final List<FabricPort> ports = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    private PostFabric() {}

    static Fabric fabric() {
        var made = new PostFabric();
        made.add(SWITCH, NodeType.SWITCH, "IS5030", SWITCH_PORTS);
        made.adapter(MASTER, "post-master mlx4_0", 1);
        made.adapter(TWO_K, "post-2k mlx4_0", 1);
        made.adapter(ESXI, EsxiSample.DESCRIPTION, 1);
        made.adapter(WINDOWS_7, "POST-WIN7", 2);
        made.adapter(WINDOWS_2012, "POST-2012R2", 2);
        return new Fabric(made.nodes, made.ports, made.links);
    }

    /** Only port 1 of an adapter has a cable. */
    private void adapter(NodeGuid guid, String description, int count) {
        int place = nodes.size();
        add(guid, NodeType.CA, description, count);
        links.add(new Link(new PortRef(guid, 1), new PortRef(SWITCH, place)));
    }

    private void add(NodeGuid guid, NodeType type, String description, int count) {
        boolean isSwitch = type == NodeType.SWITCH;
        nodes.add(new FabricNode(
                guid,
                type,
                description,
                count,
                isSwitch ? SWITCH_PKEYS : PKEYS,
                isSwitch ? guid.value() : guid.value() + 3,
                isSwitch ? QDR_SWITCH : QDR_ADAPTER,
                Optional.empty()));
        IntStream.rangeClosed(isSwitch ? 0 : 1, count).forEach(number -> ports.add(port(guid, number, isSwitch)));
    }

    private static FabricPort port(NodeGuid guid, int number, boolean ofSwitch) {
        Optional<PortGuid> own = ofSwitch
                ? Optional.of(new PortGuid(guid.value())).filter(g -> number == 0)
                : Optional.of(new PortGuid(guid.value() + number));
        return new FabricPort(
                new PortRef(guid, number),
                own,
                new PortInfo(
                        new Lid(0),
                        new Lid(0),
                        0,
                        0xfe80_0000_0000_0000L,
                        CAPABILITIES,
                        0,
                        number,
                        ofSwitch && number == 0 ? PortState.ACTIVE : PortState.DOWN,
                        PortPhysicalState.LINK_UP,
                        Optional.of(Mtu.MTU_4096),
                        Optional.of(Mtu.MTU_4096),
                        new LinkWidths(WIDTHS, WIDTHS, Optional.of(LinkWidth.X4)),
                        new LinkSpeeds(SPEEDS, SPEEDS, Optional.of(LinkSpeed.QDR))),
                List.of());
    }

    /** The notes name its model, and say nothing of its subnet manager. */
    static SwitchHost managedSwitch() {
        return new SwitchHost(SwitchModel.old("post-sw").in("IS5030"), SWITCH, SWITCH_PORTS, SwitchSettings.FACTORY);
    }

    static List<LabHost> hosts() {
        var opensm = new LinuxHost.Opensm(
                Optional.empty(), Optional.of("Default=0x7fff, ipoib : ALL=full, SELF=full;\n"), true);
        return List.of(
                linux("post-master", MASTER, LinuxHost.Origin.UPSTREAM, Optional.of(opensm), 1),
                linux("post-2k", TWO_K, LinuxHost.Origin.MLNX_OFED, Optional.empty(), 2),
                esxi(),
                windows("post-win7", WindowsRelease.SEVEN, WINDOWS_7, 5, Optional.empty()),
                windows(
                        "post-2012r2",
                        WindowsRelease.SERVER_2012_R2,
                        WINDOWS_2012,
                        11,
                        Optional.of(WindowsSample.doesNotStart())));
    }

    private static LabHost linux(
            String name, NodeGuid node, LinuxHost.Origin origin, Optional<LinuxHost.Opensm> opensm, int number) {
        var adapter = new LinuxHost.Adapter("mlx4_0", "mlx4_core", node, 1, origin);
        var ipoib =
                new LinuxHost.Interface("ib0", IpoibMode.DATAGRAM, Optional.empty(), "10.44.0.%d/24".formatted(number));
        List<String> groups = opensm.isPresent()
                ? List.of(SampleSettings.MANAGERS, SampleSettings.LINUX)
                : List.of(SampleSettings.LINUX);
        return new LabHost(
                new LinuxHost(name, List.of(adapter), List.of(ipoib), LinuxHost.Stack.IFUPDOWN, opensm),
                groups,
                Map.of());
    }

    /** The properties of its adapter said 4092. */
    private static LabHost windows(
            String name, WindowsRelease release, NodeGuid node, int number, Optional<WindowsHost.Opensm> opensm) {
        return new LabHost(
                new HostModel.Windows(WindowsSample.host(
                        name, release, WindowsSample.adapters(Map.of(node, 2)), number, WindowsSample.FOUR_K, opensm)),
                List.of(WindowsSample.WINDOWS),
                Map.of());
    }

    /** Its VMkernel interface takes 4096, and its vSwitch no more than 2044. */
    private static LabHost esxi() {
        var vmkernel = new EsxiHost.Vmkernel("vmk1", "vSwitch1", "IB-Storage", 4096, "10.44.0.4/24");
        return new LabHost(
                new EsxiHost(
                        "post-esxi",
                        EsxiRelease.V5_5,
                        List.of(EsxiHost.Adapter.connectX2("mlx4_0", ESXI, 1)),
                        List.of(EsxiSample.vSwitch()),
                        List.of(vmkernel),
                        Optional.of(new EsxiHost.OpensmPackage(
                                EsxiHost.Launcher.INIT_SCRIPT, Optional.empty(), Optional.empty()))),
                List.of(EsxiSample.ESXI),
                Map.of());
    }
}
