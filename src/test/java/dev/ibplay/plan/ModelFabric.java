package dev.ibplay.plan;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.MulticastFacts;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.Gid;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.LinkSpeed;
import dev.ibplay.ib.LinkSpeeds;
import dev.ibplay.ib.LinkWidth;
import dev.ibplay.ib.LinkWidths;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.McMemberQuery;
import dev.ibplay.ib.McMemberRecord;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.PortPhysicalState;
import dev.ibplay.ib.PortState;
import dev.ibplay.ib.Rate;
import dev.ibplay.ib.SmInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A small fabric as a mutable model: two switches with one cable between them, a subnet manager and a node on each. What a
 * run would observe of it is {@link #observed}; {@link Simulator} does a plan's steps to it.
 */
final class ModelFabric {
    /** 0, or 1 for a second fabric, whose GUIDs are others. */
    private final int rail;

    /** How many runs have had a name on it. */
    int runs = 1;

    static final String TWO_K = "Default=0x7fff,ipoib,mtu=4:ALL=full,SELF=full;\n";
    static final String FOUR_K = "Default=0x7fff,ipoib,mtu=5:ALL=full,SELF=full;\n";

    final Map<String, ModelHost> hosts = new LinkedHashMap<>();
    Mtu switchLinkCap = Mtu.MTU_4096;
    /** Of every link. */
    Optional<LinkSpeed> speed = Optional.of(LinkSpeed.QDR);

    int smLid;
    /** What the subnet administration says, by the low 15 bits of the P_Key. */
    final Map<Integer, Fact<McMemberRecord>> groups = new HashMap<>();

    final Map<PortGuid, Set<PKey>> pkeys = new HashMap<>();
    /** Who has joined which group: not known to start with. */
    MulticastFacts multicast = MulticastFacts.NOT_ASKED;
    /** Facts that replace those of the model. */
    final Map<PortGuid, Fact<SmInfo>> subnetManagers = new HashMap<>();

    final Map<PortGuid, Integer> strayLids = new HashMap<>();

    /** sm1 with the lower GUID is master at 10, sm2 standby at 5; node1 and node2 have ib0 at 2044. */
    static ModelFabric twoK() {
        return of(0, TWO_K, 2044);
    }

    static ModelFabric fourK() {
        return of(0, FOUR_K, 4092);
    }

    /** Another fabric like {@link #twoK}, in which the same hosts have another port. */
    static ModelFabric second() {
        return of(1, TWO_K, 2044);
    }

    private ModelFabric(int rail) {
        this.rail = rail;
    }

    private static ModelFabric of(int rail, String partitions, int mtu) {
        var fabric = new ModelFabric(rail);
        fabric.add("sm1", 1).withOpensm("sm_priority 10\n", partitions);
        fabric.add("sm2", 2).withOpensm("sm_priority 5\n", partitions);
        fabric.add("node1", 1).withInterface(mtu);
        fabric.add("node2", 2).withInterface(mtu);
        new Simulator(fabric).elect();
        return fabric;
    }

    ModelHost add(String name, int onSwitch) {
        var host = new ModelHost(name, 256 * rail + hosts.size() + 1, onSwitch);
        hosts.put(name, host);
        return host;
    }

    ModelHost host(String name) {
        return Optional.ofNullable(hosts.get(name)).orElseThrow();
    }

    static Fact<McMemberRecord> group(PKey pkey, Mtu mtu) {
        byte[] record = McMemberQuery.all()
                .withMgid(Gid.ipoibBroadcast(pkey))
                .withPartition(pkey)
                .record();
        MadField.MCMEMBER_MTU.put(record, mtu.code());
        MadField.MCMEMBER_RATE.put(record, Rate.GBPS_10.code());
        return Fact.known(McMemberRecord.decode(record).orElseThrow());
    }

    private static McMemberRecord membership(PKey pkey, PortGuid member) {
        byte[] record = McMemberQuery.all()
                .withMgid(Gid.ipoibBroadcast(pkey))
                .withPartition(pkey)
                .record();
        MadField.MCMEMBER_PORT_GID_GUID.put(record, member.value());
        MadField.MCMEMBER_JOIN_STATE.put(record, 1);
        return McMemberRecord.decode(record).orElseThrow();
    }

    /** From now on the subnet administration tells who has joined: these hosts the group of a partition. */
    void joined(PKey pkey, String... names) {
        List<McMemberRecord> memberships = Arrays.stream(names)
                .map(name -> membership(pkey, host(name).port))
                .toList();
        multicast = new MulticastFacts(Fact.absent(), Fact.known(memberships));
    }

    Observed observed() {
        return new Observed(hostFacts(), List.of(fabricFacts()));
    }

    /** All but the fabric, which could not be queried. */
    Observed blind() {
        return new Observed(hostFacts(), List.of());
    }

    private Map<String, HostFacts> hostFacts() {
        Map<String, HostFacts> facts = new HashMap<>();
        hosts.values().stream().filter(h -> h.gathered).forEach(h -> facts.put(h.name, h.facts()));
        return facts;
    }

    FabricFacts fabricFacts() {
        Map<PortGuid, Fact<SmInfo>> managers = new HashMap<>();
        Map<PortGuid, Fact<List<PKey>>> tables = new HashMap<>();
        for (ModelHost host : hosts.values()) {
            if (host.runsOpensm()) {
                managers.put(host.port, Fact.known(new SmInfo(host.port.value(), 7, host.priority, host.state)));
            }
            tables.put(host.port, Fact.known(List.copyOf(pkeys.getOrDefault(host.port, Set.of()))));
        }
        managers.putAll(subnetManagers);
        return new FabricFacts(
                "sm1", new MadPort("mlx5_" + rail, 1), MadKeys.NONE, fabric(), managers, tables, groups, multicast);
    }

    Fabric fabric() {
        List<FabricNode> nodes = new ArrayList<>();
        List<FabricPort> ports = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (int number = 1; number <= 2; number++) {
            nodes.add(node(switchGuid(number), NodeType.SWITCH, "leaf" + number));
            PortRef own = new PortRef(switchGuid(number), 0);
            ports.add(new FabricPort(
                    own,
                    Optional.of(new PortGuid(switchGuid(number).value())),
                    info(number, 0, 0, Mtu.MTU_4096),
                    List.of(1)));
            ports.add(port(new PortRef(switchGuid(number), 36), info(0, 0, 36, switchLinkCap)));
        }
        links.add(new Link(new PortRef(switchGuid(1), 36), new PortRef(switchGuid(2), 36)));
        for (ModelHost host : hosts.values()) {
            boolean isSwitch = host.mlnxos.isPresent();
            nodes.add(
                    isSwitch
                            ? node(
                                    host.node,
                                    NodeType.SWITCH,
                                    host.description.orElse("MF0;" + host.name + ":SX6036/U1"))
                            : node(host.node, NodeType.CA, host.name + " HCA-1"));
            PortRef end = new PortRef(host.node, isSwitch ? 0 : 1);
            PortRef far = new PortRef(switchGuid(host.onSwitch), host.lid);
            int master = strayLids.getOrDefault(host.port, smLid);
            ports.add(new FabricPort(
                    end,
                    Optional.of(host.port),
                    info(host.lid, master, 1, host.cap),
                    host.name.equals("sm1") ? List.of() : List.of(1, host.lid)));
            ports.add(port(far, info(0, 0, host.lid, host.switchPortCap)));
            links.add(new Link(far, end));
        }
        return new Fabric(nodes, ports, links);
    }

    private static FabricNode node(NodeGuid guid, NodeType type, String description) {
        boolean isSwitch = type == NodeType.SWITCH;
        return new FabricNode(
                guid,
                type,
                description,
                isSwitch ? 36 : 1,
                isSwitch ? 8 : 32,
                guid.value(),
                DeviceId.UNKNOWN,
                Optional.empty());
    }

    private static FabricPort port(PortRef ref, PortInfo info) {
        return new FabricPort(ref, Optional.empty(), info, List.of(1));
    }

    private NodeGuid switchGuid(int number) {
        return new NodeGuid(0x0011_7500_00b1_0000L + 256L * rail + number);
    }

    private PortInfo info(int lid, int smLid, int port, Mtu cap) {
        return new PortInfo(
                new Lid(lid),
                new Lid(smLid),
                0,
                0xfe80_0000_0000_0000L,
                0,
                0,
                port,
                PortState.ACTIVE,
                PortPhysicalState.LINK_UP,
                Optional.of(cap),
                Optional.of(cap),
                LinkWidths.UNKNOWN.using(LinkWidth.X4),
                speed.map(LinkSpeeds.UNKNOWN::using).orElse(LinkSpeeds.UNKNOWN));
    }
}
